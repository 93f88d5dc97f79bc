import { text } from 'node:stream/consumers';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { archives } from '@dossier/contract/documents/content';
import type { Context, Services } from '../../../platform/context.ts';
import type { Delivered } from '../../../platform/events/event.ts';
import { Postponed, subscribe } from '../../../platform/events/outbox.ts';
import { newId } from '../../../platform/ids.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { freeName, nameKey } from '../../../platform/text/names.ts';
import { requireContainer } from '../../access/require-items.ts';
import { requireFreeQuota } from '../../identity/quotas.ts';
import { contextForPerson, type RunAs, runAs } from '../../identity/run-as.ts';
import { notify } from '../../notifications/notify.ts';
import { archiveArrived, documentExtracted } from '../events.ts';
import { requireContentUse } from '../file-tickets.ts';
import { ensureFolders, type KnownDepths, requireDepth, requireOpenContainer } from '../folders.ts';
import { checkNames, type LastNumbers } from '../item-names.ts';
import { addRevision, placeDocument } from '../place-document.ts';
import { recordContent, unreadableContents } from '../content-verdicts.ts';
import { revisionsOfIds } from '../revisions.ts';
import { requireDiskSpace, withReservedSpace } from '../open-uploads.ts';
import { pathTree } from '../uploads.ts';
import { type ArchiveEntry, dropEntries, openArchive, type StoredEntry, storeEntries } from './archive-entries.ts';

const maxFolders = 20_000;
/** An archive whose verdict has not come is looked at again after this time. */
const judgedSoonMs = 2000;

/** Refuses before anything is placed: too many folders, too deep ones, or an existing folder without the right to upload. */
async function requireFoldersAllowed(ctx: Context, place: number, entries: ArchiveEntry[]): Promise<void> {
  const { item } = await requireContainer(ctx, right.visible | right.upload, place);
  await requireOpenContainer(ctx, item);
  const tree = await pathTree(
    entries.map(({ names, folder }) => ({ names: folder ? names : names.slice(0, -1) })),
    maxFolders,
  );
  if (tree === undefined) throw new Refusal(codes.archiveTooLarge);
  await requireDepth(ctx, item, tree.depth);
  const yieldIfDue = yieldToEventLoop();
  const waiting = [{ parentId: String(place), below: tree.top.below }];
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    await yieldIfDue();
    const { parentId, below } = level;
    if (below.size === 0) continue;
    const { taken } = await checkNames(ctx, { parentId, names: [...below.values()].map(({ name }) => name) });
    for (const { name, id, objType: kind } of taken) {
      // a document keeps its name: the folder will be created under another one
      if (kind === objType.document) continue;
      if (id === undefined) throw new Refusal(codes.noRightToUpload);
      await requireContainer(ctx, right.visible | right.upload, id);
      waiting.push({ parentId: id, below: below.get(nameKey(name))?.below ?? new Map() });
    }
  }
}

/** Schedules the extraction of a zip; a message reports the result. Other archives are refused at once. */
export async function extractDocument(ctx: Context, input: ParsedOf<typeof archives.extract>) {
  const { item, revision } = await requireContentUse(ctx, 'download', { id: input.id });
  if (item.ext !== 'zip' && extensions.archive.has(item.ext)) throw new Refusal(codes.onlyZipExtraction);
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId ?? item.parent_id);
  await requireZipSignature(ctx.services, revision.sha256);
  const facts = { objId: place.id, objName: item.name, sha256: revision.sha256, documentId: item.id };
  await ctx.emit(archiveArrived, { ...facts, spaceId: ctx.user.organisationId });
  return {};
}

/** Every zip begins with a local header, or with the end record where it is empty. */
async function requireZipSignature(services: Services, sha256: string): Promise<void> {
  if (!(await services.storage.has(sha256))) throw new Refusal(codes.bytesMissing);
  const { size = 0 } = (await services.storage.stat(sha256)) ?? {};
  const start = size < 4 ? '' : (await services.storage.read(sha256, { start: 0, end: 3 })).toString('hex');
  if (!['504b0304', '504b0506', '504b0708'].includes(start)) throw new Refusal(codes.onlyZipExtraction);
}

type ExtractionOrder = Delivered<typeof archiveArrived>['data'];

