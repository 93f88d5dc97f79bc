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
import { addRevision, lockBlobs } from '../../documents/finish-upload.ts';
import { nameColumns, requireAcceptedName } from '../../documents/item-names.ts';
import { moveItems, requireOpenContainer } from '../../documents/move-items.ts';
import { reviseDocument } from '../../documents/place-document.ts';
import { changeItem } from '../../documents/update-item.ts';
import { notifyFilledQuota, requireAllowedFileName } from '../../identity/quotas.ts';
import { relockForDevice, requireLockToken, reservationOf, unlockForDevice } from '../locks.ts';
import { type DeviceSession, requireWriteMode, runAsDevice } from './authenticate-device.ts';
import { DavRefusal } from './messages.ts';
import { type DavPath, destinationOf, requireConditions, tokensOf } from './request.ts';
import { findResource, requireMovable, requireParent, revisionTag } from './resources.ts';
import { createFolder } from '../../documents/folder-plans.ts';

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

/** An item as the transaction sees it, free of the device's own lock: of that the request has to show the token. What it asks besides is asked of what it is about, not of what it overwrites. */
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

/** Into the recycle bin. */
export async function deleteResource(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const { item } = await requireMovable(door.ctx, door.terms, way);
  await runAsDevice(door, async (ctx) => moveToBin(ctx, await requireUnlocked(ctx, item.id, { request })));
  return reply.status(204).send();
}

/** A new folder. */
export async function makeCollection(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) throw new DavRefusal(415);
  if ((await findResource(door.ctx, door.terms, way)) !== undefined) throw new DavRefusal(405);
  const { place, name } = await requireParent(door.ctx, door.terms, way);
  await runAsDevice(door, (ctx) => createFolder(ctx, { parentId: String(place.id), name })).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.folderNameExists ? new DavRefusal(405) : error;
  });
  return reply.status(201).send();
}

/** What a MOVE or COPY is about, once its headers are understood. */
interface Transfer {
  source: AuthorisedItem['item'];
  place: AuthorisedItem['item'];
  name: string;
  /** What has the name already, if not the source itself. */
  existing: AuthorisedItem['item'] | undefined;
}

const isWithin = (outer: DavPath, inner: DavPath): boolean =>
  outer.length < inner.length && outer.every((name, at) => nameKey(name) === nameKey(inner[at] ?? ''));

async function transferOf({ ctx, services, terms }: DeviceSession, way: DavPath, request: FileRequest): Promise<Transfer> {
  const to = destinationOf(request);
  const { item: source } = await requireMovable(ctx, terms, way);
  if (isWithin(way, to) || isWithin(to, way)) throw new DavRefusal(403);
  const { place, name } = await requireParent(ctx, terms, to);
  const found = await findResource(ctx, terms, to);
  const item = found?.at === 'item' ? found.held.item : undefined;
  if (item !== undefined && request.headers['overwrite'] === 'F' && item.id !== source.id) throw new DavRefusal(412);
  const reserved = reservationOf(services, place.id, name);
  if (reserved !== undefined && !tokensOf(request).includes(reserved.token)) throw new DavRefusal(423);
  return { source, place, name, existing: item?.id === source.id ? undefined : item };
}

/** The bytes of one document become the next revision of another: what programs do who save beside and then rename keeps its history. */
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

/** To another name, another place, or both. */
export async function moveResource(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const { source, place, name, existing } = await transferOf(door, way, request);
  await runAsDevice(door, async (ctx) => {
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

/** The same for a copy of it, with what the person may fetch of what lies in it. */
export async function copyResource(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const { source, place, name, existing } = await transferOf(door, way, request);
  if (source.parent_id === place.id && source.name_key === nameKey(name)) throw new DavRefusal(403);
  await runAsDevice(door, async (ctx) => {
    const held = await requireItem(ctx, right.visible, source.id);
    if (existing !== undefined && areDocuments(held.item, existing))
      return replaceContent(ctx, { from: held.item.id, to: existing.id, request });
    if (existing !== undefined) await moveToBin(ctx, await requireUnlocked(ctx, existing.id, { request, about: false }));
    if (request.headers['depth'] === '0' && !areDocuments(held.item))
      return void (await createFolder(ctx, { parentId: String(place.id), name }));
    return copyAs(ctx, held, { placeId: place.id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

async function copyAs(ctx: Context, held: AuthorisedItem, { placeId, name }: { placeId: number; name: string }): Promise<void> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, placeId);
  await requireOpenContainer(ctx, place);
  const isDocument = areDocuments(held.item);
  if (isDocument && (held.bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
  if (isDocument) await requireAllowedFileName(ctx, name);
  // a name that the copy alone has is given here, that of a folder where it is made
  if (isDocument && nameKey(name) !== held.item.name_key) await requireAcceptedName(ctx, name);
  const item = { ...held.item, ...nameColumns(name), ...(isDocument && { ext: extOf(name) }) };
  await copyOne(ctx, { ...held, item }, { place, onSameName: 'refuse', room: copyBudget() });
  await notifyFilledQuota(ctx, place);
}
