import { codes } from '@dossier/contract/codes';
import type { Deed } from '@dossier/contract/deeds';
import type { Route } from '@dossier/contract/route';
import type { Caller, House, User } from '../ctx.ts';
import { Refusal } from '../refusal.ts';

type Asking = Caller & { house: House };

/** Lets through who may make a call: of an administrative one only those whose office allows it, from where it may come. */
export async function needRole(route: Route, { house, ...caller }: Asking): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session' || route.access === 'link') return user;
  const { deeds, branchDeeds } = user.office;
  if (!deeds.has(route.access) && !(route.branch === true && branchDeeds.has(route.access))) throw new Refusal(codes.adminOnly);
  await house.guard(house, caller);
  return user;
}

/** Refuses, inside of a call for everybody, what is for those alone whose office allows it throughout, from where they may administrate. */
export async function needDeed({ house, db, user, address }: Asking, deed: Deed): Promise<void> {
  if (!user.office.deeds.has(deed)) throw new Refusal(codes.adminOnly);
  await house.guard(house, { db, user, address });
}
