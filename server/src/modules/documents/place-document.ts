import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import { firstVersion, nextVersion, type VersionNumbers, versionLabel } from '@dossier/contract/documents/version-labels';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashOf } from '../../platform/storage/storage.ts';
import { extOf, nameKey } from '../../platform/text/names.ts';
import { childAcl } from '../access/acl-roots.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../access/require-items.ts';
import { requireSessionInSpace } from '../identity/authentication.ts';
import { consumeQuota, releaseReservations } from '../identity/quotas.ts';
import { type RunAs, runAs } from '../identity/run-as.ts';
import { requireAttachable } from './attachments/attachable.ts';
import { recordContent } from './content-verdicts.ts';
import { archiveArrived, attachmentAdded, documentCreated, documentRevised } from './events.ts';
import { placeFlowAttachment, requireFlowAttachable, requireLockedFlow } from './flow-attachments.ts';
import { ensureFolders, requireOpenContainer } from './folders.ts';
import { freeNameIn, type LastNumbers, nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { hasLockByHand, isLockHolder, requireUnlocked } from './locks.ts';
import { releaseUploads, type UploadFacts } from './open-uploads.ts';
import { refuseWhenDiskFull } from './receive-bytes.ts';
import { type Authors, authorColumns, blobBySha, insertRevision, noteArrived, revisionById } from './revisions/revisions.queries.ts';
import { childByKey, insertDocument, takenKeys, updateItem } from './tree/items.queries.ts';

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
  version: VersionNumbers;
  isMajor: boolean;
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
  await requireUnlocked(ctx, twin);
}

/** The taken ones of some names in a container, as keys, in one query. */
export const takenNames = async (ctx: Context, place: ItemRow, names: readonly string[]): Promise<Set<string>> =>
  new Set((await takenKeys(ctx.db, { parent: place.id, keys: JSON.stringify(names.map(nameKey)) })).map((row) => row.name_key));

interface DocumentToPlace extends StoredBytes {
  onSameName: 'refuse' | 'rename' | 'revision';
  numbers?: LastNumbers;
  /** Placed by a flow: the only way into a publishing cabinet. */
  byFlow?: boolean;
  /** A revision of a document that is there becomes its next major version. */
  isMajor?: boolean;
  /** The caller has checked in this transaction that the name is free in the container. */
  isNameFree?: boolean;
  /** The author, where that is not the caller. */
  authorId?: number;
  /** Further facts for the log. */
  facts?: Record<string, string>;
}

/**
 * Creates a document from stored bytes in a container that the caller may upload to, or an attachment of a document that the caller may attach files to;
 * a taken name is refused, numbered, or becomes a revision.
 */
export async function placeDocument(ctx: Context, place: ItemRow, arrived: DocumentToPlace): Promise<PlacedDocument> {
  if (arrived.byFlow !== true) await requireOpenContainer(ctx, place);
  const isAttached = place.kind === objType.document;
  const [twin] =
    arrived.isNameFree === true || isAttached ? [] : await childByKey(ctx.db, { parent: place.id, key: nameKey(arrived.name) });
  if (twin !== undefined && arrived.onSameName === 'revision' && twin.kind === objType.document) {
    await requireRevisable(ctx, twin);
    return reviseDocument(ctx, twin, { ...arrived, keepLock: await hasLockByHand(ctx, twin) });
  }
  if (twin !== undefined && arrived.onSameName !== 'rename') throw new Refusal(codes.documentNameExists);
  await consumeQuota(ctx, place, arrived);
  await requireAcceptedName(ctx, arrived.name);
  const name = twin === undefined && !isAttached ? arrived.name : await freeNameIn(ctx.db, place.id, arrived);
  const columns = nameColumns(name);
  const ext = extOf(columns.name);
  // attachments have the rights of their document
  const acl = isAttached ? place.acl_id : await childAcl(ctx.db, place.acl_id);
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
      major_no: firstVersion.major,
      minor_no: firstVersion.minor,
      revision_id: arrived.revisionId,
      attached: isAttached ? 1 : 0,
      person: ctx.user.id,
      author: arrived.authorId ?? ctx.user.id,
      at: ctx.now,
    }),
  );
  const loggedFacts = arrived.facts === undefined ? {} : { after: arrived.facts };
  await ctx.emit(documentCreated, { objId: arrived.id, objName: columns.name, revisionId: arrived.revisionId, ...loggedFacts });
  if (isAttached) await ctx.emit(attachmentAdded, { objId: place.id, objName: place.name, after: { attachment: columns.name } });
  const { id: documentId, revisionId, isMajor = false } = arrived;
  return { documentId, revisionId, number: 1, version: firstVersion, isMajor, name: columns.name, ext };
}

/**
 * Makes stored bytes the newest revision of a document, the next minor version unless it is a major one, and releases the caller's lock unless it is to
 * be kept. The right to modify was checked before.
 */
