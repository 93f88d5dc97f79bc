import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { archives } from '@dossier/contract/documents/content';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { subscribe } from '../../platform/events/outbox.ts';
import { disposition, sendRange } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findVisibleItems, requireItems } from '../access/require-items.ts';
import { requireDownloadAddress } from '../identity/address-restrictions.ts';
import { requireSessionInSpace } from '../identity/authentication.ts';
import { type RunAs, contextForPerson, runAs } from '../identity/run-as.ts';
import { messageItems } from '../notifications/messages.ts';
import { notify } from '../notifications/notify.ts';
import { allZips, deleteOldZips, deleteZipsBeyond, deleteZipsOf, insertZip, zipById } from './archives/zips.queries.ts';
import { refusalOf, unreadableContents } from './content-verdicts.ts';
import { zipOrdered } from './events.ts';
import { withReservedSpace } from './open-uploads.ts';
import { backgroundLimits, logZipDownload, planZip, selectionIds, zipStream } from './zip-downloads.ts';

const hour = 3600_000;

const zipFolder = (services: Services): string => join(services.config.data, 'zips');

/** The paths of a finished zip and of the list of its documents. */
export async function zipPaths(services: Services, id: number): Promise<{ zip: string; list: string; part: string }> {
  const folder = zipFolder(services);
  await mkdir(folder, { recursive: true });
  return { zip: join(folder, `${id}.zip`), list: join(folder, `${id}.json`), part: join(folder, `${id}.part`) };
}

/** Sweeps expired zips, and what a crash left of unfinished ones. */
export function zipSweep(): (services: Services) => Promise<void> {
  let partsBefore: number | undefined;
  return async (services) => {
    const now = services.now();
    // a part from before the start is abandoned, unless other servers share the same data
    await sweepZips(services, { partsBefore: partsBefore ?? now - (services.database.engine === 'sqlite' ? 1000 : hour) });
    // the next sweep runs in an hour, and an active part is written to by then
    partsBefore = now;
  };
}

/** Removes expired zips, and parts without a write since a time. */
export async function sweepZips(services: Services, { partsBefore }: { partsBefore: number }): Promise<void> {
  const now = services.now();
  await services.database.write((db) => deleteOldZips(db, now));
  const kept = new Set((await allZips(services.database.read)).map((row) => String(row.id)));
  const names = await readdir(zipFolder(services)).catch(() => []);
  for (const name of names) {
    if (kept.has(name.split('.')[0] ?? '')) continue;
    const path = join(zipFolder(services), name);
    // a part, and the list beside it, may belong to a zip that is being written now
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < partsBefore) await rm(path, { force: true });
  }
}

/** Deletes the zips of a user who is removed. */
export const forgetZipsOf = async (db: Db, personId: number): Promise<void> => void (await deleteZipsOf(db, personId));

const validMs = 24 * 3600_000;
/** Zips that a user has at a time: they lie beside the documents, and no quota counts them. */
const maxZipsOfPerson = 5;

/** Removes the oldest zips of a user, so that one more is within the limit. */
async function removeOldestZips(services: Services, personId: number): Promise<void> {
  const gone = await services.database.write((db) => deleteZipsBeyond(db, personId, maxZipsOfPerson - 1));
  for (const { id } of gone) {
    const { zip, list } = await zipPaths(services, id);
    for (const path of [zip, list]) await rm(path, { force: true });
  }
}

/** Schedules the zip of a folder or a selection; a message reports when it is ready, or why it is not. */
export async function orderZip(ctx: Context, input: ParsedOf<typeof archives.compress>) {
  const ids = selectionIds(input.id);
  await requireDownloadAddress(ctx);
  const [first] = await requireItems(ctx, right.visible, ids);
  const about = { spaceId: ctx.user.organisationId, objId: first?.item.id, objName: first?.item.name };
  await ctx.emit(zipOrdered, { ids, ...about, ...(input.attachments && { attachments: true }) });
  return {};
}

async function makeZip(services: Services, event: Delivered<typeof zipOrdered>): Promise<void> {
  const { ids, objName = '', spaceId, attachments = false } = event.data;
  const who = { personId: event.personId ?? 0, spaceId, address: event.address };
  try {
    await writeZipFile(services, who, { ids, attachments });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = { personId: who.personId, spaceId, name: `${objName}.zip`, at: services.now() };
    const reason = error.answer.name;
    await services.database.write((db) => notify(db, { ...message, kind: 'zipFailed', facts: { reason } }));
    services.outbox.wake();
  }
}

