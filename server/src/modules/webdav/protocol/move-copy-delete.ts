import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { etagOf } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { extOf, nameKey } from '../../../platform/text/names.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../../access/require-items.ts';
import { copyBudget } from '../../access/write-budget.ts';
import { deleteItems } from '../../documents/bin.ts';
import { copyOne } from '../../documents/copy-items.ts';
import { requireContentUse } from '../../documents/file-tickets.ts';
import { createFolder } from '../../documents/folder-plans.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { nameColumns, requireAcceptedName } from '../../documents/item-names.ts';
import { moveItems } from '../../documents/move-items.ts';
import { addRevision, lockBlobs, reviseDocument } from '../../documents/place-document.ts';
import { changeItem } from '../../documents/update-item.ts';
import { notifyFilledQuota, requireAllowedFileName } from '../../identity/quotas.ts';
import { relockForDevice, requireLockToken, reservationOf, unlockForDevice } from '../locks.ts';
import { type DeviceSession, requireWriteMode, runAsDevice } from './authenticate-device.ts';
import { DavRefusal } from './messages.ts';
import { type DavPath, destinationOf, requireConditions, tokensOf } from './request.ts';
import { findResource, requireMovable, requireParent, revisionTag } from './resources.ts';

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

/**
 * An item as the transaction sees it, with the device's own lock released: the request must contain its token. Further conditions apply to
 * the request's own resource, not to what it overwrites.
 */
async function requireUnlocked(
  ctx: Context,
  id: number,
  { request, about = true }: { request: FileRequest; about?: boolean },
): Promise<AuthorisedItem['item']> {
  const { item } = await requireItem(ctx, right.visible, id);
  if (item.kind !== objType.document) return item;
  const row = await requireLockToken(ctx, item, tokensOf(request));
  if (about) requireConditions(request, { tag: etagOf(revisionTag(item.revision_id)), holds: (token) => token === row?.token });
  if (row !== undefined) await unlockForDevice(ctx, item, row);
  return row === undefined ? item : (await requireItem(ctx, right.visible, id)).item;
}

const moveToBin = (ctx: Context, item: { id: number }) => deleteItems(ctx, { objIds: [String(item.id)] });

/** DELETE: moves into the recycle bin. */
export async function deleteResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { item } = await requireMovable(session.ctx, session.terms, path);
  await runAsDevice(session, async (ctx) => moveToBin(ctx, await requireUnlocked(ctx, item.id, { request })));
  return reply.status(204).send();
}

/** MKCOL: a new folder. */
export async function makeCollection(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) throw new DavRefusal(415);
  if ((await findResource(session.ctx, session.terms, path)) !== undefined) throw new DavRefusal(405);
  const { place, name } = await requireParent(session.ctx, session.terms, path);
  await runAsDevice(session, (ctx) => createFolder(ctx, { parentId: String(place.id), name })).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.folderNameExists ? new DavRefusal(405) : error;
  });
  return reply.status(201).send();
}

/** The parsed request of a MOVE or COPY. */
interface Transfer {
  source: AuthorisedItem['item'];
  place: AuthorisedItem['item'];
  name: string;
  /** The existing item of that name, if not the source itself. */
  existing: AuthorisedItem['item'] | undefined;
}

const isWithin = (outer: DavPath, inner: DavPath): boolean =>
  outer.length < inner.length && outer.every((name, at) => nameKey(name) === nameKey(inner[at] ?? ''));

async function transferOf({ ctx, services, terms }: DeviceSession, path: DavPath, request: FileRequest): Promise<Transfer> {
  const to = destinationOf(request);
  const { item: source } = await requireMovable(ctx, terms, path);
  if (isWithin(path, to) || isWithin(to, path)) throw new DavRefusal(403);
  const { place, name } = await requireParent(ctx, terms, to);
  const found = await findResource(ctx, terms, to);
  const item = found?.at === 'item' ? found.authorised.item : undefined;
  if (item !== undefined && request.headers['overwrite'] === 'F' && item.id !== source.id) throw new DavRefusal(412);
  const reserved = reservationOf(services, place.id, name);
  if (reserved !== undefined && !tokensOf(request).includes(reserved.token)) throw new DavRefusal(423);
  return { source, place, name, existing: item?.id === source.id ? undefined : item };
}

/** Stores the bytes of one document as the next revision of another: keeps the history for programs that save beside and rename. */
async function replaceContent(ctx: Context, { from, to, request }: { from: number; to: number; request: FileRequest }): Promise<void> {
  const { revision } = await requireContentUse(ctx, 'download', { id: String(from) });
  const { item } = await requireItem(ctx, right.visible | right.modify, to, objType.document);
  const row = await requireLockToken(ctx, item, tokensOf(request));
  const { sha256, size } = revision;
  await lockBlobs(ctx, [{ sha256, size }]);
  const placed = await reviseDocument(ctx, item, { revisionId: newId(), size });
  await addRevision(ctx, placed, { sha256, size, name: item.name });
  if (row !== undefined) await relockForDevice(ctx, { ...item, lock_person_id: 0 }, row);
}

const areDocuments = (...items: AuthorisedItem['item'][]): boolean => items.every(({ kind }) => kind === objType.document);

/** MOVE: to another name, another container, or both. */
export async function moveResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { source, place, name, existing } = await transferOf(session, path, request);
  await runAsDevice(session, async (ctx) => {
    const item = await requireUnlocked(ctx, source.id, { request });
    if (existing !== undefined && areDocuments(item, existing)) {
      await replaceContent(ctx, { from: item.id, to: existing.id, request });
      await moveToBin(ctx, item);
      return;
    }
    if (existing !== undefined) await moveToBin(ctx, await requireUnlocked(ctx, existing.id, { request, about: false }));
    const id = String(item.id);
    if (item.parent_id !== place.id) await moveItems(ctx, { objIds: [id], parentId: String(place.id), onSameName: 'rename' });
    const moved = await requireItem(ctx, right.visible, id);
    if (moved.item.name !== name) await changeItem()(ctx, { id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

/** COPY: includes the content that the user may download. */
export async function copyResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { source, place, name, existing } = await transferOf(session, path, request);
  if (source.parent_id === place.id && source.name_key === nameKey(name)) throw new DavRefusal(403);
  await runAsDevice(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible, source.id);
    if (existing !== undefined && areDocuments(authorised.item, existing))
      return replaceContent(ctx, { from: authorised.item.id, to: existing.id, request });
    if (existing !== undefined) await moveToBin(ctx, await requireUnlocked(ctx, existing.id, { request, about: false }));
    if (request.headers['depth'] === '0' && !areDocuments(authorised.item))
      return void (await createFolder(ctx, { parentId: String(place.id), name }));
    return copyAs(ctx, authorised, { placeId: place.id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

async function copyAs(ctx: Context, authorised: AuthorisedItem, { placeId, name }: { placeId: number; name: string }): Promise<void> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, placeId);
  await requireOpenContainer(ctx, place);
  const isDocument = areDocuments(authorised.item);
  if (isDocument && (authorised.bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
  if (isDocument) await requireAllowedFileName(ctx, name);
  // the name of a copied document is checked here, that of a folder when it is created
  if (isDocument && nameKey(name) !== authorised.item.name_key) await requireAcceptedName(ctx, name);
  const item = { ...authorised.item, ...nameColumns(name), ...(isDocument && { ext: extOf(name) }) };
  await copyOne(ctx, { ...authorised, item }, { place, onSameName: 'refuse', budget: copyBudget() });
  await notifyFilledQuota(ctx, place);
}
