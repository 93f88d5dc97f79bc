import type { OutputOf } from '@dossier/contract/core/route';
import type { account } from '@dossier/contract/identity/account';

/** How the person signs in. */
export type AccountDetail = OutputOf<typeof account.detail>;

/** For how many minutes yet a sign-in stands for a password; 0 where it does no longer. */
export function recentSignInMinutes({ freshUntil }: Pick<AccountDetail, 'freshUntil'>, now: number): number {
  return freshUntil === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(freshUntil) - now) / 60_000));
}
