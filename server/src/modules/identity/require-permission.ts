import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { guardAdministration } from './address-restrictions.ts';

type Asking = Pick<Context, 'services' | 'db' | 'user' | 'address'>;

/** Requires an administrative permission, without department scope and from an allowed address, inside a call that is open to all users. */
export async function requirePermission({ services, db, user, address }: Asking, permission: Permission): Promise<void> {
  if (!user.permissions.all.has(permission)) throw new Refusal(codes.adminOnly);
  await guardAdministration(services, { db, user, address });
}
