import type { ShareEvent } from '@dossier/contract/share-shapes';
import type { Db } from '../../ground/db/database.ts';
import type { VisitCtx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { didSince, insertEvent } from './event-queries.ts';

/** The word of each event in the operation log. */
const logged: Partial<Record<ShareEvent, string>> = {
  opened: 'link.opened',
  viewed: 'link.viewed',
  downloaded: 'link.downloaded',
  printed: 'link.printed',
  uploaded: 'link.uploaded',
  edited: 'link.edited',
};

interface Who {
  shareId: number;
  key: string;
  name: string;
  address: string;
  at: number;
}

/** Whether a visitor opened, or looked at, the same within the last minute: that is one time, and leaves one row. */
export const isRepeated = (
  db: Db,
  { shareId, key, at }: Pick<Who, 'shareId' | 'key' | 'at'>,
  { kind, itemId = 0 }: { kind: 'opened' | 'viewed'; itemId?: number },
): Promise<boolean> => didSince(db, { shareId, key, kind, itemId, since: at - 60_000 });

/** Keeps what a visitor did, for whoever shared it. */
export const keepEvent = (db: Db, who: Who, { kind, item }: { kind: ShareEvent; item?: { id: number; name: string } }) =>
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

/** The same in the transaction of a visitor's call, and for the operation log. */
export async function noteEvent(ctx: VisitCtx, kind: ShareEvent, item: { id: number; name: string }): Promise<void> {
  const { shareId, key, name } = ctx.visit;
  const isAgain = kind === 'viewed' && (await isRepeated(ctx.db, { shareId, key, at: ctx.now }, { kind, itemId: item.id }));
  if (isAgain) return;
  await keepEvent(ctx.db, { shareId, key, name, address: ctx.address, at: ctx.now }, { kind, item });
  const event = logged[kind];
  if (event !== undefined) await ctx.say(event, { objId: item.id, objName: item.name });
}

/** One download of several items: once for whoever shared them, and in the log of each. */
export async function noteMany(
  ctx: VisitCtx,
  { name, items }: { name: string; items: readonly { id: number; name: string }[] },
): Promise<void> {
  const { shareId, key, name: visitor } = ctx.visit;
  const all =
    name ||
    items
      .map((item) => item.name)
      .join(', ')
      .slice(0, 200);
  const who = { shareId, key, name: visitor, address: ctx.address, at: ctx.now };
  await keepEvent(ctx.db, who, { kind: 'downloaded', item: { id: 0, name: all } });
  for (const item of items) await ctx.say('link.downloaded', { objId: item.id, objName: item.name });
}
