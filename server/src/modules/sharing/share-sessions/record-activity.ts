import type { ParsedOf } from '@dossier/contract/core/route';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { ShareEvent } from '@dossier/contract/sharing/share-shapes';
import type { z } from 'zod';
import type { PublicContext, ShareContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EventType, objectShape } from '../../../platform/events/event.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { openPreviewTicket } from '../../documents/file-tickets.ts';
import { linkDownloaded, linkEdited, linkOpened, linkPrinted, linkUploaded, linkViewed } from '../events.ts';
import { addSeconds, countPages, hasDoneSince, insertEvent, sessionById, setViewedAt } from './share-sessions.queries.ts';

/** The name of each event in the operation log. */
const loggedEvents: Partial<Record<ShareEvent, EventType<string, z.output<typeof objectShape>>>> = {
  opened: linkOpened,
  viewed: linkViewed,
  downloaded: linkDownloaded,
  printed: linkPrinted,
  uploaded: linkUploaded,
  edited: linkEdited,
};

interface ActivityVisitor {
  shareId: number;
  key: string;
  name: string;
  address: string;
  at: number;
}

/** Whether a visitor opened or viewed the same within the last minute: repeated events share one row. */
export const isRepeated = (
  db: Db,
  { shareId, key, at }: Pick<ActivityVisitor, 'shareId' | 'key' | 'at'>,
  { kind, itemId = 0 }: { kind: 'opened' | 'viewed'; itemId?: number },
): Promise<boolean> => hasDoneSince(db, { shareId, key, kind, itemId, since: at - 60_000 });

/** Stores a visitor's event for the sharer. */
export const saveActivity = (db: Db, who: ActivityVisitor, { kind, item }: { kind: ShareEvent; item?: { id: number; name: string } }) =>
  insertEvent(db, {
    id: newId(),
    share_id: who.shareId,
    visitor_key: who.key,
    visitor: who.name,
    kind,
    item_id: item?.id ?? 0,
    item_name: item?.name ?? '',
    address: who.address,
    at: who.at,
  });

/** Like `saveActivity`, within the transaction of a visitor's call, and for the operation log. */
export async function recordActivity(ctx: ShareContext, kind: ShareEvent, item: { id: number; name: string }): Promise<void> {
  const { shareId, key, name } = ctx.shareSession;
  const isAgain = kind === 'viewed' && (await isRepeated(ctx.db, { shareId, key, at: ctx.now }, { kind, itemId: item.id }));
  if (isAgain) return;
  await saveActivity(ctx.db, { shareId, key, name, address: ctx.address, at: ctx.now }, { kind, item });
  const event = loggedEvents[kind];
  if (event !== undefined) await ctx.emit(event, { objId: item.id, objName: item.name });
}

/** One download of several items: one event for the sharer, and a log entry of each item. */
export async function recordDownloads(
  ctx: ShareContext,
  { name, items }: { name: string; items: readonly { id: number; name: string }[] },
): Promise<void> {
  const { shareId, key, name: visitor } = ctx.shareSession;
  const all =
    name ||
    items
      .map((item) => item.name)
      .join(', ')
      .slice(0, 200);
  const who = { shareId, key, name: visitor, address: ctx.address, at: ctx.now };
  await saveActivity(ctx.db, who, { kind: 'downloaded', item: { id: 0, name: all } });
  for (const item of items) await ctx.emit(linkDownloaded, { objId: item.id, objName: item.name });
}

/** Limit of the stored pages of one visitor. */
const maxPagesPerVisitor = 5000;
/** Tolerance for two reports that arrive in quick succession. */
const graceMs = 1000;

/** Adds the time spent on a page: at most the time since the last report, so that it cannot be inflated. */
export async function recordPageTime(ctx: PublicContext, { look: previewToken, page, seconds }: ParsedOf<typeof previewByToken.seen>) {
  const { ctx: viewContext, authorised } = await openPreviewTicket(ctx.services, previewToken, ctx.address);
  const { shareSession: session } = viewContext;
  if (session === undefined || seconds === 0) return {};
  await inTransaction(ctx, async ({ db, now }) => {
    const [row] = await sessionById(db, { id: session.id });
    if (row === undefined || row.viewed_at === 0) return;
    const passed = (now - row.viewed_at + graceMs) / 1000;
    const spent = Math.floor(Math.min(seconds, passed));
    if (spent <= 0 || (await countPages(db, session.shareId, session.key)).n >= maxPagesPerVisitor) return;
    await addSeconds(db, { share_id: session.shareId, visitor_key: session.key, item_id: authorised.item.id, page, seconds: spent });
    // may be in the future where the tolerance was used, so that it does not accumulate
    await setViewedAt(db, session.id, row.viewed_at + spent * 1000);
  });
  return {};
}