async function runExtraction(services: Services, event: Delivered<typeof archiveArrived>): Promise<void> {
  const order = event.data;
  const who: RunAs = { personId: event.personId ?? 0, spaceId: order.spaceId, address: event.address };
  const about = { personId: who.personId, spaceId: order.spaceId, objType: objType.folder, objId: order.objId, name: order.objName };
  if (await isExtracted(services, event.id)) return;
  let stands: Placed = { folders: 0, files: 0 };
  const told = async (ctx: Context, all: number): Promise<void> => {
    await ctx.emit(documentExtracted, { objId: order.documentId ?? order.objId, objName: order.objName, count: all });
    await notify(ctx.db, { ...about, kind: 'extracted', facts: { count: all }, at: ctx.now });
  };
  try {
    await unpack(services, { ...order, who, job: event.id, told, placed: (sofar) => void (stands = sofar) });
    await markExtracted(services, event.id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const facts = { reason: error.answer.name, count: stands.files, folders: stands.folders };
    await services.database.write((db) => notify(db, { ...about, kind: 'extractFailed', facts, at: services.now() }));
    services.outbox.wake();
  }
}

interface ExtractionJob extends ExtractionOrder {
  who: RunAs;
  job: number;
  told: (ctx: Context, count: number) => Promise<void>;
  placed: (sofar: Placed) => void;
}

/** A requester who lost access to the archive gets nothing more from it; an uploaded archive belongs to its uploader. */
async function requireArchiveAccess(ctx: Context, { documentId }: ExtractionOrder): Promise<void> {
  if (documentId !== undefined) await requireContentUse(ctx, 'download', { id: String(documentId) });
}

/** Every error in the archive itself is raised before anything is placed. */
async function unpack(services: Services, order: ExtractionJob): Promise<void> {
  const ctx = await contextForPerson(services, services.database.read, order.who);
  // the archive that was uploaded to be extracted is judged before
  const verdict = (await unreadableContents(services, ctx.db, [order.sha256])).get(order.sha256);
  if (verdict === 'waiting') throw new Postponed(judgedSoonMs);
  await requireArchiveAccess(ctx, order);
  await requireZipSignature(services, order.sha256);
  await services.storage.withLocalFile(order.sha256, (path) => unpackFile(ctx, path, order));
}

async function unpackFile(ctx: Context, path: string, { who, job, told, placed, ...order }: ExtractionJob): Promise<void> {
  const { services } = ctx;
  const archive = await openArchive(path);
  try {
    const { entries, bytes } = archive;
    await requireDiskSpace(services, bytes);
    await requireFreeQuota(ctx, (await requireContainer(ctx, right.visible | right.upload, order.objId)).item, bytes);
    await requireFoldersAllowed(ctx, order.objId, entries);
    const ids = await reserveIds(services, job, entries.length);
    const files = await withReservedSpace(services, bytes, () => storeEntries(services, job, entries));
    const folders = entries.filter((entry) => entry.folder);
    const needed = (inside: Context) => requireArchiveAccess(inside, order);
    const placing = { who, place: order.objId, ids, placed, needed, told: (last: Context) => told(last, files.length) };
    try {
      await placeEntries(services, { folders, files }, placing);
    } catch (error) {
      await dropEntries(services, files);
      throw error;
    }
  } finally {
    archive.close();
  }
}

/** Extracts archives in the background, one at a time. */
export const extractionSubscriber = subscribe(archiveArrived, {
  name: 'content.extract',
  job: (event, services) => runExtraction(services, event),
});

/** The ids of the document and the revision that an entry of an archive becomes. */
type EntryIds = [document: number, revision: number];

const reservationName = (job: number): string => `${job}.ids`;

const writeReservation = ({ storage }: Services, job: number, what: EntryIds[] | 'done'): Promise<void> =>
  storage.parts.keep(reservationName(job), Buffer.from(JSON.stringify(what)));

async function readReservation(services: Services, job: number): Promise<EntryIds[] | 'done' | undefined> {
  try {
    return JSON.parse(await text(services.storage.parts.read(reservationName(job)))) as EntryIds[] | 'done';
  } catch {
    // missing, or truncated by a kill: nothing was placed yet
    return undefined;
  }
}

/**
 * Reserves the ids of everything that a job will create. They stay the same when the job is repeated after a kill, so that what is placed
 * already is recognised.
 */
async function reserveIds(services: Services, job: number, count: number): Promise<EntryIds[]> {
  const known = await readReservation(services, job);
  if (known !== undefined && known !== 'done' && known.length === count) return known;
  const ids = Array.from({ length: count }, (): EntryIds => [newId(), newId()]);
  await writeReservation(services, job, ids);
  return ids;
}

/** Records that a job ended and has reported its result; the record is swept with the parts. */
const markExtracted = (services: Services, job: number): Promise<void> => writeReservation(services, job, 'done');

const isExtracted = async (services: Services, job: number): Promise<boolean> => (await readReservation(services, job)) === 'done';

/** Folder ids by their paths in the archive; the empty path is the target container. */
type Folders = ReadonlyMap<string, number>;

/** The archive folders that a transaction knows: those placed before, and those that it finds or creates. */
interface FolderCache {
  known: Folders;
  fresh: Map<string, number>;
  depths: KnownDepths;
}

/** The folder at the end of an archive path, created where it is missing. Where a document has the name, the folder gets a number. */
async function placeEntryFolder(ctx: Context, folderCache: FolderCache, path: readonly string[]): Promise<number> {
  const key = path.join('/');
  const known = folderCache.fresh.get(key) ?? folderCache.known.get(key);
  if (known !== undefined) return known;
  const parent = await placeEntryFolder(ctx, folderCache, path.slice(0, -1));
  const id = await ensureFolder(ctx, parent, { name: path.at(-1) ?? '_', depths: folderCache.depths });
  folderCache.fresh.set(key, id);
  return id;
}

async function ensureFolder(ctx: Context, parent: number, { name, depths }: { name: string; depths: KnownDepths }): Promise<number> {
  const { item } = await requireContainer(ctx, right.visible | right.upload, parent);
  const tried = new Set<string>();
  for (let attempt = 0; attempt < 100; attempt++) {
    const candidate = freeName(name, (one) => tried.has(nameKey(one)));
    try {
      return (await ensureFolders(ctx, item, { path: [candidate], depths })).id;
    } catch (error) {
      // thrown before anything is written
      if (!(error instanceof Refusal) || error.answer.code !== codes.documentNameExists.code) throw error;
      tried.add(nameKey(candidate));
    }
  }
  throw new Refusal(codes.folderNameExists);
}

/** Limits of one transaction, since all other writes wait for its end. */
const transactionLimits = { ms: 50, files: 200 };

/** Where the files of an archive are placed, and under which ids. */
interface Placement {
  who: RunAs;
  place: number;
  ids: readonly EntryIds[];
  /** Runs in each transaction before anything is placed: a refusal ends the job. */
  needed: (ctx: Context) => Promise<void>;
  /** Runs in the last transaction. */
  told: (ctx: Context) => Promise<void>;
  /** Receives the progress after each transaction. */
  placed: (sofar: Placed) => void;
}

/** How many folders and files of the archive are placed. */
interface Placed {
  folders: number;
  files: number;
}

/** The bytes were freed while the archive was read: the job is repeated. */
class BytesGone extends Error {}

/** Places the folders and stored files of an archive in several transactions, so that other writes run in between. */
async function placeEntries(
  services: Services,
  wanted: { folders: readonly ArchiveEntry[]; files: readonly StoredEntry[] },
  placing: Placement,
): Promise<void> {
  const known = new Map([['', placing.place]]);
  let sofar: Placed = { folders: 0, files: 0 };
  do {
    const done = await runAs(services, placing.who, async (ctx) => {
      await placing.needed(ctx);
      const until = performance.now() + transactionLimits.ms;
      // a transaction may be retried: what a failed attempt collected is dropped
      const folderCache: FolderCache = { known, fresh: new Map(), depths: new Map() };
      const left = {
        folders: wanted.folders.slice(sofar.folders),
        files: wanted.files.slice(sofar.files, sofar.files + transactionLimits.files),
      };
      const folders = sofar.folders + (await placeFolders(ctx, left.folders, { folderCache, until }));
      const isAll = folders === wanted.folders.length;
      const files = sofar.files + (isAll ? await placeSome(ctx, left.files, { ids: placing.ids, folderCache, until }) : 0);
      if (isAll && files === wanted.files.length) await placing.told(ctx);
      return { folders, files, fresh: folderCache.fresh };
    });
    for (const [path, id] of done.fresh) known.set(path, id);
    sofar = { folders: done.folders, files: done.files };
    placing.placed(sofar);
  } while (sofar.folders < wanted.folders.length || sofar.files < wanted.files.length);
}

/** The work of one transaction: at least one entry, then until its time is over. */
interface TransactionSlice {
  folderCache: FolderCache;
  until: number;
}

async function placeFolders(ctx: Context, folders: readonly ArchiveEntry[], { folderCache, until }: TransactionSlice): Promise<number> {
  let count = 0;
  for (const { names } of folders) {
    if (count > 0 && performance.now() > until) break;
    await placeEntryFolder(ctx, folderCache, names);
    count += 1;
  }
  return count;
}

/** Answers how many entries are placed, including those placed before the process was killed. */
async function placeSome(
  ctx: Context,
  files: readonly StoredEntry[],
  { ids, folderCache, until }: TransactionSlice & { ids: readonly EntryIds[] },
): Promise<number> {
  const done = new Set(
    (
      await revisionsOfIds(
        ctx.db,
        files.map((one) => ids[one.at]?.[1] ?? 0),
      )
    ).map((row) => row.id),
  );
  const numbers: LastNumbers = new Map();
  let count = 0;
  for (const { entry, at, sha256 } of files) {
    if (count > 0 && performance.now() > until) break;
    count += 1;
    const [id, revisionId] = ids[at] ?? [newId(), newId()];
    if (done.has(revisionId)) continue;
    const into = await placeEntryFolder(ctx, folderCache, entry.names.slice(0, -1));
    const { item: place } = await requireContainer(ctx, right.visible | right.upload, into);
    await recordContent(ctx, { sha256, size: entry.size }, ctx.now);
    if (!(await ctx.services.storage.has(sha256))) throw new BytesGone();
    const arrived = { id, revisionId, name: entry.names.at(-1) ?? '_', size: entry.size, onSameName: 'rename' as const, numbers };
    const placed = await placeDocument(ctx, place, arrived);
    await addRevision(ctx, placed, { sha256, size: entry.size, name: placed.name });
  }
  return count;
}
