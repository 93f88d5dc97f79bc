import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { type BundleAnswer, BundleHead, bundlePath, mostInBundle } from '@dossier/contract/documents/content';
import type { z } from 'zod';
import type { Context, Services } from '../../../platform/context.ts';
import { answerText, inputRefusal } from '../../../platform/http/answers.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedItem, requireContainer } from '../../access/require-items.ts';
import { authenticateUnrestricted } from '../../identity/authentication.ts';
import { type RunAs, contextForPerson } from '../../identity/run-as.ts';
import { countOpenUpload, countersOfPerson, holdIncoming, releaseIncoming, uncountOpenUploads } from '../open-uploads.ts';
import type { IncomingFile } from '../place-document.ts';
import { inMemoryLimit, receivePart, refuseWhenDiskFull } from '../receive-bytes.ts';
import { requireUploadAllowed } from '../uploads.ts';
import { type BundleOutcome, type BundledFile, finishBundle } from './finish-bundle.ts';

/** Reads a body of several consecutive parts from its start; bytes missing at its end are 4608. */
interface BundleReader {
  /** The next bytes, buffered. */
  take(length: number): Promise<Buffer>;
  /** The next bytes as a stream. */
  pass(length: number): AsyncGenerator<Buffer>;
  /** Refuses remaining bytes. */
  end(): Promise<void>;
}

export function bundleReader(body: Readable): BundleReader {
  // the connection stays open, so that the refusal can be sent on it
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let buffered: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    try {
      const { value, done } = await chunks.next();
      buffered = done === true ? buffered : value;
      return done !== true;
    } catch {
      // the connection broke: the answer cannot be delivered
      throw new Refusal(codes.uploadSizeWrong);
    }
  }

  async function* pass(length: number): AsyncGenerator<Buffer> {
    let left = length;
    async function next(): Promise<Buffer> {
      if (buffered.length === 0 && !(await more())) throw new Refusal(codes.uploadSizeWrong);
      const piece = buffered.subarray(0, left);
      buffered = buffered.subarray(piece.length);
      left -= piece.length;
      return piece;
    }
    try {
      while (left > 0) yield await next();
    } finally {
      // a consumer may stop early: the rest is skipped, so that the next part starts at its offset
      while (left > 0) await next();
    }
  }

  return {
    pass,
    async take(length) {
      // one buffer: each chunk costs a hundred bytes and more, however short it is
      const taken = Buffer.allocUnsafe(length);
      let at = 0;
      for await (const piece of pass(length)) at += piece.copy(taken, at);
      return taken;
    },
    async end() {
      while (buffered.length === 0) if (!(await more())) return;
      throw new Refusal(codes.uploadSizeWrong);
    },
  };
}

/** The files that the head of a bundle lists. */
export async function readBundleHead(pieces: BundleReader) {
  const length = (await pieces.take(4)).readUInt32BE();
  if (length > mostInBundle.head) throw new Refusal(codes.invalidParams);
  const parsed = BundleHead.safeParse(parseJson((await pieces.take(length)).toString('utf8')));
  if (!parsed.success) throw inputRefusal(parsed.error);
  const { files } = parsed.data;
  if (files.reduce((sum, { size }) => sum + size, 0) > mostInBundle.bytes) throw new Refusal(codes.uploadTotalTooLarge);
  return files;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(codes.invalidParams);
  }
}

/** Concurrent bundles of one user: each may hold some megabytes of memory. */
const maxConcurrentBundles = 16;
/** Time limit of the transfer of a bundle. */
const longestMs = 5 * 60_000;
/** Tolerance for the network: the first attempt may have been this much earlier than its sender states. */
const networkDelayMs = 60_000;

const incomingBundles = new WeakMap<Services, Map<number, number>>();

/** Runs `work` in one of the user's bundle slots. */
async function withBundleSlot<T>(services: Services, person: number, work: () => Promise<T>): Promise<T> {
  const counts = incomingBundles.get(services) ?? new Map<number, number>();
  incomingBundles.set(services, counts);
  const count = counts.get(person) ?? 0;
  if (count >= maxConcurrentBundles) throw new Refusal(codes.tooManyRequests);
  counts.set(person, count + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(person) ?? 1) - 1;
    if (left === 0) counts.delete(person);
    else counts.set(person, left);
  }
}

type AnnouncedFile = z.output<typeof BundleHead>['files'][number];

/** A file that may be sent. */
interface ExpectedFile {
  facts: IncomingFile;
  since: number | undefined;
}

/** Refuses what can be refused before the transfer, each file separately. */
async function checkFiles(ctx: Context, files: readonly AnnouncedFile[]): Promise<Array<ExpectedFile | Refusal>> {
  const places = new Map<string, Promise<AuthorisedItem>>();
  const placeOf = (id: string): Promise<AuthorisedItem> => {
    const place = places.get(id) ?? requireContainer(ctx, right.visible | right.upload, id);
    places.set(id, place);
    return place;
  };
  const answers: Array<ExpectedFile | Refusal> = [];
  for (const file of files) answers.push(await checkFile(ctx, file, placeOf).catch(orRefusal));
  return answers;
}

