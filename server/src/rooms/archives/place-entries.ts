import { right } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import type { Numbers } from '../library/name-rules.ts';
import { needPlace } from '../library/need-items.ts';
import { placeDocument } from '../library/place-document.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import { addRevision } from '../content/finish-upload.ts';
import { type Acting, asPerson } from '../content/person-context.ts';
import { placeEntryFolder, type Standing } from './place-entry-folders.ts';
import { keepBytes, revisionsOfIds } from '../content/blobs-of.ts';
import type { EntryIds } from './reserve-ids.ts';
import type { StoredEntry } from './store-entries.ts';

/** Everybody else's writing waits for the end of a transaction: so long one of them places, and so many files at most. */
const piece = { ms: 50, files: 200 };

/** Where the files of an archive go, and what they will be called by. */
export interface Placing {
  who: Acting;
  place: number;
  ids: readonly EntryIds[];
  /** Runs in each transaction before anything is placed: what is refused there ends the job. */
  needed: (ctx: Ctx) => Promise<void>;
  /** Runs in the transaction of the last ones. */
  told: (ctx: Ctx) => Promise<void>;
  /** Hears how much stands, after each transaction. */
  placed: (sofar: Placed) => void;
}

/** How many of the folders and files that an archive names stand. */
export interface Placed {
  folders: number;
  files: number;
}

/** The bytes were freed while the archive was read: the job is done again. */
class BytesGone extends Error {}

/** Places the folders of an archive and its stored files, piece by piece: others write in between. */
export async function placeEntries(
  house: House,
  wanted: { folders: readonly ArchiveEntry[]; files: readonly StoredEntry[] },
  placing: Placing,
): Promise<void> {
  const known = new Map([['', placing.place]]);
  let sofar: Placed = { folders: 0, files: 0 };
  do {
    const done = await asPerson(house, placing.who, async (ctx) => {
      await placing.needed(ctx);
      const until = performance.now() + piece.ms;
      // what a transaction that is tried again noted does not stand
      const standing: Standing = { known, fresh: new Map(), depths: new Map() };
      const left = { folders: wanted.folders.slice(sofar.folders), files: wanted.files.slice(sofar.files, sofar.files + piece.files) };
      const folders = sofar.folders + (await placeFolders(ctx, left.folders, { standing, until }));
      const isAll = folders === wanted.folders.length;
      const files = sofar.files + (isAll ? await placeSome(ctx, left.files, { ids: placing.ids, standing, until }) : 0);
      if (isAll && files === wanted.files.length) await placing.told(ctx);
      return { folders, files, fresh: standing.fresh };
    });
    for (const [path, id] of done.fresh) known.set(path, id);
    sofar = { folders: done.folders, files: done.files };
    placing.placed(sofar);
  } while (sofar.folders < wanted.folders.length || sofar.files < wanted.files.length);
}

/** What one transaction places: at least one thing, then until its time is over. */
interface Piece {
  standing: Standing;
  until: number;
}

/** Answers how many were placed. */
async function placeFolders(ctx: Ctx, folders: readonly ArchiveEntry[], { standing, until }: Piece): Promise<number> {
  let count = 0;
  for (const { names } of folders) {
    if (count > 0 && performance.now() > until) break;
    await placeEntryFolder(ctx, standing, names);
    count += 1;
  }
  return count;
}

/** Answers how many were placed, those included that were before the process was killed. */
async function placeSome(
  ctx: Ctx,
  files: readonly StoredEntry[],
  { ids, standing, until }: Piece & { ids: readonly EntryIds[] },
): Promise<number> {
  const done = new Set(
    (
      await revisionsOfIds(
        ctx.db,
        files.map((one) => ids[one.at]?.[1] ?? 0),
      )
    ).map((row) => row.id),
  );
  const numbers: Numbers = new Map();
  let count = 0;
  for (const { entry, at, sha256 } of files) {
    if (count > 0 && performance.now() > until) break;
    count += 1;
    const [id, revisionId] = ids[at] ?? [newId(), newId()];
    if (done.has(revisionId)) continue;
    const into = await placeEntryFolder(ctx, standing, entry.names.slice(0, -1));
    const { item: place } = await needPlace(ctx, right.visible | right.upload, into);
    await keepBytes(ctx.db, { sha256, size: entry.size, now: ctx.now });
    if (!ctx.house.blobs.stands(sha256)) throw new BytesGone();
    const arrived = { id, revisionId, name: entry.names.at(-1) ?? '_', size: entry.size, onSameName: 'rename' as const, numbers };
    const placed = await placeDocument(ctx, place, arrived);
    await addRevision(ctx, placed, { sha256, size: entry.size, name: placed.name });
  }
  return count;
}
