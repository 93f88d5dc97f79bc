import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { tellFilled } from '../limits/need-space.ts';
import { clearClipboard, readClipboard, writeClipboard } from './bin-queries.ts';
import { copyOne } from './copy-items.ts';
import { moveItems, needOpenPlace } from './move-items.ts';
import { findVisible, needItems, needPlace } from './need-items.ts';
import { copyRoom } from './write-room.ts';

/** A deed that notes items to be copied or moved; the right is asked now, so that the refusal comes early, and again at pasting. */
export const take = (mode: 'copy' | 'cut') => async (ctx: Ctx, input: { objIds: string[] }) => {
  const ids = [...new Set(input.objIds)];
  await needItems(ctx, right.visible | (mode === 'cut' ? right.modify : 0), ids);
  await writeClipboard(ctx.db, { person_id: ctx.user.id, mode, ids: JSON.stringify(ids), at: ctx.now });
  return {};
};

/** Puts the clipboard into a place; what was cut leaves the clipboard, what was copied stays for the next place. */
export async function paste(ctx: Ctx, input: ParsedOf<typeof library.paste>) {
  const clip = await readClipboard(ctx.db, ctx.user.id);
  if (clip === undefined) throw new Refusal(codes.clipboardEmpty);
  const objIds = JSON.parse(clip.ids) as string[];
  if (clip.mode === 'cut') {
    const moved = await moveItems(ctx, { objIds, parentId: input.parentId, onSameName: input.onSameName });
    await clearClipboard(ctx.db, ctx.user.id);
    return { ids: moved.ids, moved: true, skipped: moved.skipped };
  }
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  await needOpenPlace(ctx, place);
  const held = await findVisible(ctx, objIds.map(Number));
  if (held.length < objIds.length) throw new Refusal(codes.pasteSourceMissing);
  if (held.some(({ item, bits }) => item.kind === objType.document && (bits & right.download) === 0)) throw new Refusal(codes.pasteNoRight);
  const ids: string[] = [];
  const room = copyRoom();
  for (const one of held) {
    const id = await copyOne(ctx, one, { place, onSameName: input.onSameName, room });
    if (id !== undefined) ids.push(String(id));
  }
  await tellFilled(ctx, place);
  return { ids, moved: false, skipped: held.length - ids.length };
}