async function checkFile(ctx: Context, file: AnnouncedFile, placeOf: (id: string) => Promise<AuthorisedItem>): Promise<ExpectedFile> {
  const { item: place } = await placeOf(file.parentId);
  const { size, sha256, onSameName: same, sentAgo } = file;
  // a name taken by the first attempt must not refuse the second
  const { name, path } = await requireUploadAllowed(ctx, place, { ...file, same: sentAgo === undefined ? same : 'any' });
  const facts: IncomingFile = { id: newId(), revision: newId(), place: place.id, path, name, size, same, ...(sha256 && { sha256 }) };
  await countOpenUpload(ctx.services, countersOfPerson(ctx.user.id), { ...facts, until: ctx.now + longestMs });
  await holdIncoming(ctx.services, facts);
  return { facts, since: sentAgo === undefined ? undefined : ctx.now - sentAgo - networkDelayMs };
}

function orRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Receives the bytes of a file; a small one stays in memory. */
async function receiveOne(services: Services, { facts, since }: ExpectedFile, pieces: BundleReader): Promise<BundledFile> {
  const part = String(facts.id);
  const { size } = facts;
  if (size <= inMemoryLimit) {
    const bytes = await pieces.take(size);
    return { facts, since, whole: { part, bytes, sha256: hash('sha256', bytes) } };
  }
  const sha256 = await receivePart(services, part, { size, body: pieces.pass(size) });
  if (sha256 === undefined) throw new Refusal(codes.uploadSizeWrong);
  return { facts, since, whole: { part, sha256 } };
}

/** Receives all files, skipping the bytes of refused ones. */
async function receiveAll(
  services: Services,
  files: ReadonlyArray<ExpectedFile | Refusal>,
  { sizes, pieces }: { sizes: number[]; pieces: BundleReader },
) {
  const received: Array<BundledFile | Refusal> = [];
  for (const [at, file] of files.entries()) {
    if (file instanceof Refusal) {
      for await (const piece of pieces.pass(sizes[at] ?? 0)) void piece;
      received.push(file);
      continue;
    }
    const got = await refuseWhenDiskFull(() => receiveOne(services, file, pieces)).catch(unlessLost);
    if (got instanceof Refusal) await services.storage.parts.remove(String(file.facts.id));
    const isWrong = !(got instanceof Refusal) && got.facts.sha256 !== undefined && got.facts.sha256 !== got.whole.sha256;
    received.push(isWrong ? new Refusal(codes.uploadHashWrong) : got);
  }
  await pieces.end();
  return received;
}

/** A full disk refuses one file; missing bytes refuse all. */
function unlessLost(error: unknown): Refusal {
  const refusal = orRefusal(error);
  if (refusal.answer === codes.uploadSizeWrong) throw refusal;
  return refusal;
}

/** Places the received files and merges the outcomes with the earlier refusals, in order. */
async function finish(services: Services, files: ReadonlyArray<BundledFile | Refusal>, who: RunAs): Promise<BundleOutcome[]> {
  const whole = files.flatMap((file) => (file instanceof Refusal ? [] : [file]));
  const outcomes = whole.length === 0 ? [] : await finishBundle(services, whole, who);
  return files.map((file) => (file instanceof Refusal ? file : (outcomes[whole.indexOf(file)] ?? new Refusal(codes.uploadFailed))));
}

const answerFor = (outcome: BundleOutcome, lang: Lang): BundleAnswer['files'][number] =>
  outcome instanceof Refusal
    ? { code: outcome.answer.code, message: answerText(outcome.answer, lang, outcome.detail) }
    : { code: codes.ok.code, message: 'OK', id: String(outcome) };

/** Receives a bundle of an authenticated user. */
async function receiveBundle(services: Services, pieces: BundleReader, who: RunAs): Promise<BundleOutcome[]> {
  const ctx = await contextForPerson(services, services.database.read, who);
  const announced = await readBundleHead(pieces);
  const files = await checkFiles(ctx, announced);
  const ids = new Set(files.flatMap((file) => (file instanceof Refusal ? [] : [file.facts.id])));
  try {
    const received = await receiveAll(services, files, { sizes: announced.map(({ size }) => size), pieces });
    return await finish(services, received, who);
  } catch (error) {
    const large = files.flatMap((file) => (file instanceof Refusal || file.facts.size <= inMemoryLimit ? [] : [file.facts.id]));
    await Promise.all(large.map((id) => services.storage.parts.remove(String(id))));
    throw error;
  } finally {
    uncountOpenUploads(services, who.personId, ids);
    releaseIncoming(services, ids);
  }
}

/** The longest body: the length of the head, the head, the files. */
const mostBytes = 4 + mostInBundle.head + mostInBundle.bytes;

async function handlePost(services: Services, request: FileRequest, reply: FileReply) {
  const { raw, headers } = request;
  try {
    const user = await authenticateUnrestricted(services, tokenOf(request), services.now());
    if (headers['content-type'] !== 'application/octet-stream') throw new Refusal(codes.invalidParams);
    if (Number(headers['content-length'] ?? 0) > mostBytes) throw new Refusal(codes.uploadTotalTooLarge);
    const who = { personId: user.id, spaceId: user.organisationId, sessionId: user.sessionId, address: request.ip };
    const late = setTimeout(() => void raw.destroy(), longestMs);
    const outcomes = await withBundleSlot(services, user.id, () => receiveBundle(services, bundleReader(raw), who)).finally(() =>
      clearTimeout(late),
    );
    const data: BundleAnswer = { files: outcomes.map((outcome) => answerFor(outcome, user.lang)) };
    return reply.header('cache-control', 'no-store').send({ code: codes.ok.code, message: 'OK', data });
  } catch (error) {
    // reads the rest, so that the sender receives the answer
    raw.resume();
    throw error;
  }
}

/** Several small files in one request. */
export const bundleEndpoint: ServedFile[] = [{ method: 'POST', path: bundlePath, handle: handlePost }];
