import type { Ctx } from '../../ground/ctx.ts';
import { csvText } from '../../ground/tables/csv.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { eventsAfter, secondsByVisitorPage } from './event-queries.ts';
import { showPages } from './show-pages.ts';
import { showVisitors } from './show-visitors.ts';

const most = 50_000;
const piece = 1000;

const heads = ['time', 'event', 'visitor', 'address', 'item', 'page', 'seconds'];

/** What happened as a table, oldest first; below it which pages each visitor looked at for how long, and who has not opened it. */
export async function exportShare(ctx: Ctx, { id }: { id: string }) {
  const share = await needOwnShare(ctx, id);
  const lines = [heads, ...(await eventLines(ctx, share.id))];
  const { list } = await showVisitors(ctx, { id });
  lines.push(...(await pageLines(ctx, { id, shareId: share.id, names: new Map(list.map((one) => [one.key, one.name])) })));
  for (const { opened, name } of list) if (!opened) lines.push(['', 'notOpened', name, '', '', '', '']);
  return { fileName: `${share.name}.csv`, text: csvText(lines) };
}

async function eventLines(ctx: Ctx, shareId: number): Promise<string[][]> {
  const lines: string[][] = [];
  for (let after = { at: 0, id: 0 }; lines.length < most; ) {
    const rows = await eventsAfter(ctx.db, shareId, { ...after, limit: piece });
    for (const row of rows) lines.push([isoTime(row.at), row.kind, row.visitor || row.visitor_key, row.address, row.item_name, '', '']);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = { at: last.at, id: last.id };
  }
  return lines.slice(0, most);
}

async function pageLines(
  ctx: Ctx,
  { id, shareId, names }: { id: string; shareId: number; names: ReadonlyMap<string, string> },
): Promise<string[][]> {
  const items = new Map((await showPages(ctx, { id })).map((one) => [one.id, one.name]));
  const rows = await secondsByVisitorPage(ctx.db, shareId, most);
  return rows.map((row) => {
    const visitor = names.get(row.visitor_key) || row.visitor_key;
    return ['', 'looked', visitor, '', items.get(String(row.item_id)) ?? '', String(row.page), String(row.seconds)];
  });
}
