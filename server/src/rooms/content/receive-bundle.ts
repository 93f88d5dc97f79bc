import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { codes } from '@dossier/contract/codes';
import { type BundleAnswer, type BundleHead, bundlePath, mostInBundle } from '@dossier/contract/content';
import { right } from '@dossier/contract/rights';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx, House } from '../../ground/ctx.ts';
import { answerText } from '../../ground/http/answer.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Held, needPlace } from '../library/need-items.ts';
import { admit } from '../session/admit.ts';
import { type BundledFile, finishBundle, type Outcome } from './finish-bundle.ts';
import type { Arriving } from './finish-upload.ts';
import { needWelcome } from './open-upload.ts';
import { countOpened, ofPerson, uncountOpened } from './opened-uploads.ts';
import { type Acting, contextOfPerson } from './person-context.ts';
import { type Pieces, piecesOf, readHead } from './read-bundle.ts';
import { receivePart, refusingFull, small } from './receive-bytes.ts';

/** How many bundles of one person come in at a time: each may hold some megabytes of memory. */
const mostAtOnce = 16;
/** How long one may take to come in. */
const longestMs = 5 * 60_000;
/** So much later than its sender says a file may have been sent the first time: the ways there and back take a while. */
const wayMs = 60_000;

const coming = new WeakMap<House, Map<number, number>>();

/** Runs as one of the few bundles of a person. */
async function amongFew<T>(house: House, person: number, work: () => Promise<T>): Promise<T> {
  const counts = coming.get(house) ?? new Map<number, number>();
  coming.set(house, counts);
  const count = counts.get(person) ?? 0;
  if (count >= mostAtOnce) throw new Refusal(codes.tooManyRequests);
  counts.set(person, count + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(person) ?? 1) - 1;
    if (left === 0) counts.delete(person);
    else counts.set(person, left);
  }
}

type Announced = z.output<typeof BundleHead>['files'][number];

/** A file that may come. */
interface Awaited {
  facts: Arriving;
  since: number | undefined;
}

/** Refuses what can be refused before the bytes are in, each file for itself. */
async function welcome(ctx: Ctx, files: readonly Announced[]): Promise<Array<Awaited | Refusal>> {
  const places = new Map<string, Promise<Held>>();
  const placeOf = (id: string): Promise<Held> => {
    const place = places.get(id) ?? needPlace(ctx, right.visible | right.upload, id);
    places.set(id, place);
    return place;
  };
  const answers: Array<Awaited | Refusal> = [];
  for (const file of files) answers.push(await welcomeOne(ctx, file, placeOf).catch(orRefusal));
  return answers;
}

async function welcomeOne(ctx: Ctx, file: Announced, placeOf: (id: string) => Promise<Held>): Promise<Awaited> {
  const { item: place } = await placeOf(file.parentId);
  const { size, sha256, onSameName: same, sentAgo } = file;
  // a name that the first try took is no reason to refuse the second
  const { name, path } = await needWelcome(ctx, place, { ...file, same: sentAgo === undefined ? same : 'any' });
  const facts: Arriving = { id: newId(), revision: newId(), place: place.id, path, name, size, same, ...(sha256 && { sha256 }) };
  await countOpened(ctx.house, ofPerson(ctx.user.id), { ...facts, until: ctx.now + longestMs });
  return { facts, since: sentAgo === undefined ? undefined : ctx.now - sentAgo - wayMs };
}

function orRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Takes in the bytes of a file; a small one stays in memory. */
async function receiveOne(house: House, { facts, since }: Awaited, pieces: Pieces): Promise<BundledFile> {
  const part = house.blobs.partPath(String(facts.id));
  const { size } = facts;
  if (size <= small) {
    const bytes = await pieces.take(size);
    return { facts, since, whole: { part, bytes, sha256: hash('sha256', bytes) } };
  }
  const sha256 = await receivePart(house, part, { size, body: pieces.pass(size) });
  if (sha256 === undefined) throw new Refusal(codes.uploadSizeWrong);
  return { facts, since, whole: { part, sha256 } };
}

