import { codes } from '@dossier/contract/core/codes';
import type { Route } from '@dossier/contract/core/route';
import type { Context, Services } from '../context.ts';
import type { User } from '../context/user.ts';
import { Refusal } from '../refusal.ts';

/** Who asks for something administrative, on which handle and from where. */
export type PermissionCaller = Pick<Context, 'db' | 'user' | 'address'>;

/** Refuses administrative deeds from addresses that they must not come from. */
export type AdministrationGate = (services: Services, caller: PermissionCaller) => Promise<void>;

type Asking = PermissionCaller & { services: Services };

/** Lets through who may make a call: of an administrative one only those whose office allows it, from where it may come. */
export async function requireRoutePermission(route: Route, { services, ...caller }: Asking, gate: AdministrationGate): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session' || route.access === 'link') return user;
  const { all: deeds, inDepartmentScope: branchDeeds } = user.permissions;
  if (!deeds.has(route.access) && !(route.branch === true && branchDeeds.has(route.access))) throw new Refusal(codes.adminOnly);
  await gate(services, caller);
  return user;
}

const reads = (route: Route): boolean => route.method === 'GET' || route.reads === true;

/**
 * Refuses who views as somebody else every call that is not declared for it, whatever it does, and each from where they themselves may not
 * administrate. Everybody else passes.
 */
export async function requireAllowedInView(route: Route, { services, db, user, address }: Asking, gate: AdministrationGate): Promise<void> {
  if (user.viewer === undefined) return;
  if (route.inView !== 'ends' && !(route.inView === 'sees' && reads(route))) throw new Refusal(codes.viewOnly);
  if (route.inView === 'sees') await gate(services, { db, user: { ...user, id: user.viewer.id }, address });
}
