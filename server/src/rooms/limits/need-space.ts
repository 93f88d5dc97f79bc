import { codes } from '@dossier/contract/codes';
import { moduleType } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { refusalOfKind } from '../../ground/db/over-quota.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { limitsAtAll, type QuotaRow, quotasOfPlace } from './queries.ts';
import { newsOf, sayNear } from './near.ts';

/** Where bytes come to: the columns of a cabinet or folder that say whose they will be. */
export interface ByteHolder {
  organisation_id: number;
  area: number;
  shelf_id: number;
}

type AtAll = Awaited<ReturnType<typeof limitsAtAll>>;
const caches = new WeakMap<House, { version: number; atAll: AtAll }>();

/** What most uploads need to know: that nothing limits them. Kept until limits or settings change. */
async function atAll({ house, db, user }: Ctx): Promise<AtAll> {
  const version = user.versions.site;
  const known = caches.get(house);
  if (known?.version === version) return known.atAll;
  const { read } = house.database;
  // what a transaction changed may still be undone, so that alone is not kept for others
  if (db !== read && (await readVersions(read)).site !== version) return limitsAtAll(db);
  const found = await limitsAtAll(read);
  caches.set(house, { version, atAll: found });
  return found;
}

async function needRoom(ctx: Ctx, place: ByteHolder, size: number): Promise<QuotaRow[]> {
  const { bytes, ends } = await atAll(ctx);
  if (ctx.now >= ends) throw new Refusal(codes.licenceExpired);
  if (!bytes || size === 0) return [];
  const person = place.area === moduleType.my ? place.shelf_id : 0;
  const limits = await quotasOfPlace(ctx.db, { space: place.organisation_id, person });
  const full = limits.find((row) => row.used + size > row.most);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
  return limits;
}

/** Refuses bytes that would be too many in a place as it stands now: early, before they are sent. */
export async function needSpace(ctx: Ctx, place: ByteHolder, size: number): Promise<void> {
  await needRoom(ctx, place, size);
}

/**
 * The same in the transaction that brings them, so that one of several is refused alone; who comes near to a limit is told.
 * What is used is counted by the database itself, which refuses whatever slipped through here.
 */
export async function takeSpace(ctx: Ctx, place: ByteHolder, size: number): Promise<void> {
  for (const row of await needRoom(ctx, place, size)) if (newsOf(row, size) !== row.told) await sayNear(ctx.db, row, ctx.now);
}

/** Refuses new accounts once the licence has ended; their number is kept by the database. */
export async function needLicence(db: Db, now: number): Promise<void> {
  if (now >= (await limitsAtAll(db)).ends) throw new Refusal(codes.licenceExpired);
}
