import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { changedFields } from '../../platform/events/event.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extOf } from '../../platform/text/names.ts';
import { requireItem } from '../access/require-items.ts';
import { requireAllowedFileName } from '../identity/quotas.ts';
import { eventOfKind, itemUpdated } from './events.ts';
import { nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { requireUnlocked } from './locks.ts';
import { updateItem } from './tree/items.queries.ts';

type Changes = ParsedOf<typeof library.update>;

/** Comments are switched off for a whole cabinet, by who manages it. */
function requireCommentSwitch(kind: number, bits: number): void {
  if (kind !== objType.cabinet) throw new Refusal(codes.illegalOperation);
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
}

/** A handler that renames, describes or orders an item, of one kind or of any. */
export const changeItem = (kind?: number) => async (ctx: Context, input: Changes) => {
  const { item, bits } = await requireItem(ctx, right.visible | right.modify, input.id, kind);
  await requireUnlocked(ctx, item);
  if (input.commentsOff !== undefined) requireCommentSwitch(item.kind, bits);
  const names = input.name === undefined || input.name === item.name ? undefined : nameColumns(input.name);
  if (names !== undefined) await requireAcceptedName(ctx, names.name);
  const ext = names !== undefined && item.kind === objType.document ? { ext: extOf(names.name) } : {};
  // the extension decides whether a viewer sends the original bytes: changing it needs the right to download
  if (ext.ext !== undefined && ext.ext !== item.ext && (bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  if (ext.ext !== undefined && ext.ext !== item.ext) await requireAllowedFileName(ctx, names?.name ?? '');
  await refuseTakenName(item.kind, () =>
    updateItem(ctx.db, item.id, {
      ...names,
      ...ext,
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.sortNumber === undefined ? {} : { sort_number: input.sortNumber }),
      ...(input.commentsOff === undefined ? {} : { comments_off: input.commentsOff ? 1 : 0 }),
      updater_id: ctx.user.id,
      updated_at: ctx.now,
    }),
  );
  const name = names?.name ?? item.name;
  const was = item.comments_off === 1;
  await ctx.emit(eventOfKind(itemUpdated, item.kind), {
    objId: item.id,
    objName: name,
    ...((name !== item.name || (input.commentsOff ?? was) !== was) &&
      changedFields({ name: item.name, commentsOff: was }, { name, commentsOff: input.commentsOff ?? was })),
  });
  return {};
};
