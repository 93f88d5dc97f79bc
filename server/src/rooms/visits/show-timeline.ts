import type { ShareEvent, ShareHappening } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { csvText } from '../../ground/tables/csv.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { type EventRow, eventsAfter, pageOfEvents } from './event-queries.ts';

const most = 50_000;
const piece = 1000;

const shape = (row: EventRow): ShareHappening => ({
  id: String(row.id),
  time: isoTime(row.at),
  event: row.kind as ShareEvent,
  visitor: row.visitor,
  visitorKey: row.visitor_key,
  address: row.address,
  itemName: row.item_name === '' ? undefined : row.item_name,
});

/** What happened to a share, newest first. */
export async function showTimeline(ctx: Ctx, input: ParsedOf<typeof shares.timeline>): Promise<Paged<ShareHappening>> {
  const share = await needOwnShare(ctx, input.id);
  const { pageNo, pageSize, visitorKey } = input;
  const asked = { shareId: share.id, visitorKey, limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfEvents(ctx.db, asked);
  return { list: rows.map(shape), pageNo, pageSize, totalNumber: total };
}

/** The same as a table, oldest first. */
export async function exportTimeline(ctx: Ctx, { id }: { id: string }) {
  const share = await needOwnShare(ctx, id);
  const lines: string[][] = [['time', 'event', 'visitor', 'address', 'item']];
  for (let after = { at: 0, id: 0 }; lines.length <= most; ) {
    const rows = await eventsAfter(ctx.db, share.id, { ...after, limit: piece });
    for (const row of rows) lines.push([isoTime(row.at), row.kind, row.visitor || row.visitor_key, row.address, row.item_name]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = { at: last.at, id: last.id };
  }
  return { fileName: `${share.name}.csv`, text: csvText(lines.slice(0, most + 1)) };
}
