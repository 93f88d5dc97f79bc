import { codes } from '@dossier/contract/codes';
import type { Route } from '@dossier/contract/route';
import type { House, User } from '../ctx.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

interface Viewing {
  house: House;
  db: Db;
  user: User;
  address: string;
}

const reads = (route: Route): boolean => route.method === 'GET' || route.reads === true;

/**
 * Refuses who views as somebody else every call that is not declared for it, whatever it does, and each from where they themselves may not
 * administrate. Everybody else passes.
 */
export async function needInView(route: Route, { house, db, user, address }: Viewing): Promise<void> {
  if (user.viewer === undefined) return;
  if (route.inView !== 'ends' && !(route.inView === 'sees' && reads(route))) throw new Refusal(codes.viewOnly);
  if (route.inView === 'sees') await house.guard(house, { db, user: { ...user, id: user.viewer.id }, address });
}
