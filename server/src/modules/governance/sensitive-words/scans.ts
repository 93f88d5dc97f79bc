import { codes } from '@dossier/contract/core/codes';
import type { Paged } from '@dossier/contract/core/shapes';
import type { WordScan } from '@dossier/contract/governance/sensitive-words';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { notify } from '../../notifications/notify.ts';
import { wordsScanBegun, wordsScanned } from '../events.ts';
import { type ItemCheck, checkItem, saveFindings } from './findings.ts';
import {
  type ScannedItem,
  countItems,
  endScan,
  insertScan,
  itemsAfter,
  moveScan,
  reviewersOf,
  runningScan,
  scanById,
  scansOf,
} from './scans.queries.ts';

/** New findings in an item, of groups that warn or block. */
interface NewFindings {
  item: ScannedItem;
  count: number;
}

/** The findings of an item that need a notification. */
export function newFindingsOf({ item, words }: ItemCheck, fresh: ItemCheck['finds']): NewFindings[] {
  const count = fresh.filter(({ group }) => (words.groups.get(group)?.action ?? 'log') !== 'log').length;
  return count === 0 ? [] : [{ item, count }];
}

/** Notifies each owner about their items, and each organisation's reviewers about all, in one message however many there are. */
export async function notifyFindings(db: Db, news: readonly NewFindings[], at: number): Promise<void> {
  for (const [personId, own] of Map.groupBy(news, ({ item }) => item.owner_id)) {
    const [first] = own;
    if (first === undefined) continue;
    const { id, kind, name, ext, organisation_id: spaceId } = first.item;
    const about = { objType: kind, objId: id, name, ...(ext !== '' && { ext }) };
    await notify(db, { personId, spaceId, ...about, kind: 'wordsInOwn', facts: { count: own.length }, at });
  }
  for (const [spaceId, there] of Map.groupBy(news, ({ item }) => item.organisation_id))
    for (const personId of await reviewersOf(db, spaceId))
      await notify(db, { personId, spaceId, kind: 'wordsFound', facts: { count: there.length }, at });
}

const itemsPerStep = 50;

/** The subscriber that runs scans. */
export const scanSubscriber = 'screening.scan';

/** A scan cut off by a shutdown is scheduled anew after the restart; the closing server must not take it up at once. */
export const restartDelayMs = 15_000;

/** Checks the next batch of a scan; undefined when there is none, or the scan does not run here any more. */
async function scanNextItems(services: Services, id: number): Promise<NewFindings[] | undefined> {
  const scan = await scanById(services.database.read, id);
  if (scan?.state !== 'running') return undefined;
  const items = await itemsAfter(services.database.long, scan.organisation_id, { after: scan.after_id, limit: itemsPerStep });
  const last = items.at(-1);
  if (last === undefined) {
    await services.database.write((db) => endScan(db, id, { state: 'done', at: services.now() }));
    return undefined;
  }
  const seen: ItemCheck[] = [];
  for (const item of items) seen.push(await checkItem(services, item));
  return services.database.write(async (db) => {
    const fresh = await saveFindings(db, seen, services.now());
    const hits = fresh.reduce((sum, finds) => sum + finds.length, 0);
    const isOurs = await moveScan(db, id, { before: scan.after_id, after: last.id, done: items.length, hits });
    return isOurs ? seen.flatMap((check, at) => newFindingsOf(check, fresh[at] ?? [])) : undefined;
  });
}

/**
 * Scans all items of an organisation in the order of ids, and saves the position after each batch: a scan continues from there after a
 * restart. Owners and reviewers are notified every thousand items, and at the end.
 */
export async function runScan(services: Services, id: number): Promise<void> {
  let news: NewFindings[] = [];
  const notifyNow = async (): Promise<void> => {
    const pending = news;
    news = [];
    if (pending.length > 0) await services.database.write((db) => notifyFindings(db, pending, services.now()));
    services.outbox.wake();
  };
  for (let pieces = 1; ; pieces += 1) {
    if (services.stopping.aborted) {
      const job = { event: wordsScanBegun, data: { scanId: id }, at: services.now() + restartDelayMs, dedupe: `scan ${id}` };
      await services.database.write((db) => deliverTo(db, scanSubscriber, job));
      break;
    }
    const found = await scanNextItems(services, id);
    if (found === undefined) break;
    news.push(...found);
    if (pieces % 20 === 0) await notifyNow();
  }
  await notifyNow();
}

/** Starts a scan of everything; answers the running scan if there is one. */
export async function beginScan(ctx: Context): Promise<{ id: string }> {
  const { organisationId, fullName } = ctx.user;
  const running = await runningScan(ctx.db, organisationId);
  if (running !== undefined) return { id: String(running.id) };
  const id = newId();
  const total = await countItems(ctx.db, organisationId);
  await insertScan(ctx.db, {
    id,
    organisation_id: organisationId,
    person_name: fullName,
    state: 'running',
    begun_at: ctx.now,
    total,
  });
  await ctx.emit(wordsScanBegun, { scanId: id });
  await ctx.emit(wordsScanned, { objId: id });
  return { id: String(id) };
}

export async function stopScan(ctx: Context, { id }: { id: string }) {
  const scan = await scanById(ctx.db, Number(id));
  if (scan?.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.itemMissing);
  await endScan(ctx.db, scan.id, { state: 'stopped', at: ctx.now });
  return {};
}

export async function listScans(ctx: Context, { pageNo, pageSize }: { pageNo: number; pageSize: number }): Promise<Paged<WordScan>> {
  const { rows, total } = await scansOf(ctx.db, ctx.user.organisationId, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    id: String(row.id),
    userName: row.person_name,
    state: row.state as WordScan['state'],
    begun: isoTime(row.begun_at),
    ended: row.ended_at === 0 ? undefined : isoTime(row.ended_at),
    total: row.total,
    done: row.done,
    found: row.hits,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}