export async function reviseDocument(
  ctx: Context,
  item: ItemRow,
  arrived: Pick<StoredBytes, 'revisionId' | 'size'> & {
    byFlow?: boolean;
    isMajor?: boolean;
    keepLock?: boolean;
    /** The version is made to show a signature, which emits an event of its own (`documentSigned`). */
    bySignature?: boolean;
  },
): Promise<PlacedDocument> {
  if (arrived.byFlow !== true) await requireOpenContainer(ctx, item);
  await requireUnlocked(ctx, item);
  await consumeQuota(ctx, item, { name: item.name, size: arrived.size });
  const { revisionId, isMajor = false, bySignature } = arrived;
  const number = item.version_no + 1;
  const version = nextVersion({ major: item.major_no, minor: item.minor_no }, isMajor);
  await updateItem(ctx.db, item.id, {
    size: arrived.size,
    version_no: number,
    major_no: version.major,
    minor_no: version.minor,
    revision_id: revisionId,
    updater_id: ctx.user.id,
    updated_at: ctx.now,
    ...(arrived.keepLock === true && isLockHolder(ctx, item) ? {} : { lock_person_id: 0, locked_at: 0 }),
    ...(bySignature === true && { signed: 1 }),
  });
  const after = { version: versionLabel(version) };
  const about = { objId: item.id, objName: item.name };
  await ctx.emit(documentRevised, { ...about, revisionId, number, after, ...(bySignature && { bySignature }) });
  return { documentId: item.id, revisionId, number, version, isMajor, name: item.name, ext: item.ext };
}

/** A purge freed the bytes between the check and the transaction: they must be written again. */
export class BlobGone extends Error {}

/** All bytes of an upload: in the part of this name, or in memory. */
export interface ReceivedContent {
  part: string;
  sha256?: string;
  bytes?: Buffer;
}

/** The row of a content. */
interface BlobFacts {
  sha256: string;
  size: number;
}

/** Stores the bytes; answers false where they are stored already. Only a row proves that a stored file is complete and durable. */
export async function storeBlob(services: Services, { part, sha256, size, bytes }: ReceivedContent & BlobFacts): Promise<boolean> {
  const [known] = await blobBySha(services.database.read, { sha256 });
  if (known !== undefined && (await services.storage.has(sha256))) return false;
  await refuseWhenDiskFull(() =>
    bytes === undefined ? services.storage.parts.finish(part, { sha256, size }) : services.storage.putBytes(sha256, bytes),
  );
  return true;
}

/** Removes the part file of bytes that are not in memory. */
export const removePart = async ({ storage }: Services, { part, bytes }: ReceivedContent): Promise<void> => {
  if (bytes === undefined) await storage.parts.remove(part);
};

/** Locks stored contents until the transaction ends, so that they are not freed; always in the same order, which avoids deadlocks. */
export async function lockBlobs(ctx: Context, contents: readonly BlobFacts[]): Promise<void> {
  const { db, services } = ctx;
  for (const { sha256, size } of contents.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)))
    await recordContent({ db, services }, { sha256, size }, services.now());
  for (const { sha256 } of contents) if (!(await services.storage.has(sha256))) throw new BlobGone();
}

/** Records stored contents that no document uses, so that a sweep finds them. */
export const recordBlobs = (services: Services, contents: readonly BlobFacts[]): Promise<void> =>
  services.database.write(async (db) => {
    for (const content of contents) await recordContent({ db, services }, content, services.now());
  });

/**
 * Stores bytes and runs the transaction that places them, which locks them first (`lockBlobs`); again where a purge freed them in between. Bytes
 * that were not placed are recorded.
 */
export async function placeBytes<T>(services: Services, bytes: Buffer, place: (content: BlobFacts) => Promise<T>): Promise<T> {
  const content = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  for (let attempt = 1; ; attempt++) {
    const isNew = await storeBlob(services, { part: '', bytes, ...content });
    try {
      return await place(content);
    } catch (error) {
      if (error instanceof BlobGone && attempt < 3) continue;
      if (isNew) await recordBlobs(services, [content]);
      throw error;
    }
  }
}

/** The row of a folder or cabinet. */
export type Place = AuthorisedItem['item'];

/** What is needed to place bytes; an entry of an archive counts as no user's open upload. */
export type IncomingFile = Omit<UploadFacts, 'person' | 'session' | 'space'>;

/** The document that an upload became; undefined while it is not placed. */
export async function findFinishedUpload(services: Services, facts: Pick<IncomingFile, 'revision'>): Promise<number | undefined> {
  const [row] = await revisionById(services.database.read, { id: facts.revision });
  return row?.document_id;
}

