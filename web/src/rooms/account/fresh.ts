import type { account } from '@dossier/contract/account';
import type { OutputOf } from '@dossier/contract/route';

/** How the person signs in. */
export type Detail = OutputOf<typeof account.detail>;

/** For how many minutes yet a sign-in stands for a password; 0 where it does no longer. */
export function freshFor({ freshUntil }: Pick<Detail, 'freshUntil'>, now: number): number {
  return freshUntil === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(freshUntil) - now) / 60_000));
}