async function writeZipFile(services: Services, who: RunAs, what: { ids: string[]; attachments: boolean }): Promise<void> {
  const asking = await contextForPerson(services, services.database.read, who);
  const plan = await planZip(asking, what.ids, { limits: backgroundLimits, attachments: what.attachments });
  const bytes = plan.documents.reduce((sum, document) => sum + document.size, 0);
  await removeOldestZips(services, who.personId);
  const id = newId();
  const { zip, list, part } = await zipPaths(services, id);
  try {
    await withReservedSpace(services, bytes, () => pipeline(zipStream(services, plan), createWriteStream(part, { flush: true })));
    await writeFile(list, JSON.stringify(plan.documents.map(({ id: documentId, sha256 }): ZippedDocument => ({ id: documentId, sha256 }))));
    await rename(part, zip);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const { size } = await stat(zip);
  const name = `${plan.name}.zip`;
  await runAs(services, who, async (ctx) => {
    await insertZip(ctx.db, { id, person_id: who.personId, name, size, created_at: ctx.now, expires_at: ctx.now + validMs });
    await logZipDownload(ctx, plan);
    const about = { personId: who.personId, spaceId: who.spaceId };
    await notify(ctx.db, { ...about, kind: 'zipReady', facts: {}, objId: id, name, ext: 'zip', at: ctx.now });
  });
}

/** A document in a finished zip, with the content that it had. */
interface ZippedDocument {
  id: number;
  sha256: string;
}

/** The documents in a finished zip; one from before an upgrade names no contents. */
async function documentsIn(services: Services, id: number): Promise<ZippedDocument[]> {
  const { list } = await zipPaths(services, id);
  const listed = JSON.parse(await readFile(list, 'utf8')) as (number | ZippedDocument)[];
  return listed.map((one) => (typeof one === 'number' ? { id: one, sha256: '' } : one));
}

/** Refuses a zip with a content in which a virus was found since. */
async function requireNoVirus(ctx: Context, documents: readonly ZippedDocument[]): Promise<void> {
  const verdicts = await unreadableContents(
    ctx.services,
    ctx.db,
    documents.map(({ sha256 }) => sha256),
  );
  if ([...verdicts.values()].some((verdict) => refusalOf(verdict) === codes.contentInfected)) throw new Refusal(codes.contentInfected);
}

/** Makes zips in the background, one at a time. */
export const zipSubscriber = subscribe(zipOrdered, {
  name: 'content.zip',
  job: (event, services) => makeZip(services, event),
});

const purpose = 'zipfile';
const validSeconds = 3600;
const path = '/zipfile/:ticket/:name';

interface ZipFileTicketFacts {
  session: number;
  space: number;
  person: number;
  zip: number;
}

/** An unexpired zip of the caller, who may still download everything in it: it was made with the rights of an earlier time. */
async function requireZip(ctx: Context, id: number) {
  await requireDownloadAddress(ctx);
  const row = await zipById(ctx.db, id);
  if (row === undefined || row.person_id !== ctx.user.id || row.expires_at < ctx.now) throw new Refusal(codes.zipMissing);
  const documents = await documentsIn(ctx.services, id).catch(() => {
    throw new Refusal(codes.zipMissing);
  });
  const ids = documents.map((document) => document.id);
  const authorised = await findVisibleItems(ctx, ids);
  if (authorised.length < ids.length || authorised.some(({ bits }) => (bits & right.download) === 0))
    throw new Refusal(codes.noRightToDownload);
  await requireNoVirus(ctx, documents);
  return row;
}

/** A URL to download the zip that a message announces. */
export async function downloadAnnouncedZip(ctx: Context, input: { id: string }) {
  const [about] = await messageItems(ctx, { msgId: input.id });
  const { id, name } = await requireZip(ctx, Number(about?.objId ?? 0));
  const facts: ZipFileTicketFacts = { session: ctx.user.sessionId, space: ctx.user.organisationId, person: ctx.user.id, zip: id };
  const ticket = ctx.services.tickets.sign(purpose, { ...facts }, validSeconds);
  return { downloadUrl: `/zipfile/${ticket}/${encodeURIComponent(name)}`, fileName: name };
}

async function sendZipFile(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const facts = services.tickets.open<ZipFileTicketFacts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await requireSessionInSpace(services, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const row = await requireZip(await contextForPerson(services, services.database.read, who), facts.zip);
  const { zip } = await zipPaths(services, row.id);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': disposition('attachment', row.name),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const read = (range?: { start: number; end: number }) => createReadStream(zip, { ...range, highWaterMark: 1 << 19 });
  return sendRange(request, reply, { size: row.size, tag: `zip-${row.id}`, changed: row.created_at, read });
}

/** A finished zip, whole or in ranges, so that a broken download resumes. */
export const zipFileEndpoints: ServedFile[] = [
  { method: 'HEAD', path, handle: sendZipFile },
  { method: 'GET', path, handle: sendZipFile },
];
