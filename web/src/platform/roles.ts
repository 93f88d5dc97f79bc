import type { Permission } from '@dossier/contract/core/administrative-permissions';

/** What a person is to the house: somebody who administrates the site, or anything of the organisation, or anybody who is signed in; and what their office lets them do, there or in the departments alone that they head. */
export type RoleName = 'site' | 'admin' | 'staff' | Permission | `branch ${Permission}`;

/** Whether somebody who is all of `mine` is one of `wanted`. Naming nobody is a mistake of whoever asks. */
export function hasRole(mine: readonly RoleName[], wanted: readonly RoleName[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Error('need roles!');
  return wanted.some((role) => mine.includes(role));
}
