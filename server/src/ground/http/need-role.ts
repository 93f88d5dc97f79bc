import { codes } from '@dossier/contract/codes';
import type { Route } from '@dossier/contract/route';
import type { House, User } from '../ctx.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

interface Caller {
  db: Db;
  user: User;
  address: string;
}

/** Refuses administrative calls from addresses that they must not come from. */
export type Guard = (house: House, caller: Caller) => Promise<void>;

/** Lets through who may make a call: of an administrative one only those whose office allows it, from where it may come. */
export async function needRole(route: Route, { house, guard, ...caller }: Caller & { house: House; guard: Guard }): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session') return user;
  const { deeds, branchDeeds } = user.office;
  if (!deeds.has(route.access) && !(route.branch === true && branchDeeds.has(route.access))) throw new Refusal(codes.adminOnly);
  await guard(house, caller);
  return user;
}
