import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../../ground/ctx.ts';
import type { FileReply, FileRequest } from '../../../ground/http/serve.ts';
import { newId } from '../../../ground/ids.ts';
import { Refusal } from '../../../ground/refusal.ts';
import { extOf, nameKey } from '../../../ground/text/names.ts';
import { needUse } from '../../content/file-ticket.ts';
import { addRevision } from '../../content/finish-upload.ts';
import { holdBytes } from '../../content/store-bytes.ts';
import { copyOne } from '../../library/copy-items.ts';
import { deleteItems } from '../../library/delete-items.ts';
import { moveItems, needOpenPlace } from '../../library/move-items.ts';
import { nameColumns, needWelcomeName } from '../../library/name-rules.ts';
import { type Held, needItem, needPlace } from '../../library/need-items.ts';
import { createFolder } from '../../library/new-folder.ts';
import { reviseDocument } from '../../library/place-document.ts';
import { changeItem } from '../../library/update-item.ts';
import { copyRoom } from '../../library/write-room.ts';
import { needAllowedName, tellFilled } from '../../limits/need-space.ts';
import { etagOf } from '../../content/send-range.ts';
import { needConditions, tokensOf } from './conditions.ts';
import { DavRefusal } from './dav-refusal.ts';
import { asDevice, type Door, needWriting } from './door.ts';
import { find, needMovable, needPlaceOf } from './find.ts';
import { holdOn, letGo, needToken, reservation } from './locks.ts';
import { revisionTag } from './props.ts';
import { destinationOf, type Way } from './way.ts';

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

/** An item as the transaction sees it, free of the device's own lock: of that the request has to show the token. What it asks besides is asked of what it is about, not of what it overwrites. */
async function needFreed(
  ctx: Ctx,
  id: number,
  { request, about = true }: { request: FileRequest; about?: boolean },
): Promise<Held['item']> {
  const { item } = await needItem(ctx, right.visible, id);
  if (item.kind !== objType.document) return item;
  const row = await needToken(ctx, item, tokensOf(request));
  if (about) needConditions(request, { tag: etagOf(revisionTag(item.revision_id)), holds: (token) => token === row?.token });
  if (row !== undefined) await letGo(ctx, item, row);
  return row === undefined ? item : (await needItem(ctx, right.visible, id)).item;
}

const binned = (ctx: Ctx, item: { id: number }) => deleteItems(ctx, { objIds: [String(item.id)] });

/** Into the recycle bin. */
export async function remove(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const { item } = await needMovable(door.ctx, door.terms, way);
  await asDevice(door, async (ctx) => binned(ctx, await needFreed(ctx, item.id, { request })));
  return reply.status(204).send();
}

/** A new folder. */
export async function makeCollection(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) throw new DavRefusal(415);
  if ((await find(door.ctx, door.terms, way)) !== undefined) throw new DavRefusal(405);
  const { place, name } = await needPlaceOf(door.ctx, door.terms, way);
  await asDevice(door, (ctx) => createFolder(ctx, { parentId: String(place.id), name })).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.folderNameExists ? new DavRefusal(405) : error;
  });
  return reply.status(201).send();
}

/** What a MOVE or COPY is about, once its headers are understood. */
interface Transfer {
  source: Held['item'];
  place: Held['item'];
  name: string;
  /** What has the name already, if not the source itself. */
  existing: Held['item'] | undefined;
}

const isWithin = (outer: Way, inner: Way): boolean =>
  outer.length < inner.length && outer.every((name, at) => nameKey(name) === nameKey(inner[at] ?? ''));

async function transferOf({ ctx, house, terms }: Door, way: Way, request: FileRequest): Promise<Transfer> {
  const to = destinationOf(request.headers['destination']);
  const { item: source } = await needMovable(ctx, terms, way);
  if (isWithin(way, to) || isWithin(to, way)) throw new DavRefusal(403);
  const { place, name } = await needPlaceOf(ctx, terms, to);
  const found = await find(ctx, terms, to);
  const item = found?.at === 'item' ? found.held.item : undefined;
  if (item !== undefined && request.headers['overwrite'] === 'F' && item.id !== source.id) throw new DavRefusal(412);
  const reserved = reservation(house, place.id, name);
  if (reserved !== undefined && !tokensOf(request).includes(reserved.token)) throw new DavRefusal(423);
  return { source, place, name, existing: item?.id === source.id ? undefined : item };
}

/** The bytes of one document become the next revision of another: what programs do who save beside and then rename keeps its history. */
async function takeOver(ctx: Ctx, { from, to, request }: { from: number; to: number; request: FileRequest }): Promise<void> {
  const { revision } = await needUse(ctx, 'download', { id: String(from) });
  const { item } = await needItem(ctx, right.visible | right.modify, to, objType.document);
  const row = await needToken(ctx, item, tokensOf(request));
  const { sha256, size } = revision;
  await holdBytes(ctx, [{ sha256, size }]);
  const placed = await reviseDocument(ctx, item, { revisionId: newId(), size });
  await addRevision(ctx, placed, { sha256, size, name: item.name });
  if (row !== undefined) await holdOn(ctx, { ...item, lock_person_id: 0 }, row);
}

const areDocuments = (...items: Held['item'][]): boolean => items.every(({ kind }) => kind === objType.document);

/** To another name, another place, or both. */
export async function move(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const { source, place, name, existing } = await transferOf(door, way, request);
  await asDevice(door, async (ctx) => {
    const item = await needFreed(ctx, source.id, { request });
    if (existing !== undefined && areDocuments(item, existing)) {
      await takeOver(ctx, { from: item.id, to: existing.id, request });
      await binned(ctx, item);
      return;
    }
    if (existing !== undefined) await binned(ctx, await needFreed(ctx, existing.id, { request, about: false }));
    const id = String(item.id);
    if (item.parent_id !== place.id) await moveItems(ctx, { objIds: [id], parentId: String(place.id), onSameName: 'rename' });
    const moved = await needItem(ctx, right.visible, id);
    if (moved.item.name !== name) await changeItem()(ctx, { id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

/** The same for a copy of it, with what the person may fetch of what lies in it. */
export async function copy(door: Door, way: Way, { request, reply }: Exchange) {
  needWriting(door);
  const { source, place, name, existing } = await transferOf(door, way, request);
  if (source.parent_id === place.id && source.name_key === nameKey(name)) throw new DavRefusal(403);
  await asDevice(door, async (ctx) => {
    const held = await needItem(ctx, right.visible, source.id);
    if (existing !== undefined && areDocuments(held.item, existing)) return takeOver(ctx, { from: held.item.id, to: existing.id, request });
    if (existing !== undefined) await binned(ctx, await needFreed(ctx, existing.id, { request, about: false }));
    if (request.headers['depth'] === '0' && !areDocuments(held.item))
      return void (await createFolder(ctx, { parentId: String(place.id), name }));
    return copyAs(ctx, held, { placeId: place.id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

async function copyAs(ctx: Ctx, held: Held, { placeId, name }: { placeId: number; name: string }): Promise<void> {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, placeId);
  await needOpenPlace(ctx, place);
  const isDocument = areDocuments(held.item);
  if (isDocument && (held.bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
  if (isDocument) await needAllowedName(ctx, name);
  // a name that the copy alone has is given here, that of a folder where it is made
  if (isDocument && nameKey(name) !== held.item.name_key) await needWelcomeName(ctx, name);
  const item = { ...held.item, ...nameColumns(name), ...(isDocument && { ext: extOf(name) }) };
  await copyOne(ctx, { ...held, item }, { place, onSameName: 'refuse', room: copyRoom() });
  await tellFilled(ctx, place);
}
