import { rm, stat } from 'node:fs/promises';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import type { Listener } from '../../ground/outbox.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import {
  deleteRevisionsOf,
  deleteUnusedBlob,
  forgetArrived,
  holdMissingBlob,
  insertRevision,
  knownBlobs,
  revisionById,
  touchBlob,
  unusedBlobs,
} from './queries.ts';

const listener = 'content.free';
/** Bytes that came in so lately may be about to be used by an upload or a job. */
const graceMs = 3600_000;
/** What no revision ever used: the bytes of archives that were only unpacked, uploads that were refused at the last moment, parts that no byte came to. */
const leftMs = 2 * 24 * 3600_000;
/** Notes about what is through: longer than any address of an upload is good, or any job is tried. */
const notesMs = 8 * 24 * 3600_000;

/** Files that no row knows: a kill came between an upload's last byte and its row. */
const unknownMs = 24 * 3600_000;

/** Has bytes freed that no revision uses, once nobody can be about to use them. */
export const releaseBytes = (db: Db, { shas, at }: { shas: string[]; at: number }): Promise<void> =>
  sayTo(db, listener, { event: 'bytes.released', data: { shas }, at });

/** Before items go for good: lets go of their revisions, and has the bytes freed that nothing else uses. */
export async function releaseRevisions(ctx: Pick<Ctx, 'db' | 'now'>, itemIds: number[]): Promise<void> {
  const shas = await deleteRevisionsOf(ctx.db, itemIds);
  if (shas.length > 0) await releaseBytes(ctx.db, { shas, at: ctx.now });
}

/** A copy of a document has the same bytes, stored once. */
export async function copyRevision(
  ctx: Ctx,
  { from, to }: { from: number; to: { documentId: number; revisionId: number; name: string } },
): Promise<void> {
  const [source] = await revisionById(ctx.db, { id: from });
  if (source === undefined) throw new Error(`revision ${from} is missing`);
  const { sha256, size, ext } = source;
  await touchBlob(ctx.db, { sha256, size, created_at: ctx.now });
  await insertRevision(ctx.db, {
    id: to.revisionId,
    document_id: to.documentId,
    number: 1,
    sha256,
    size,
    name: to.name,
    ext,
    note: '',
    major: 0,
    creator_id: ctx.user.id,
    created_at: ctx.now,
    visitor: '',
    link: '',
  });
}

/**
 * Removes a content that no revision has. The file goes while the transaction holds the row, and an upload looks for the file
 * while it holds the row: so neither takes the bytes away from under the other, in whatever process they run.
 */
async function free(house: House, sha256: string, before: number): Promise<boolean> {
  return house.database.write(async (db) => {
    if (!(await deleteUnusedBlob(db, { sha256, before }))) return false;
    await house.blobs.remove(sha256);
    return true;
  });
}

export const freer: Listener = {
  name: listener,
  events: [],
  async job({ data }, house) {
    const { shas } = data as { shas: string[] };
    const now = house.now();
    const kept: string[] = [];
    for (const sha256 of shas) if (!(await free(house, sha256, now - graceMs))) kept.push(sha256);
    const young = new Set((await unusedBlobs(house.database.read, { after: now - graceMs })).map((row) => row.sha256));
    const later = kept.filter((sha256) => young.has(sha256));
    if (later.length > 0) await house.database.write((db) => releaseBytes(db, { shas: later, at: now + graceMs }));
  },
};

/** Frees what nothing used for days, and parts of uploads that nobody will finish. */
export async function sweepBytes(house: House): Promise<void> {
  const [before, notesBefore] = [house.now() - leftMs, house.now() - notesMs];
  await house.database.write((db) => forgetArrived(db, notesBefore));
  for (const { sha256 } of await unusedBlobs(house.database.read, { after: 0 })) await free(house, sha256, before);
  for (const name of await house.blobs.parts()) {
    const path = house.blobs.partPath(name);
    const found = await stat(path).catch(() => undefined);
    // a folder marks an upload that its owner ended, and what has an ending is a job's
    const isNote = found?.isDirectory() === true || name.endsWith('.ids');
    if (found !== undefined && found.mtimeMs < (isNote ? notesBefore : before)) await rm(path, { recursive: true, force: true });
  }
}

/** Removes files that came a day ago and have no row: what a kill left between the last byte of an upload and its row. */
export async function sweepUnknownBytes(house: House): Promise<void> {
  let waiting: string[] = [];
  const look = async (): Promise<void> => {
    const known = new Set((await knownBlobs(house.database.read, JSON.stringify(waiting))).map((row) => row.sha256));
    for (const sha256 of waiting) if (!known.has(sha256)) await freeUnknown(house, sha256);
    waiting = [];
  };
  for await (const name of house.blobs.list()) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    waiting.push(name);
    if (waiting.length >= 500) await look();
  }
  await look();
}

/** By the same rule as `free`: whoever brings the same bytes now waits for the row, and then looks for the file. */
async function freeUnknown(house: House, sha256: string): Promise<void> {
  await house.database.write(async (db) => {
    if (!(await holdMissingBlob(db, sha256))) return;
    // the time of the rename, which an upload that just came to its end has made new
    const found = await stat(house.blobs.pathOf(sha256)).catch(() => undefined);
    if (found !== undefined && Math.max(found.ctimeMs, found.mtimeMs) < house.now() - unknownMs) await house.blobs.remove(sha256);
  });
}
