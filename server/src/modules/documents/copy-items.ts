import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import { firstVersion } from '@dossier/contract/documents/version-labels';
import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { childAcl } from '../access/acl-roots.ts';
import { accessOf } from '../access/effective-rights.ts';
import { findItem, type ItemRow, withAncestors } from '../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems, refuseAttachments, requireContainer, requireItems } from '../access/require-items.ts';
import { type WriteBudget, copyBudget, spendBudget } from '../access/write-budget.ts';
import { notifyFilledQuota } from '../identity/quotas.ts';
import { attachmentsOf } from './attachments/attachments.queries.ts';
import { copyRevision } from './blob-cleanup.ts';
import { eventOfKind, itemCopied } from './events.ts';
import { type KnownDepths, writeFolder, requireOpenContainer } from './folders.ts';
import { freeNameIn, nameColumns, refuseTakenName } from './item-names.ts';
import { type SameName, moveItems } from './move-items.ts';
import { childByKey, insertItem } from './tree/items.queries.ts';
import { clearClipboard, liveBelow, readClipboard, writeClipboard } from './tree/subtrees.queries.ts';
import { copiedValidity } from './validity/dates.ts';

/** A document that was copied: `from` is the revision, `original` the document. */
interface DocumentCopy {
  from: number;
  original: number;
  to: { documentId: number; revisionId: number; name: string };
  /** Present where the comments are copied too: each counts in it. */
  commentsWithin?: WriteBudget;
}

/** Gives a copy what a module keeps of its original, in the transaction of the copy. */
export type DocumentCopier = (ctx: Context, copy: DocumentCopy) => Promise<void>;

export const documentCopiers = extensionPoint<DocumentCopier>();

/** Gives the copy of a folder what a module keeps of its original, in the transaction of the copy. */
export type FolderCopier = (ctx: Context, copy: { from: ItemRow; to: number }) => Promise<void>;

export const folderCopiers = extensionPoint<FolderCopier>();

interface CopyTarget {
  place: ItemRow;
  onSameName: SameName;
  budget: WriteBudget;
  /** Documents are copied with their attachments. */
  attachments?: boolean;
  /** Documents are copied with the comments on them, where the caller may read these. */
  comments?: boolean;
}

/**
 * Copies one item with the contents that the caller sees; needs the right to download the originals. Answers the new id, or undefined when
 * skipped.
 */
export async function copyOne(
  ctx: Context,
  { item }: AuthorisedItem,
  { place, onSameName, budget, attachments = false, comments = false }: CopyTarget,
): Promise<number | undefined> {
  if (item.kind === objType.cabinet) throw new Refusal(codes.pasteCabinet);
  if (place.id === item.id) throw new Refusal(codes.pasteIntoSelf);
  if ((await withAncestors(ctx.db, place.id)).some((row) => row.id === item.id)) throw new Refusal(codes.pasteIntoChild);
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: item.name_key });
  const samePlace = item.parent_id === place.id;
  if (twin !== undefined && onSameName === 'skip' && !samePlace) return undefined;
  if (twin !== undefined && onSameName === 'refuse' && !samePlace) throw new Refusal(codes.pasteNameExists, { name: item.name });
  const name = twin === undefined ? item.name : await freeNameIn(ctx.db, place.id, { name: item.name });
  spendBudget(budget, 1);
  const inside = item.kind === objType.document ? new Map<number, ItemRow[]>() : await readSubtree(ctx, item, budget);
  const how: CopyMeans = {
    depths: new Map(),
    ...(attachments && { attachmentsWithin: budget }),
    ...(comments && { commentsWithin: budget }),
  };
  const top = await copyRow(ctx, { ...item, name }, { place, ...how });
  await copySubtree(ctx, { from: item.id, to: top }, { byParent: inside, ...how });
  return top.id;
}

async function readSubtree(ctx: Context, folder: ItemRow, budget: WriteBudget): Promise<Map<number, ItemRow[]>> {
  const access = await accessOf(ctx);
  const byParent = new Map<number, ItemRow[]>();
  for (let after = 0; ; ) {
    const rows = await liveBelow(ctx.db, folder.id, { after, limit: 1000 });
    for (const row of rows) {
      const bits = access.bits(row.acl_id);
      if ((bits & right.visible) === 0) continue;
      if (row.kind === objType.document && (bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
      spendBudget(budget, 1);
      const siblings = byParent.get(row.parent_id);
      if (siblings === undefined) byParent.set(row.parent_id, [row]);
      else siblings.push(row);
    }
    const last = rows.at(-1);
    if (last === undefined) return byParent;
    after = last.id;
  }
}

interface CopyMeans {
  depths: KnownDepths;
  /** Attachments are copied too, and count in this. */
  attachmentsWithin?: WriteBudget;
  /** Comments are copied too, and count in this. */
  commentsWithin?: WriteBudget;
}

async function copySubtree(
  ctx: Context,
  top: { from: number; to: ItemRow },
  { byParent, ...how }: CopyMeans & { byParent: Map<number, ItemRow[]> },
): Promise<void> {
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const row of byParent.get(next.from) ?? []) {
      const copy = await copyRow(ctx, row, { place: next.to, ...how });
      if (row.kind === objType.folder) waiting.push({ from: row.id, to: copy });
    }
  }
}

