import { mkdir, rm } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { House } from '../../ground/ctx.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needItem, needPlace } from '../library/need-items.ts';
import { needUnlocked } from '../library/update-item.ts';
import { findFinished, finishUpload } from './finish-upload.ts';
import { admit, needSessionIn } from '../session/admit.ts';
import { type Acting, contextOfPerson } from './person-context.ts';
import { hasArrived } from './queries.ts';
import { type Open, receive, receivedOf } from './receive-bytes.ts';
import type { Whole } from './store-bytes.ts';
import { needUpload, type UploadFacts } from './upload-ticket.ts';

const path = '/upload/:ticket';
/** A piece that brought nothing for so long is taken for dead when its sender comes again. */
const silentMs = 10_000;
const opens = new WeakMap<House, Map<number, Open>>();

function openOf(house: House, id: number): Open {
  let all = opens.get(house);
  if (all === undefined) opens.set(house, (all = new Map()));
  let found = all.get(id);
  if (found === undefined) all.set(id, (found = { busy: false, hashed: 0, at: house.now() }));
  return found;
}

/** Forgets what no piece came for since then. */
export function forgetUploads(house: House, before: number): void {
  const all = opens.get(house);
  for (const [id, upload] of all ?? []) if (!upload.busy && upload.at < before) all?.delete(id);
}

/** An open upload, and who brings its bytes. */
interface Admitted {
  facts: UploadFacts;
  who: Acting;
}

/** Who brings the bytes: the visit of a link, or a session that lives, one of the same person that the request names, so that an upload goes on after signing in again, else the ticket's own. */
async function bringer(house: House, request: FileRequest): Promise<Admitted> {
  const facts = needUpload(house, (request.params as { ticket?: unknown }).ticket);
  const who = { personId: facts.person, spaceId: facts.space, address: request.ip };
  if (facts.visit !== undefined) return { facts, who: { ...who, visitId: facts.visit } };
  const token = tokenOf(request);
  const user = token === undefined ? undefined : await admit(house, token, house.now()).catch(unlessRefused);
  // another space of the same person is another place: there the upload waits
  if (user?.id === facts.person && user.organisationId === (facts.space ?? user.organisationId))
    return { facts, who: { ...who, sessionId: user.sessionId } };
  await needSessionIn(house, { session: facts.session, space: facts.space });
  return { facts, who: { ...who, sessionId: facts.session } };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** The door, at every piece: the session, the account, and the right to put something there. */
async function admitted(house: House, request: FileRequest, reply: FileReply): Promise<Admitted> {
  reply.headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' });
  const { facts, who } = await bringer(house, request);
  const ctx = await contextOfPerson(house, house.database.read, who);
  if (facts.document === undefined) await needPlace(ctx, right.visible | right.upload, facts.place ?? 0);
  else needUnlocked(ctx, (await needItem(ctx, right.visible | right.modify, facts.document, objType.document)).item);
  return { facts, who };
}

/** Runs alone among the requests of one upload. */
async function alone<T>(house: House, id: number, work: (upload: Open) => Promise<T>): Promise<T> {
  const upload = openOf(house, id);
  if (upload.busy) {
    if (upload.at < house.now() - silentMs) upload.cut?.();
    throw new Refusal({ ...codes.uploadBusy, status: 423 });
  }
  upload.busy = true;
  upload.at = house.now();
  try {
    return await work(upload);
  } finally {
    upload.busy = false;
  }
}

const partOf = (house: House, facts: UploadFacts): string => house.blobs.partPath(String(facts.id));

/** Whether the upload is through, and as which document. */
async function ended(house: House, facts: UploadFacts): Promise<{ documentId?: number } | undefined> {
  if (facts.extract === true) return (await hasArrived(house.database.read, facts.id)) ? {} : undefined;
  const documentId = await findFinished(house, facts);
  return documentId === undefined ? undefined : { documentId };
}

function needReceived(house: House, facts: UploadFacts): number {
  const received = receivedOf(partOf(house, facts));
  if (received === undefined) throw new Refusal({ ...codes.uploadMissing, status: 410 });
  return received;
}

async function finish(house: House, { facts, who }: Admitted, whole: Whole) {
  const documentId = await finishUpload(house, facts, { who, whole });
  opens.get(house)?.delete(facts.id);
  return documentId;
}

function answer(reply: FileReply, status: number, facts: { offset: number; size?: number; documentId?: number }): FileReply {
  reply.header('upload-offset', String(facts.offset));
  if (facts.size !== undefined) reply.header('upload-length', String(facts.size));
  if (facts.documentId !== undefined) reply.header('dossier-document', String(facts.documentId));
  return reply.status(status).send();
}

/** How far the upload is. Bytes that are all there without a document, as after a crash, become one first: whoever hears "all" may go. */
async function head(house: House, request: FileRequest, reply: FileReply) {
  const { facts, who } = await admitted(house, request, reply);
  const { size } = facts;
  const done = await ended(house, facts);
  if (done !== undefined) return answer(reply, 200, { offset: size, size, ...done });
  return alone(house, facts.id, async () => {
    const offset = needReceived(house, facts);
    if (offset < size) return answer(reply, 200, { offset, size });
    const part = partOf(house, facts);
    const whole: Whole = size === 0 ? { part, bytes: Buffer.alloc(0), sha256: emptySha } : { part };
    return answer(reply, 200, { offset, size, documentId: await finish(house, { facts, who }, whole) });
  });
}

const emptySha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function patch(house: House, request: FileRequest, reply: FileReply) {
  const { facts, who } = await admitted(house, request, reply);
  const { headers } = request;
  const claimed = headers['upload-offset'];
  if (headers['content-type'] !== 'application/offset+octet-stream' || typeof claimed !== 'string' || !/^\d{1,16}$/.test(claimed))
    throw new Refusal(codes.invalidParams);
  const { id, size } = facts;
  const start = Number(claimed);
  return alone(house, id, async (upload) => {
    const done = await ended(house, facts);
    if (done !== undefined && start === size) return answer(reply, 204, { offset: size, ...done });
    if (done !== undefined || start !== needReceived(house, facts)) throw new Refusal(codes.uploadOffsetWrong);
    if (start + Number(headers['content-length'] ?? 0) > size) throw new Refusal(codes.uploadSizeWrong);
    const part = partOf(house, facts);
    const got = await receive(house, upload, { part, offset: start, size, body: request.raw });
    if (got.offset < size) return answer(reply, 204, { offset: got.offset });
    return answer(reply, 204, { offset: size, documentId: await finish(house, { facts, who }, { part, ...got }) });
  });
}

/** Ends an upload; what came of it goes. */
async function end(house: House, request: FileRequest, reply: FileReply) {
  reply.header('tus-resumable', '1.0.0');
  const { facts } = await bringer(house, request);
  const known = openOf(house, facts.id);
  if (known.busy) known.cut?.();
  return alone(house, facts.id, async () => {
    const part = partOf(house, facts);
    if ((await ended(house, facts)) === undefined && receivedOf(part) !== undefined) {
      await rm(part, { force: true });
      await mkdir(part);
    }
    return reply.status(204).send();
  });
}

async function options(_house: House, _request: FileRequest, reply: FileReply) {
  return reply.status(204).headers({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'termination' }).send();
}

/** The tus 1.0 protocol at the address of one upload. */
export const uploadFiles: ServedFile[] = [
  { method: 'HEAD', path, handle: head },
  { method: 'PATCH', path, handle: patch },
  { method: 'DELETE', path, handle: end },
  { method: 'OPTIONS', path, handle: options },
];
