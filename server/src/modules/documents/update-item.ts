import { codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { changedFields } from '../../platform/events/event.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extOf } from '../../platform/text/names.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import { requireAllowedFileName } from '../identity/quotas.ts';
import { eventOfKind, itemUpdated } from './events.ts';
import { requireManagedInPublishing } from './folders.ts';
import { nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { requireUnlocked } from './locks.ts';
import { updateItem } from './tree/items.queries.ts';
import { holdsDocuments } from './tree/subtrees.queries.ts';
import { datesOf, expiredForOf, validityColumns } from './validity/dates.ts';

type Changes = ParsedOf<typeof library.update>;

const validityFacts = (item: ItemRow) => ({ ...datesOf(item), expiredFor: expiredForOf(item) ?? 'everybody' });

/** Comments are switched off for a whole cabinet, by who manages it. */
function requireCommentSwitch(kind: number, bits: number): void {
  if (kind !== objType.cabinet) throw new Refusal(codes.illegalOperation);
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
}

/** Asked before a cabinet becomes a publishing or an ordinary one: whether something outside of it, such as a flow, is bound to what it is. */
export const cabinetUses = extensionPoint<(ctx: Context, cabinetId: number) => Promise<boolean>>();

/**
 * A cabinet becomes a publishing one, or an ordinary one, by who manages it, while it holds no documents: those of a publishing cabinet have been
 * approved, and those of an ordinary one may be open in editors.
 */
async function requirePublishingSwitch(ctx: Context, { item, bits }: AuthorisedItem): Promise<void> {
  if (item.kind !== objType.cabinet) throw new Refusal(codes.illegalOperation);
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  if (item.area === moduleType.my) throw new Refusal(codes.publishingCabinet);
  if (await holdsDocuments(ctx.db, item.id)) throw new Refusal(codes.cabinetInUse);
  for (const isUsed of cabinetUses.all()) if (await isUsed(ctx, item.id)) throw new Refusal(codes.cabinetInUse);
}

const expiredRights = { everybody: 0, modify: right.modify, manage: right.manage } as const;

/** The column for who sees the expired documents of a cabinet, which is decided by who manages it; documents need not be written for that. */
async function expiredColumn(ctx: Context, { item, bits }: AuthorisedItem, expiredFor: Changes['expiredFor']): Promise<Partial<ItemRow>> {
  if (expiredFor === undefined) return {};
  if (item.kind !== objType.cabinet) throw new Refusal(codes.illegalOperation);
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  await bumpVersion(ctx.db, 'rights');
  return { expired_right: expiredRights[expiredFor] };
}

const isSame = (item: ItemRow, changes: Partial<ItemRow>): boolean =>
  Object.entries(changes).every(([column, value]) => item[column as keyof ItemRow] === value);

/** A handler that renames, describes or orders an item, of one kind or of any. */
export const changeItem = (kind?: number) => async (ctx: Context, input: Changes) => {
  const authorised = await requireItem(ctx, right.visible | right.modify, input.id, kind);
  const { item, bits } = authorised;
  await requireManagedInPublishing(ctx, authorised);
  await requireUnlocked(ctx, item);
  if (input.commentsOff !== undefined) requireCommentSwitch(item.kind, bits);
  const wasPublishing = item.publishing === 1;
  const isPublishing = input.publishing ?? wasPublishing;
  if (isPublishing !== wasPublishing) await requirePublishingSwitch(ctx, authorised);
  const names = input.name === undefined || input.name === item.name ? undefined : nameColumns(input.name);
  if (names !== undefined) await requireAcceptedName(ctx, names.name);
  const ext = names !== undefined && item.kind === objType.document ? { ext: extOf(names.name) } : {};
  // the extension decides whether a viewer sends the original bytes: changing it needs the right to download
  if (ext.ext !== undefined && ext.ext !== item.ext && (bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  if (ext.ext !== undefined && ext.ext !== item.ext) await requireAllowedFileName(ctx, names?.name ?? '');
  const validityChanges = { ...(await validityColumns(ctx, item, input)), ...(await expiredColumn(ctx, authorised, input.expiredFor)) };
  const changes: Partial<ItemRow> = {
    ...names,
    ...ext,
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.sortNumber === undefined ? {} : { sort_number: input.sortNumber }),
    ...(input.commentsOff === undefined ? {} : { comments_off: input.commentsOff ? 1 : 0 }),
    ...(isPublishing !== wasPublishing && { publishing: isPublishing ? 1 : 0 }),
  };
  // dates alone are no change of the document, as in `setValidity`
  const isDatesOnly = Object.keys(validityChanges).length > 0 && isSame(item, changes);
  await refuseTakenName(item.kind, () =>
    updateItem(ctx.db, item.id, {
      ...changes,
      ...validityChanges,
      ...(!isDatesOnly && { updater_id: ctx.user.id, updated_at: ctx.now }),
    }),
  );
  const name = names?.name ?? item.name;
  const before = { name: item.name, commentsOff: item.comments_off === 1, publishing: wasPublishing, ...validityFacts(item) };
  const after = {
    name,
    commentsOff: input.commentsOff ?? before.commentsOff,
    publishing: isPublishing,
    ...validityFacts({ ...item, ...validityChanges }),
  };
  const changed = changedFields(before, after);
  await ctx.emit(eventOfKind(itemUpdated, item.kind), {
    objId: item.id,
    objName: name,
    ...(Object.keys(changed.after).length > 0 && changed),
  });
  return {};
};
