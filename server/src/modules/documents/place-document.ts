import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extOf, nameKey } from '../../platform/text/names.ts';
import { childAcl } from '../access/acl-roots.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { consumeQuota } from '../identity/quotas.ts';
import { documentCreated, documentRevised } from './events.ts';
import { type LastNumbers, freeNameIn, nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { requireOpenContainer } from './move-items.ts';
import {
  childByKey,
  clearLock as clear,
  insertDocument,
  releaseLockOf,
  setLock as set,
  takenKeys,
  updateItem,
} from './tree/items.queries.ts';
import { needUnlocked } from './update-item.ts';

/** Stored bytes that are about to become a document or a new revision of one. */
interface StoredBytes {
  id: number;
  revisionId: number;
  name: string;
  size: number;
}

/** The result of an upload: a new document, or the next revision of one. */
export interface PlacedDocument {
  documentId: number;
  revisionId: number;
  number: number;
  name: string;
  ext: string;
}

/** Refuses an illegal name, a taken one (on request), and a container that takes no uploads. */
export async function requireFreeName(
  ctx: Context,
  place: ItemRow,
  { name, onSameName }: { name: string; onSameName: 'refuse' | 'rename' | 'revision' },
): Promise<void> {
  await requireOpenContainer(ctx, place);
  const columns = nameColumns(name);
  if (onSameName === 'rename') return;
  const [twin] = await childByKey(ctx.db, { parent: place.id, key: columns.name_key });
  if (twin === undefined) return;
  if (onSameName === 'refuse' || twin.kind !== objType.document) throw new Refusal(codes.documentNameExists);
  await requireRevisable(ctx, twin);
}

async function requireRevisable(ctx: Context, twin: ItemRow): Promise<void> {
  const bits = (await accessOf(ctx)).bits(twin.acl_id);
  if ((bits & right.visible) === 0) throw new Refusal(codes.documentNameExists);
  if ((bits & right.modify) === 0) throw new Refusal(codes.noRightToEdit);
  needUnlocked(ctx, twin);
}

/** The taken ones of some names in a container, as keys, in one query. */
export const takenNames = async (ctx: Context, place: ItemRow, names: readonly string[]): Promise<Set<string>> =>
  new Set((await takenKeys(ctx.db, { parent: place.id, keys: JSON.stringify(names.map(nameKey)) })).map((row) => row.name_key));

interface DocumentToPlace extends StoredBytes {
  onSameName: 'refuse' | 'rename' | 'revision';
  numbers?: LastNumbers;
  /** Placed by a flow: the only way into a publishing cabinet. */
  byFlow?: boolean;
  /** The caller has checked in this transaction that the name is free in the container. */
  isNameFree?: boolean;
  /** The author, where that is not the caller. */
  authorId?: number;
  /** Further facts for the log. */
  facts?: Record<string, string>;
}

/**
 * Creates a document from stored bytes in a container that the caller may upload to; a taken name is refused, numbered, or becomes a
 * revision.
 */
export async function placeDocument(ctx: Context, place: ItemRow, arrived: DocumentToPlace): Promise<PlacedDocument> {
  if (arrived.byFlow !== true) await requireOpenContainer(ctx, place);
  const [twin] = arrived.isNameFree === true ? [] : await childByKey(ctx.db, { parent: place.id, key: nameKey(arrived.name) });
  if (twin !== undefined && arrived.onSameName === 'revision' && twin.kind === objType.document) {
    await requireRevisable(ctx, twin);
    return reviseDocument(ctx, twin, arrived);
  }
  if (twin !== undefined && arrived.onSameName !== 'rename') throw new Refusal(codes.documentNameExists);
  await consumeQuota(ctx, place, arrived);
  await requireAcceptedName(ctx, arrived.name);
  const name = twin === undefined ? arrived.name : await freeNameIn(ctx.db, place.id, arrived);
  const columns = nameColumns(name);
  const ext = extOf(columns.name);
  const acl = await childAcl(ctx.db, place.acl_id);
  await refuseTakenName(objType.document, () =>
    insertDocument(ctx.db, {
      id: arrived.id,
      kind: objType.document,
      organisation_id: place.organisation_id,
      area: place.area,
      area_owner_id: place.area_owner_id,
      cabinet_id: place.cabinet_id,
      parent_id: place.id,
      acl_id: acl,
      ...columns,
      ext,
      size: arrived.size,
      version_no: 1,
      revision_id: arrived.revisionId,
      person: ctx.user.id,
      author: arrived.authorId ?? ctx.user.id,
      at: ctx.now,
    }),
  );
  const loggedFacts = arrived.facts === undefined ? {} : { after: arrived.facts };
  await ctx.emit(documentCreated, { objId: arrived.id, objName: columns.name, revisionId: arrived.revisionId, ...loggedFacts });
  return { documentId: arrived.id, revisionId: arrived.revisionId, number: 1, name: columns.name, ext };
}

/** Makes stored bytes the newest revision of a document and releases the caller's lock. The right to modify was checked before. */
export async function reviseDocument(
  ctx: Context,
  item: ItemRow,
  arrived: Pick<StoredBytes, 'revisionId' | 'size'> & { byFlow?: boolean },
): Promise<PlacedDocument> {
  if (arrived.byFlow !== true) await requireOpenContainer(ctx, item);
  needUnlocked(ctx, item);
  await consumeQuota(ctx, item, { name: item.name, size: arrived.size });
  const number = item.version_no + 1;
  await updateItem(ctx.db, item.id, {
    size: arrived.size,
    version_no: number,
    revision_id: arrived.revisionId,
    updater_id: ctx.user.id,
    updated_at: ctx.now,
    lock_person_id: 0,
    locked_at: 0,
  });
  await ctx.emit(documentRevised, { objId: item.id, objName: item.name, revisionId: arrived.revisionId, number });
  return { documentId: item.id, revisionId: arrived.revisionId, number, name: item.name, ext: item.ext };
}

/** Locks a document for the caller; 4619 while another user holds the lock. */
export async function lockItem(ctx: Context, item: ItemRow): Promise<void> {
  if (!(await set(ctx.db, { id: item.id, personId: ctx.user.id, at: ctx.now }))) throw new Refusal(codes.documentLocked);
}

/** Releases a lock, whoever holds it. */
export const unlockItem = (ctx: Context, item: ItemRow) => clear(ctx.db, item.id);

/** Releases the lock that this user took at `since`, and no later one. */
export const releaseLock = (db: Db, lock: { itemId: number; personId: number; since: number }): Promise<unknown> => releaseLockOf(db, lock);
