import { text } from 'node:stream/consumers';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { freeName, nameKey } from '../../../platform/text/names.ts';
import { requireContainer } from '../../access/require-items.ts';
import { type RunAs, runAs } from '../../identity/run-as.ts';
import { addRevision } from '../finish-upload.ts';
import { type KnownDepths, ensureFolders } from '../folders.ts';
import type { LastNumbers } from '../item-names.ts';
import { placeDocument } from '../place-document.ts';
import { retainBlob, revisionsOfIds } from '../revisions.ts';
import type { ArchiveEntry, StoredEntry } from './archive-entries.ts';

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
export async function reserveIds(services: Services, job: number, count: number): Promise<EntryIds[]> {
  const known = await readReservation(services, job);
  if (known !== undefined && known !== 'done' && known.length === count) return known;
  const ids = Array.from({ length: count }, (): EntryIds => [newId(), newId()]);
  await writeReservation(services, job, ids);
  return ids;
}

/** Records that a job ended and has reported its result; the record is swept with the parts. */
export const markExtracted = (services: Services, job: number): Promise<void> => writeReservation(services, job, 'done');

export const isExtracted = async (services: Services, job: number): Promise<boolean> => (await readReservation(services, job)) === 'done';

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
export interface Placed {
  folders: number;
  files: number;
}

/** The bytes were freed while the archive was read: the job is repeated. */
class BytesGone extends Error {}

/** Places the folders and stored files of an archive in several transactions, so that other writes run in between. */
export async function placeEntries(
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
    await retainBlob(ctx.db, { sha256, size: entry.size, now: ctx.now });
    if (!(await ctx.services.storage.has(sha256))) throw new BytesGone();
    const arrived = { id, revisionId, name: entry.names.at(-1) ?? '_', size: entry.size, onSameName: 'rename' as const, numbers };
    const placed = await placeDocument(ctx, place, arrived);
    await addRevision(ctx, placed, { sha256, size: entry.size, name: placed.name });
  }
  return count;
}
