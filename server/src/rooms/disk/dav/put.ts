import { rm } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../../ground/ctx.ts';
import type { FileReply, FileRequest } from '../../../ground/http/serve.ts';
import { newId } from '../../../ground/ids.ts';
import { Refusal } from '../../../ground/refusal.ts';
import { type Arriving, finishUpload } from '../../content/finish-upload.ts';
import { needWelcome } from '../../content/open-upload.ts';
import { countOpened, ofPerson, uncountOpened } from '../../content/opened-uploads.ts';
import { receive } from '../../content/receive-bytes.ts';
import { etagOf } from '../../content/send-range.ts';
import { findVisible, type Held, needItem, needPlace } from '../../library/need-items.ts';
import { childNamed } from '../../library/walk-by-name.ts';
import { needUnlocked } from '../../library/update-item.ts';
import { needConditions, tokensOf } from './conditions.ts';
import { DavRefusal } from './dav-refusal.ts';
import { type Door, needWriter, needWriting } from './door.ts';
import { find, needPlaceOf } from './find.ts';
import type { LockRow } from './lock-queries.ts';
import { hold, holdOn, needToken, type Reserved, reservation, unreserve } from './locks.ts';
import { isPlace, revisionTag } from './props.ts';
import type { Way } from './way.ts';

const silentMs = 120_000;
const longestMs = 24 * 3_600_000;

/** Where bytes go to: a document that is there, or a free name in a place. */
type Target = { document: Held['item'] } | { place: Held['item']; name: string };

/** The locks that a request has shown the tokens of, to be held on. */
interface Kept {
  document?: number;
  row?: LockRow | undefined;
  reserved?: Reserved | undefined;
}

async function targetOf({ ctx, terms }: Door, way: Way): Promise<Target> {
  const found = await find(ctx, terms, way);
  if (found === undefined) return needPlaceOf(ctx, terms, way);
  if (found.at !== 'item' || isPlace(found)) throw new DavRefusal(405);
  return { document: found.held.item };
}

/** Everything that stands between a request and its bytes; asked before they come, and again in the transaction that keeps them. */
async function needPut(ctx: Ctx, target: Target, request: FileRequest): Promise<Kept> {
  const tokens = tokensOf(request);
  if ('document' in target) {
    const { item } = await needItem(ctx, right.visible | right.modify, target.document.id, objType.document);
    needUnlocked(ctx, item);
    const row = await needToken(ctx, item, tokens);
    needConditions(request, { tag: etagOf(revisionTag(item.revision_id)), holds: (token) => token === row?.token });
    return { document: item.id, row };
  }
  const { item: place } = await needPlace(ctx, right.visible | right.upload, target.place.id);
  // it may have come while the bytes did, and is held by its own lock now
  const come = await childNamed(ctx, place, target.name);
  if (come?.item.kind === objType.document) return needPut(ctx, { document: come.item }, request);
  const reserved = reservation(ctx.house, target.place.id, target.name);
  if (reserved !== undefined && !(tokens.includes(reserved.token) && reserved.personId === ctx.user.id))
    throw new DavRefusal(423, { condition: 'lock-token-submitted' });
  needConditions(request, { tag: undefined, holds: (token) => token === reserved?.token });
  return { reserved };
}

/** How many bytes are coming: a client that sends pieces must have said it (the Finder does). */
function sizeOf({ headers }: FileRequest): number {
  const said = headers['content-length'] ?? headers['x-expected-entity-length'];
  if (headers['content-range'] !== undefined) throw new DavRefusal(400);
  // what was packed for the way would be kept packed
  if (headers['content-encoding'] !== undefined) throw new DavRefusal(415);
  if (typeof said !== 'string' || !/^\d{1,15}$/.test(said)) throw new DavRefusal(411);
  return Number(said);
}

/** Keeps what the device holds: a new revision lets go of the document, and a new document has no lock yet. */
async function keepLocks(ctx: Ctx, { row, reserved, document }: Kept, madeId: number): Promise<void> {
  const [held] = row === undefined && reserved === undefined ? [] : await findVisible(ctx, [document ?? madeId]);
  if (held === undefined) return;
  if (row !== undefined) await holdOn(ctx, held.item, row);
  else if (reserved !== undefined) await hold(ctx, held.item, { ...reserved, expires_at: reserved.until });
}

/** Takes a document in: a new one, or the next revision of the one that has the name. Nothing is there until all of it is. */
export async function put(door: Door, way: Way, { request, reply }: { request: FileRequest; reply: FileReply }) {
  needWriting(door);
  const { ctx, house } = door;
  const size = sizeOf(request);
  const target = await targetOf(door, way);
  await needPut(ctx, target, request);
  const { place, name } = 'document' in target ? { place: target.document, name: target.document.name } : target;
  const checked = await needWelcome(ctx, place, { name, size, folderPath: undefined, same: 'any' });
  const [id, revision] = [newId(), newId()];
  const same: Arriving['same'] = request.headers['if-none-match'] === undefined ? 'revision' : 'refuse';
  const where = 'document' in target ? { document: target.document.id } : { place: target.place.id, same };
  const facts: Arriving = { id, revision, name: checked.name, size, ...where };
  await countOpened(house, ofPerson(ctx.user.id), { id, revision, size, until: ctx.now + longestMs });
  try {
    await receiveInto(door, facts, { request, target });
  } finally {
    uncountOpened(house, ctx.user.id, new Set([id]));
  }
  if ('name' in target) unreserve(house, { placeId: target.place.id, name: target.name });
  return reply
    .status('document' in target ? 204 : 201)
    .header('etag', etagOf(revisionTag(revision)))
    .send();
}

async function receiveInto(door: Door, facts: Arriving, { request, target }: { request: FileRequest; target: Target }): Promise<void> {
  const { house, who, ctx } = door;
  const part = house.blobs.partPath(String(facts.id));
  let kept: Kept = {};
  const before = async (inner: Ctx): Promise<void> => {
    await needWriter(inner.db, door);
    kept = await needPut(inner, target, request);
  };
  const afterwards = (inner: Ctx) => keepLocks(inner, kept, facts.id);
  request.raw.socket.setTimeout(silentMs);
  try {
    const got = await receive(house, { busy: true, hashed: 0, at: ctx.now }, { part, offset: 0, size: facts.size, body: request.raw });
    if (got.sha256 === undefined) throw new DavRefusal(400);
    await finishUpload(house, facts, { who: { ...who, before, afterwards }, whole: { part, ...got } });
  } catch (error) {
    await rm(part, { force: true });
    const raced = error instanceof Refusal && error.answer === codes.documentNameExists && facts.same === 'refuse';
    throw raced ? new DavRefusal(412) : error;
  }
}
