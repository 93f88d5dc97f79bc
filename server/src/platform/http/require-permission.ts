import { codes } from '@dossier/contract/core/codes';
import type { Route } from '@dossier/contract/core/route';
import type { Context, Services } from '../context.ts';
import type { User } from '../context/user.ts';
import { Refusal } from '../refusal.ts';

/** Who requests something administrative, on which database handle and from which address. */
export type PermissionCaller = Pick<Context, 'db' | 'user' | 'address'>;

/** Refuses administrative permissions from addresses outside of the allowed ranges. */
export type AdministrationGate = (services: Services, caller: PermissionCaller) => Promise<void>;

type Asking = PermissionCaller & { services: Services };

/** Authorises a call: an administrative one requires its administrative permission, from an allowed address. */
export async function requireRoutePermission(route: Route, { services, ...caller }: Asking, gate: AdministrationGate): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session' || route.access === 'link') return user;
  const { all: permissions, inDepartmentScope: scopedPermissions } = user.permissions;
  if (!permissions.has(route.access) && !(route.branch === true && scopedPermissions.has(route.access))) throw new Refusal(codes.adminOnly);
  await gate(services, caller);
  return user;
}

const reads = (route: Route): boolean => route.method === 'GET' || route.reads === true;

/**
 * In a view-as session, refuses every call that is not declared for it, and each from an address from which the administrator may not administrate.
 * Other sessions pass.
 */
export async function requireAllowedInView(route: Route, { services, db, user, address }: Asking, gate: AdministrationGate): Promise<void> {
  if (user.viewer === undefined) return;
  if (route.inView !== 'ends' && !(route.inView === 'sees' && reads(route))) throw new Refusal(codes.viewOnly);
  if (route.inView === 'sees') await gate(services, { db, user: { ...user, id: user.viewer.id }, address });
}
