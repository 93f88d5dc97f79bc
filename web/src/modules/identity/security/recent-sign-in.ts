import type { OutputOf } from '@dossier/contract/core/route';
import type { account } from '@dossier/contract/identity/account';

/** The sign-in methods of the user. */
export type AccountDetail = OutputOf<typeof account.detail>;

/** Minutes for which a recent sign-in still replaces a password; 0 afterwards. */
export function recentSignInMinutes({ freshUntil }: Pick<AccountDetail, 'freshUntil'>, now: number): number {
  return freshUntil === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(freshUntil) - now) / 60_000));
}
