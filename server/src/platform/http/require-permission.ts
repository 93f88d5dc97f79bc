import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Route } from '@dossier/contract/core/route';
import type { PermissionCaller, Services, User } from '../context.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

type Asking = PermissionCaller & { services: Services };

/** Lets through who may make a call: of an administrative one only those whose office allows it, from where it may come. */
export async function requireRoutePermission(route: Route, { services, ...caller }: Asking): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session' || route.access === 'link') return user;
  const { all: deeds, inDepartmentScope: branchDeeds } = user.permissions;
  if (!deeds.has(route.access) && !(route.branch === true && branchDeeds.has(route.access))) throw new Refusal(codes.adminOnly);
  await services.administrationGate(services, caller);
  return user;
}

/** Refuses, inside of a call for everybody, what is for those alone whose office allows it throughout, from where they may administrate. */
export async function requirePermission({ services, db, user, address }: Asking, deed: Permission): Promise<void> {
  if (!user.permissions.all.has(deed)) throw new Refusal(codes.adminOnly);
  await services.administrationGate(services, { db, user, address });
}

interface Viewing {
  services: Services;
  db: Db;
  user: User;
  address: string;
}

const reads = (route: Route): boolean => route.method === 'GET' || route.reads === true;

/**
 * Refuses who views as somebody else every call that is not declared for it, whatever it does, and each from where they themselves may not
 * administrate. Everybody else passes.
 */
export async function requireAllowedInView(route: Route, { services, db, user, address }: Viewing): Promise<void> {
  if (user.viewer === undefined) return;
  if (route.inView !== 'ends' && !(route.inView === 'sees' && reads(route))) throw new Refusal(codes.viewOnly);
  if (route.inView === 'sees') await services.administrationGate(services, { db, user: { ...user, id: user.viewer.id }, address });
}
