import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { guardAdministration } from './address-restrictions.ts';

type Asking = Pick<Context, 'services' | 'db' | 'user' | 'address'>;

/** Refuses, inside of a call for everybody, what is for those alone whose office allows it throughout, from where they may administrate. */
export async function requirePermission({ services, db, user, address }: Asking, deed: Permission): Promise<void> {
  if (!user.permissions.all.has(deed)) throw new Refusal(codes.adminOnly);
  await guardAdministration(services, { db, user, address });
}