/** Verifies the bytes, stores them once, and then writes the rows: a document exists only with bytes that are on disk. */
export async function finishUpload(services: Services, facts: IncomingFile, { who, whole }: { who: RunAs; whole: ReceivedContent }) {
  // checked while the bytes still wait in their part: after a new sign-in the upload continues from there
  if (whole.bytes === undefined) await requireLiveSession(services, who);
  const sha256 = whole.sha256 ?? (await hashOf(services.storage.parts.read(whole.part)));
  try {
    if (facts.sha256 !== undefined && facts.sha256 !== sha256) throw new Refusal(codes.uploadHashWrong);
    for (let attempt = 1; ; attempt++) {
      const kept = await storeBlob(services, { ...whole, sha256, size: facts.size });
      try {
        const documentId = await runAs(services, who, async (ctx) => {
          await requireLiveSession(services, who, ctx.db);
          return placeUpload(ctx, facts, sha256);
        });
        if (!kept) await removePart(services, whole);
        return documentId;
      } catch (error) {
        if (error instanceof BlobGone && attempt < 3) continue;
        // bytes that no document uses are recorded, so that a sweep finds them
        if (error instanceof Refusal && kept) await recordBlobs(services, [{ sha256, size: facts.size }]);
        throw error;
      }
    }
  } catch (error) {
    // refused for good: the next attempt starts from zero
    if (error instanceof Refusal) {
      await removePart(services, whole);
      await releaseUploads(services, [facts.id]);
    }
    throw error;
  }
}

/** An upload of a session is placed only while the session exists, in the same space; a job has no session. */
export async function requireLiveSession(services: Services, { sessionId, spaceId }: RunAs, db?: Db): Promise<void> {
  if (sessionId !== undefined) await requireSessionInSpace(services, { session: sessionId, space: spaceId }, db);
}

async function placeUpload(ctx: Context, facts: IncomingFile, sha256: string): Promise<number | undefined> {
  // from here on the rows of the document count
  await releaseReservations(ctx.db, [facts.id]);
  // before the bytes, in the order in which attachments are taken out
  if (facts.attachToFlow !== undefined) await requireLockedFlow(ctx, facts.attachToFlow);
  await lockBlobs(ctx, [{ sha256, size: facts.size }]);
  if (facts.document !== undefined) {
    const { item } = await requireItem(ctx, right.visible | right.modify, facts.document, objType.document);
    const placed = await reviseDocument(ctx, item, {
      revisionId: facts.revision,
      size: facts.size,
      isMajor: facts.major === true,
      keepLock: facts.keepLock === true,
    });
    await addRevision(ctx, placed, { sha256, size: facts.size, name: facts.name, note: facts.note });
    await ctx.shareSession?.arrived(ctx, { documentId: placed.documentId, placeId: item.parent_id, name: placed.name, isNew: false });
    return placed.documentId;
  }
  if (facts.attachTo !== undefined)
    return (await placeUploadIn(ctx, await requireAttachable(ctx, facts.attachTo), { facts, sha256 })).documentId;
  if (facts.attachToFlow !== undefined) {
    const flow = await requireFlowAttachable(ctx, facts.attachToFlow);
    const placed = await placeFlowAttachment(ctx, flow, { id: facts.id, revisionId: facts.revision, name: facts.name, size: facts.size });
    await addRevision(ctx, placed, { sha256, size: facts.size, name: placed.name });
    return placed.documentId;
  }
  const { item: top } = await requireContainer(ctx, right.visible | right.upload, facts.place ?? 0);
  const place = await ensureFolders(ctx, top, { path: facts.path ?? [] });
  if (facts.extract === true) {
    // a repeated last piece must not extract it twice
    if (!(await noteArrived(ctx.db, { id: facts.id, at: ctx.now }))) return undefined;
    await ctx.emit(archiveArrived, { objId: place.id, objName: facts.name, sha256, spaceId: ctx.user.organisationId });
    return undefined;
  }
  return (await placeUploadIn(ctx, place, { facts, sha256 })).documentId;
}

/** Creates a document, or a revision of one, from stored bytes that this transaction has locked. */
export async function placeUploadIn(
  ctx: Context,
  place: Place,
  { facts, sha256, ...known }: { facts: IncomingFile; sha256: string; numbers?: LastNumbers; isNameFree?: boolean },
): Promise<PlacedDocument> {
  const arrived = { id: facts.id, revisionId: facts.revision, name: facts.name, size: facts.size, onSameName: facts.same ?? 'refuse' };
  const placed = await placeDocument(ctx, place, { ...arrived, ...known });
  await addRevision(ctx, placed, { sha256, size: facts.size, name: placed.name });
  await ctx.shareSession?.arrived(ctx, { documentId: placed.documentId, placeId: place.id, name: placed.name, isNew: true });
  return placed;
}

/** Writes the row that connects a revision of a document with its bytes. */
export async function addRevision(
  ctx: Context,
  placed: PlacedDocument,
  bytes: { sha256: string; size: number; name: string; note?: string; authorId?: number; authors?: Authors },
): Promise<void> {
  await insertRevision(ctx.db, {
    id: placed.revisionId,
    document_id: placed.documentId,
    number: placed.number,
    sha256: bytes.sha256,
    size: bytes.size,
    name: bytes.name,
    ext: placed.ext,
    note: bytes.note ?? '',
    major: placed.isMajor ? 1 : 0,
    major_no: placed.version.major,
    minor_no: placed.version.minor,
    creator_id: bytes.authorId ?? ctx.user.id,
    created_at: ctx.now,
    visitor: ctx.shareSession?.name ?? '',
    link: ctx.shareSession?.shareName ?? '',
    writers: '',
    visitors: '',
    ...(bytes.authors && authorColumns(bytes.authors)),
  });
}