async function copyRow(ctx: Context, item: ItemRow, { place, ...how }: CopyMeans & { place: ItemRow }): Promise<ItemRow> {
  if (item.kind === objType.folder) {
    const { name, description, sort_number: sortNumber } = item;
    const { id } = await writeFolder(ctx, place, { name, description, sortNumber, depths: how.depths });
    for (const copy of folderCopiers.all()) await copy(ctx, { from: item, to: id });
    await emitCopied(ctx, item, { id, name: item.name });
    const made = await findItem(ctx.db, id);
    if (made === undefined) throw new Refusal(codes.systemError);
    return made;
  }
  const id = newId();
  const isAttached = place.kind === objType.document;
  const row: ItemRow = {
    ...item,
    ...nameColumns(item.name),
    id,
    organisation_id: place.organisation_id,
    area: place.area,
    area_owner_id: place.area_owner_id,
    cabinet_id: place.cabinet_id,
    parent_id: place.id,
    ...copiedValidity(item, {
      acl: isAttached ? place.acl_id : await childAcl(ctx.db, place.acl_id),
      attached: isAttached,
      now: ctx.now,
    }),
    attached: isAttached ? 1 : 0,
    attachments: 0,
    version_no: 1,
    major_no: firstVersion.major,
    minor_no: firstVersion.minor,
    revision_id: newId(),
    creator_id: ctx.user.id,
    updater_id: ctx.user.id,
    owner_id: ctx.user.id,
    created_at: ctx.now,
    updated_at: ctx.now,
    lock_person_id: 0,
    locked_at: 0,
    checked_out: 0,
    signed: 0,
  };
  await refuseTakenName(row.kind, () => insertItem(ctx.db, row));
  const copiesComments = how.commentsWithin !== undefined && ((await accessOf(ctx)).bits(item.acl_id) & right.read) !== 0;
  const copied: DocumentCopy = {
    from: item.revision_id,
    original: item.id,
    to: { documentId: id, revisionId: row.revision_id, name: row.name },
    ...(copiesComments && { commentsWithin: how.commentsWithin }),
  };
  for (const copy of [copyRevision, ...documentCopiers.all()]) await copy(ctx, copied);
  await emitCopied(ctx, item, row);
  if (how.attachmentsWithin !== undefined && item.attachments > 0) {
    const files = await attachmentsOf(ctx.db, item.id);
    spendBudget(how.attachmentsWithin, files.length);
    for (const file of files) await copyRow(ctx, file, { place: row, ...how });
  }
  return row;
}

/** Logs the copy on the original too. */
async function emitCopied(ctx: Context, item: ItemRow, copy: { id: number; name: string }): Promise<void> {
  const event = eventOfKind(itemCopied, item.kind);
  await ctx.emit(event, { objId: copy.id, objName: copy.name, from: item.id });
  await ctx.emit(event, { objId: item.id, objName: item.name, to: copy.id });
}

/** A handler that puts items on the clipboard. The right is checked now, so that a refusal comes early, and again when they are pasted. */
export const putOnClipboard = (mode: 'copy' | 'cut') => async (ctx: Context, input: { objIds: string[] }) => {
  const ids = [...new Set(input.objIds)];
  refuseAttachments(await requireItems(ctx, right.visible | (mode === 'cut' ? right.modify : 0), ids));
  await writeClipboard(ctx.db, { person_id: ctx.user.id, mode, ids: JSON.stringify(ids), at: ctx.now });
  return {};
};

/** Pastes the clipboard into a container; cut items leave the clipboard, copied ones stay. Items that are named are copied without it. */
export async function paste(ctx: Context, input: ParsedOf<typeof library.paste>) {
  if (input.objIds !== undefined) return copyItems(ctx, [...new Set(input.objIds)], input);
  const clip = await readClipboard(ctx.db, ctx.user.id);
  if (clip === undefined) throw new Refusal(codes.clipboardEmpty);
  const objIds = JSON.parse(clip.ids) as string[];
  if (clip.mode === 'copy') return copyItems(ctx, objIds, input);
  const moved = await moveItems(ctx, { objIds, parentId: input.parentId, onSameName: input.onSameName });
  await clearClipboard(ctx.db, ctx.user.id);
  return { ids: moved.ids, moved: true, skipped: moved.skipped };
}

async function copyItems(ctx: Context, objIds: readonly string[], input: ParsedOf<typeof library.paste>) {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  await requireOpenContainer(ctx, place);
  const authorised = await findVisibleItems(ctx, objIds.map(Number));
  if (authorised.length < objIds.length) throw new Refusal(codes.pasteSourceMissing);
  refuseAttachments(authorised);
  if (authorised.some(({ item, bits }) => item.kind === objType.document && (bits & right.download) === 0))
    throw new Refusal(codes.pasteNoRight);
  const ids: string[] = [];
  const budget = copyBudget();
  for (const one of authorised) {
    const id = await copyOne(ctx, one, {
      place,
      onSameName: input.onSameName,
      budget,
      attachments: input.attachments,
      comments: input.comments,
    });
    if (id !== undefined) ids.push(String(id));
  }
  await notifyFilledQuota(ctx, place);
  return { ids, moved: false, skipped: authorised.length - ids.length };
}
