import { right } from '@dossier/contract/rights';
import type { Ctx, House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { needPlace } from '../library/need-items.ts';
import { placeDocument } from '../library/place-document.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import { addRevision } from './finish-upload.ts';
import { type Acting, asPerson } from './person-context.ts';
import { type Folders, placeEntryFolder } from './place-entry-folders.ts';
import { revisionsByIds, touchBlob } from './queries.ts';
import type { EntryIds } from './reserve-ids.ts';
import type { StoredEntry } from './store-entries.ts';

/** So many files stand together or not at all: one transaction, for whose end everybody else's writing waits. */
const together = 1000;

/** Where the files of an archive go, and what they will be called by. */
export interface Placing {
  who: Acting;
  place: number;
  ids: readonly EntryIds[];
  /** Runs in the transaction of the last ones. */
  told: (ctx: Ctx) => Promise<void>;
  /** Hears how many stand, after each transaction. */
  placed: (count: number) => void;
}

/** The bytes were freed while the archive was read: the job is done again. */
class BytesGone extends Error {}

/** Places the folders of an archive and its stored files. */
export async function placeEntries(
  house: House,
  { folders: wanted, files }: { folders: readonly ArchiveEntry[]; files: readonly StoredEntry[] },
  placing: Placing,
): Promise<void> {
  let folders: Folders = new Map([['', placing.place]]);
  let at = 0;
  do {
    const some = files.slice(at, at + together);
    const last = at + together >= files.length;
    folders = await asPerson(house, placing.who, async (ctx) => {
      // what a transaction that is tried again noted does not stand
      const known: Folders = new Map(folders);
      if (at === 0) for (const { names } of wanted) await placeEntryFolder(ctx, known, names);
      await placeSome(ctx, some, { ids: placing.ids, folders: known });
      if (last) await placing.told(ctx);
      return known;
    });
    at += together;
    placing.placed(Math.min(at, files.length));
  } while (at < files.length);
}

async function placeSome(
  ctx: Ctx,
  files: readonly StoredEntry[],
  { ids, folders }: { ids: readonly EntryIds[]; folders: Folders },
): Promise<void> {
  // placed before the process was killed
  const done = new Set(
    (await revisionsByIds(ctx.db, { ids: JSON.stringify(files.map((one) => ids[one.at]?.[1] ?? 0)) })).map((row) => row.id),
  );
  for (const { entry, at, sha256 } of files) {
    const [id, revisionId] = ids[at] ?? [newId(), newId()];
    if (done.has(revisionId)) continue;
    const { item: into } = await needPlace(
      ctx,
      right.visible | right.upload,
      await placeEntryFolder(ctx, folders, entry.names.slice(0, -1)),
    );
    await touchBlob(ctx.db, { sha256, size: entry.size, created_at: ctx.now });
    if (!ctx.house.blobs.stands(sha256)) throw new BytesGone();
    const arrived = { id, revisionId, name: entry.names.at(-1) ?? '_', size: entry.size, onSameName: 'rename' as const };
    const placed = await placeDocument(ctx, into, arrived);
    await addRevision(ctx, placed, { sha256, size: entry.size, name: placed.name });
  }
}
