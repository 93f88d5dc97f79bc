import type { ShareEvent, ShareHappening } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { type EventRow, pageOfEvents } from './event-queries.ts';

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
