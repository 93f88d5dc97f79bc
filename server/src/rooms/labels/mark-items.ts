import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import { mostTags } from '@dossier/contract/tag-mark';
import type { tags } from '@dossier/contract/tags';
import { namesInLine } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Held, needItems } from '../library/need-items.ts';
import { countMarks, deleteMarks, insertMarks, marksOn, type TagRow } from './tag-queries.ts';
import { knownTags, needTags } from './tag-sight.ts';

const isShared = (tag: TagRow): boolean => tag.kind !== 'personal';

/** Puts tags on items and takes others off. A shared tag is seen by others, so whoever puts it on must be one who may change the item. */
export async function markItems(ctx: Ctx, { objIds, add = [], remove = [] }: ParsedOf<typeof tags.mark>) {
  const chosen = await needTags(ctx, [...add, ...remove]);
  const need = right.visible | (chosen.some(isShared) ? right.modify : 0);
  const held = await needItems(ctx, need, [...new Set(objIds)]);
  const items = JSON.stringify(held.map(({ item }) => item.id));
  const before = await sharedNames(ctx, items);
  const [added, removed] = [new Set(add.map(Number)), new Set(remove.map(Number).filter((id) => !add.includes(String(id))))];
  if (removed.size > 0) await deleteMarks(ctx.db, { tags: JSON.stringify([...removed]), items });
  const rows = held.flatMap(({ item }) => [...added].map((tag, place) => ({ tag_id: tag, item_id: item.id, created_at: ctx.now + place })));
  if (rows.length > 0) await insertMarks(ctx.db, rows);
  await needRoom(ctx, items);
  if (chosen.some(isShared)) await tell(ctx, held, { before, after: await sharedNames(ctx, items) });
  return {};
}

/** Looked at after the writing, in its transaction: of two at once one is too late. */
async function needRoom(ctx: Ctx, items: string): Promise<void> {
  const counts = await countMarks(ctx.db, { items, owner: ctx.user.id });
  const full = [...Map.groupBy(counts, (row) => `${row.item_id} ${row.kind === 'personal'}`).values()].some(
    (some) => some.reduce((sum, row) => sum + row.n, 0) > mostTags.onItem,
  );
  if (full) throw new Refusal(codes.tooManyItems);
}

async function sharedNames(ctx: Ctx, ids: string): Promise<Map<number, string>> {
  const rows = (await marksOn(ctx.db, { ...knownTags(ctx), ids, hidden: 1 })).filter((row) => row.kind !== 'personal');
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, some]) => [id, namesInLine(some.map((row) => row.name))]));
}

/** In the log of each item whose shared tags are others now. */
async function tell(ctx: Ctx, held: readonly Held[], { before, after }: { before: Map<number, string>; after: Map<number, string> }) {
  for (const { item } of held) {
    const [was, is] = [before.get(item.id) ?? '', after.get(item.id) ?? ''];
    if (was !== is) await ctx.say('item.tagged', { objId: item.id, objName: item.name, before: { tags: was }, after: { tags: is } });
  }
}
