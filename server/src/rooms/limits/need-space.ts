import { codes } from '@dossier/contract/codes';
import { moduleType } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { refusalOfKind } from '../../ground/db/over-quota.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { extOf } from '../../ground/text/names.ts';
import { settingsOf } from '../site/settings.ts';
import { limitsAtAll, type QuotaRow, quotasOfPlace } from './queries.ts';
import { newsOf, sayNear } from './near.ts';

/** Where bytes come to: the columns of a cabinet or folder that say whose they will be. */
export interface ByteHolder {
  organisation_id: number;
  area: number;
  shelf_id: number;
}

/** Bytes on their way, under the name that their document has or gets. */
interface Coming {
  name: string;
  size: number;
}

interface AtAll extends Awaited<ReturnType<typeof limitsAtAll>> {
  largest: number;
  forbidden: ReadonlySet<string>;
}

const caches = new WeakMap<House, { version: number; atAll: AtAll }>();

/** What most uploads need to know: that nothing limits them. Kept until limits or settings change. */
async function atAll({ house, db, user }: Ctx): Promise<AtAll> {
  const version = user.versions.site;
  const known = caches.get(house);
  if (known?.version === version) return known.atAll;
  const { read } = house.database;
  // what a transaction changed may still be undone, so that alone is not kept for others
  if (db !== read && (await readVersions(read)).site !== version) return freshAtAll(db);
  const found = await freshAtAll(read);
  caches.set(house, { version, atAll: found });
  return found;
}

async function freshAtAll(db: Db): Promise<AtAll> {
  const { largest, forbidden } = await settingsOf(db, 'upload');
  return { ...(await limitsAtAll(db)), largest, forbidden: new Set(forbidden.map((ext) => ext.replace(/^\./, ''))) };
}

/** Refuses a name whose extension the site forbids. */
export async function needAllowedName(ctx: Ctx, name: string): Promise<void> {
  if ((await atAll(ctx)).forbidden.has(extOf(name))) throw new Refusal(codes.fileTypeNotAllowed);
}

async function needRoom(ctx: Ctx, place: ByteHolder, { name, size }: Coming): Promise<QuotaRow[]> {
  const { largest } = await atAll(ctx);
  if (largest > 0 && size > largest) throw new Refusal(codes.uploadTooLarge);
  await needAllowedName(ctx, name);
  return needFree(ctx, place, size);
}

/** The limits that a place is under, with what is used of each. */
const limitsOf = ({ db }: Ctx, { organisation_id: space, area, shelf_id }: ByteHolder): Promise<QuotaRow[]> =>
  quotasOfPlace(db, { space, person: area === moduleType.my ? shelf_id : 0 });

/** Refuses so many bytes in all where a place has no room for them, whatever they are; answers what limits it. */
export async function needFree(ctx: Ctx, place: ByteHolder, size: number): Promise<QuotaRow[]> {
  const { bytes, ends } = await atAll(ctx);
  if (ctx.now >= ends) throw new Refusal(codes.licenceExpired);
  if (!bytes || size === 0) return [];
  const limits = await limitsOf(ctx, place);
  const full = limits.find((row) => row.used + size > row.most);
  if (full !== undefined) throw new Refusal(refusalOfKind[full.kind]);
  return limits;
}

/** Refuses bytes that may not come to a place as it stands now, by their number or their name: early, before they are sent. */
export async function needSpace(ctx: Ctx, place: ByteHolder, coming: Coming): Promise<void> {
  await needRoom(ctx, place, coming);
}

/**
 * The same in the transaction that brings them, so that one of several is refused alone; who comes near to a limit is told.
 * What is used is counted by the database itself, which refuses whatever slipped through here.
 */
export async function takeSpace(ctx: Ctx, place: ByteHolder, coming: Coming): Promise<void> {
  for (const row of await needRoom(ctx, place, coming)) if (newsOf(row, coming.size) !== row.told) await sayNear(ctx.db, row, ctx.now);
}

/** Has it told where copies, or what was moved, brought a place near to a limit: the database counted them as they came. */
export async function tellFilled(ctx: Ctx, place: ByteHolder): Promise<void> {
  if (!(await atAll(ctx)).bytes) return;
  for (const row of await limitsOf(ctx, place)) if (newsOf(row) !== row.told) await sayNear(ctx.db, row, ctx.now);
}

/** Refuses new accounts once the licence has ended; their number is kept by the database. */
export async function needLicence(db: Db, now: number): Promise<void> {
  if (now >= (await limitsAtAll(db)).ends) throw new Refusal(codes.licenceExpired);
}