/** Takes in all files, past the bytes of those that were refused. */
async function receiveAll(house: House, files: ReadonlyArray<Awaited | Refusal>, { sizes, pieces }: { sizes: number[]; pieces: Pieces }) {
  const received: Array<BundledFile | Refusal> = [];
  for (const [at, file] of files.entries()) {
    if (file instanceof Refusal) {
      for await (const piece of pieces.pass(sizes[at] ?? 0)) void piece;
      received.push(file);
      continue;
    }
    const got = await refusingFull(() => receiveOne(house, file, pieces)).catch(unlessLost);
    const isWrong = !(got instanceof Refusal) && got.facts.sha256 !== undefined && got.facts.sha256 !== got.whole.sha256;
    received.push(isWrong ? new Refusal(codes.uploadHashWrong) : got);
  }
  await pieces.end();
  return received;
}

/** A full disk refuses a file; bytes that are missing refuse all. */
function unlessLost(error: unknown): Refusal {
  const refusal = orRefusal(error);
  if (refusal.answer === codes.uploadSizeWrong) throw refusal;
  return refusal;
}

/** Puts the outcomes of those that came to their end in the places of all. */
async function finish(house: House, files: ReadonlyArray<BundledFile | Refusal>, who: Acting): Promise<Outcome[]> {
  const whole = files.flatMap((file) => (file instanceof Refusal ? [] : [file]));
  const outcomes = whole.length === 0 ? [] : await finishBundle(house, whole, who);
  return files.map((file) => (file instanceof Refusal ? file : (outcomes[whole.indexOf(file)] ?? new Refusal(codes.uploadFailed))));
}

const wordOf = (outcome: Outcome, lang: Lang): BundleAnswer['files'][number] =>
  outcome instanceof Refusal
    ? { code: outcome.answer.code, message: answerText(outcome.answer, lang) }
    : { code: codes.ok.code, message: 'OK', id: String(outcome) };

/** Takes a bundle of a person who was let in. */
async function take(house: House, pieces: Pieces, who: Acting): Promise<Outcome[]> {
  const ctx = await contextOfPerson(house, house.database.read, who);
  const announced = await readHead(pieces);
  const files = await welcome(ctx, announced);
  const ids = new Set(files.flatMap((file) => (file instanceof Refusal ? [] : [file.facts.id])));
  try {
    const received = await receiveAll(house, files, { sizes: announced.map(({ size }) => size), pieces });
    return await finish(house, received, who);
  } catch (error) {
    const large = files.flatMap((file) => (file instanceof Refusal || file.facts.size <= small ? [] : [file.facts.id]));
    await Promise.all(large.map((id) => rm(house.blobs.partPath(String(id)), { force: true })));
    throw error;
  } finally {
    uncountOpened(house, who.personId, ids);
  }
}

/** The most that a body has: the length of the head, the head, the files. */
const mostBytes = 4 + mostInBundle.head + mostInBundle.bytes;

async function post(house: House, request: FileRequest, reply: FileReply) {
  const { raw, headers } = request;
  try {
    const user = await admit(house, tokenOf(request), house.now());
    if (headers['content-type'] !== 'application/octet-stream') throw new Refusal(codes.invalidParams);
    if (Number(headers['content-length'] ?? 0) > mostBytes) throw new Refusal(codes.uploadTotalTooLarge);
    const who = { personId: user.id, spaceId: user.organisationId, sessionId: user.sessionId, address: request.ip };
    const late = setTimeout(() => void raw.destroy(), longestMs);
    const outcomes = await amongFew(house, user.id, () => take(house, piecesOf(raw), who)).finally(() => clearTimeout(late));
    const data: BundleAnswer = { files: outcomes.map((outcome) => wordOf(outcome, user.lang)) };
    return reply.header('cache-control', 'no-store').send({ code: codes.ok.code, message: 'OK', data });
  } catch (error) {
    // whoever still sends is to hear why
    raw.resume();
    throw error;
  }
}

/** Several small files in one request. */
export const bundleFile: ServedFile[] = [{ method: 'POST', path: bundlePath, handle: post }];
