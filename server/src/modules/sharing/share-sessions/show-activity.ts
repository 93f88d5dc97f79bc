import { csvText } from '@dossier/contract/core/csv';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { SeenPages, ShareActivity, ShareEvent, ShareVisitor } from '@dossier/contract/sharing/share-shapes';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { requireOwnShare } from '../links/share.ts';
import { namedRecipients } from '../recipients/recipients.ts';
import {
  type ActivityRow,
  doneByDay,
  doneByItem,
  doneByVisitor,
  eventsAfter,
  pageOfEvents,
  secondsByPage,
  secondsByVisitor,
  secondsByVisitorPage,
} from './share-sessions.queries.ts';

type Visitors = OutputOf<typeof shares.visitors>;
type Counts = Pick<ShareVisitor, 'opens' | 'views' | 'downloads' | 'prints' | 'uploads'>;

const dayMs = 86_400_000;
const nothing: Counts = { opens: 0, views: 0, downloads: 0, prints: 0, uploads: 0 };
const countOf: Record<string, keyof Counts> = {
  opened: 'opens',
  viewed: 'views',
  downloaded: 'downloads',
  printed: 'prints',
  uploaded: 'uploads',
  edited: 'uploads',
};

/** The visitors of a share and their activity, including named recipients who have not opened it. */
export async function showVisitors(ctx: Context, { id }: { id: string }): Promise<Visitors> {
  const share = await requireOwnShare(ctx, id);
  const recipients = await namedRecipients(ctx, share.id);
  const seconds = new Map((await secondsByVisitor(ctx.db, { share: share.id })).map((row) => [row.visitor_key, row.seconds]));
  const byKey = new Map<string, ShareVisitor & { first: number; last: number }>();
  for (const row of await doneByVisitor(ctx.db, { share: share.id })) {
    const known = byKey.get(row.visitor_key) ?? {
      key: row.visitor_key,
      name: row.visitor,
      address: row.address,
      revoked: false,
      opened: true,
      ...nothing,
      seconds: seconds.get(row.visitor_key) ?? 0,
      first: row.first,
      last: row.last,
    };
    const count = countOf[row.kind];
    if (count !== undefined) known[count] += row.n;
    byKey.set(row.visitor_key, { ...known, first: Math.min(known.first, row.first), last: Math.max(known.last, row.last) });
  }
  const came = [...byKey.values()].toSorted((a, b) => b.last - a.last);
  const list: ShareVisitor[] = came.map(({ first, last, ...one }) => {
    const recipient = recipients.find((named) => named.keys.includes(one.key));
    const who = recipient === undefined ? {} : { recipientId: recipient.id, revoked: recipient.revoked };
    return { ...one, ...who, firstTime: isoTime(first), lastTime: isoTime(last) };
  });
  for (const one of recipients) {
    if (one.keys.some((key) => byKey.has(key))) continue;
    const [key = ''] = one.keys;
    list.push({ key, name: one.name, address: '', recipientId: one.id, revoked: one.revoked, opened: false, ...nothing, seconds: 0 });
  }
  return { list, days: await daysOf(ctx, share.id) };
}

async function daysOf({ db }: Context, shareId: number): Promise<Visitors['days']> {
  const days = new Map<number, Visitors['days'][number]>();
  for (const { day, kind, n } of await doneByDay(db, { share: shareId })) {
    const known = days.get(day) ?? { day: isoTime(day * dayMs).slice(0, 10), opens: 0, views: 0, downloads: 0, prints: 0 };
    const count = countOf[kind];
    if (count !== undefined && count !== 'uploads') known[count] += n;
    days.set(day, known);
  }
  return [...days.values()];
}

/** The time spent on each page of the documents. */
export async function showPageTimes(ctx: Context, { id, visitorKey }: ParsedOf<typeof shares.pages>): Promise<SeenPages[]> {
  const share = await requireOwnShare(ctx, id);
  const done = await doneByItem(ctx.db, share.id, visitorKey);
  const pages = await secondsByPage(ctx.db, share.id, visitorKey);
  const ids = [...new Set([...done.map((row) => row.item_id), ...pages.map((row) => row.item_id)])];
  const known = new Map((await findVisibleItems(ctx, ids)).map(({ item }) => [item.id, item.name]));
  return ids.map((item) => {
    const own = pages.filter((row) => row.item_id === item).map(({ page, seconds }) => ({ page, seconds }));
    const times = (kind: string): number => done.find((row) => row.item_id === item && row.kind === kind)?.n ?? 0;
    return {
      id: String(item),
      // where the item is deleted or hidden, its name at the time of the event
      name: known.get(item) ?? done.find((row) => row.item_id === item)?.name ?? '',
      seconds: own.reduce((sum, one) => sum + one.seconds, 0),
      downloads: times('downloaded'),
      prints: times('printed'),
      pages: own,
    };
  });
}

const shape = (row: ActivityRow): ShareActivity => ({
  id: String(row.id),
  time: isoTime(row.at),
  event: row.kind as ShareEvent,
  visitor: row.visitor,
  visitorKey: row.visitor_key,
  address: row.address,
  itemName: row.item_name === '' ? undefined : row.item_name,
});

/** The events of a share, newest first. */
export async function showTimeline(ctx: Context, input: ParsedOf<typeof shares.timeline>): Promise<Paged<ShareActivity>> {
  const share = await requireOwnShare(ctx, input.id);
  const { pageNo, pageSize, visitorKey } = input;
  const asked = { shareId: share.id, visitorKey, limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfEvents(ctx.db, asked);
  return { list: rows.map(shape), pageNo, pageSize, totalNumber: total };
}

const maxLines = 50_000;
const batchSize = 1000;

const heads = ['time', 'event', 'visitor', 'address', 'item', 'page', 'seconds'];

/** The activity as a table, oldest first; followed by the time by visitor and page, and by recipients who have not opened the share. */
export async function exportActivity(ctx: Context, { id }: { id: string }) {
  const share = await requireOwnShare(ctx, id);
  const lines = [heads, ...(await eventLines(ctx, share.id))];
  const { list } = await showVisitors(ctx, { id });
  lines.push(...(await pageLines(ctx, { id, shareId: share.id, names: new Map(list.map((one) => [one.key, one.name])) })));
  for (const { opened, name } of list) if (!opened) lines.push(['', 'notOpened', name, '', '', '', '']);
  return { fileName: `${share.name}.csv`, text: csvText(lines) };
}

async function eventLines(ctx: Context, shareId: number): Promise<string[][]> {
  const lines: string[][] = [];
  for (let after = { at: 0, id: 0 }; lines.length < maxLines; ) {
    const rows = await eventsAfter(ctx.db, shareId, { ...after, limit: batchSize });
    for (const row of rows) lines.push([isoTime(row.at), row.kind, row.visitor || row.visitor_key, row.address, row.item_name, '', '']);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = { at: last.at, id: last.id };
  }
  return lines.slice(0, maxLines);
}

async function pageLines(
  ctx: Context,
  { id, shareId, names }: { id: string; shareId: number; names: ReadonlyMap<string, string> },
): Promise<string[][]> {
  const items = new Map((await showPageTimes(ctx, { id })).map((one) => [one.id, one.name]));
  const rows = await secondsByVisitorPage(ctx.db, shareId, maxLines);
  return rows.map((row) => {
    const visitor = names.get(row.visitor_key) || row.visitor_key;
    return ['', 'looked', visitor, '', items.get(String(row.item_id)) ?? '', String(row.page), String(row.seconds)];
  });
}
