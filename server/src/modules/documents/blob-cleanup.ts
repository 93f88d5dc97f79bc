import { firstVersion } from '@dossier/contract/documents/version-labels';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliverTo } from '../../platform/events/outbox.queries.ts';
import { subscribe } from '../../platform/events/outbox.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { recordContent } from './content-verdicts.ts';
import { bytesReleased } from './events.ts';
import { forgetExpiredUploads } from './open-uploads.ts';
import {
  deleteOldRevisions,
  deleteRevisionsOf,
  deleteUnusedBlob,
  forgetArrived,
  holdMissingBlob,
  insertRevision,
  knownBlobs,
  revisionById,
  unusedBlobs,
} from './revisions/revisions.queries.ts';
import { forgetIdleUploads } from './uploads/resumable-upload.ts';

const subscriberName = 'content.free';
/** An upload or a job may be about to use bytes that arrived within this time. */
const graceMs = 3600_000;
/** For bytes that no revision ever used: archives that were only extracted, uploads refused at the end, parts without a byte. */
const leftMs = 2 * 24 * 3600_000;
/** For records of finished uploads and jobs: longer than an upload address is valid or a job is retried. */
const notesMs = 8 * 24 * 3600_000;

/** For files without a row: the process was killed between the last byte of an upload and its row. */
const unknownMs = 24 * 3600_000;

/** Schedules bytes without a revision to be freed once the grace period is over. */
export const releaseBlobs = (db: Db, { shas, at }: { shas: string[]; at: number }): Promise<void> =>
  deliverTo(db, subscriberName, { event: bytesReleased, data: { shas }, at });

/** Before a purge: deletes the revisions of the items, and schedules their unused bytes to be freed. */
export async function releaseRevisions(ctx: Pick<Context, 'db' | 'now'>, itemIds: number[]): Promise<void> {
  const shas = await deleteRevisionsOf(ctx.db, itemIds);
  if (shas.length > 0) await releaseBlobs(ctx.db, { shas, at: ctx.now });
}

/** Gives a copy of a document the bytes of its original; they are stored once. */
export async function copyRevision(
  ctx: Context,
  { from, to }: { from: number; to: { documentId: number; revisionId: number; name: string } },
): Promise<void> {
  const [source] = await revisionById(ctx.db, { id: from });
  if (source === undefined) throw new Error(`revision ${from} is missing`);
  const { sha256, size, ext } = source;
  await recordContent(ctx, { sha256, size }, ctx.now);
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
    major_no: firstVersion.major,
    minor_no: firstVersion.minor,
    creator_id: ctx.user.id,
    created_at: ctx.now,
    visitor: '',
    link: '',
    writers: '',
    visitors: '',
  });
}

/**
 * Removes a content without revisions. The file is removed while the transaction holds the row, and an upload checks for the file
 * while it holds the row: neither takes the bytes away from the other, whichever process it runs in.
 */
async function deleteIfUnused(services: Services, sha256: string, before: number): Promise<boolean> {
  return services.database.write(async (db) => {
    if (!(await deleteUnusedBlob(db, { sha256, before }))) return false;
    await services.storage.remove(sha256);
    return true;
  });
}

/**
 * Frees a content at once where nothing uses it: drafts of editors follow each other every two seconds. An upload of the same bytes at this moment
 * stores them again.
 */
export const freeBlob = (services: Services, sha256: string): Promise<boolean> => deleteIfUnused(services, sha256, Number.MAX_SAFE_INTEGER);

export const blobCleanup = subscribe(bytesReleased, {
  name: subscriberName,
  async job({ data }, services) {
    const now = services.now();
    const kept: string[] = [];
    for (const sha256 of data.shas) if (!(await deleteIfUnused(services, sha256, now - graceMs))) kept.push(sha256);
    const young = new Set((await unusedBlobs(services.database.read, { after: now - graceMs })).map((row) => row.sha256));
    const later = kept.filter((sha256) => young.has(sha256));
    if (later.length > 0) await services.database.write((db) => releaseBlobs(db, { shas: later, at: now + graceMs }));
  },
});

/** Frees bytes that were unused for days, and parts of abandoned uploads. */
export async function sweepUnusedBlobs(services: Services): Promise<void> {
  const [before, notesBefore] = [services.now() - leftMs, services.now() - notesMs];
  await services.database.write((db) => forgetArrived(db, notesBefore));
  for (const { sha256 } of await unusedBlobs(services.database.read, { after: 0 })) await deleteIfUnused(services, sha256, before);
  const { parts } = services.storage;
  for (const name of await parts.list()) {
    const found = await parts.stat(name);
    // the note that an upload was ended by its owner, or one of a job
    const isNote = found?.isEnded === true || name.endsWith('.ids');
    if (found !== undefined && found.changed < (isNote ? notesBefore : before)) await parts.remove(name);
  }
}

/** Removes files that are a day old and have no row: the process was killed between the last byte of an upload and its row. */
export async function sweepOrphanedBlobs(services: Services): Promise<void> {
  let waiting: string[] = [];
  const removeUnknown = async (): Promise<void> => {
    const known = new Set((await knownBlobs(services.database.read, JSON.stringify(waiting))).map((row) => row.sha256));
    for (const sha256 of waiting) if (!known.has(sha256)) await deleteOrphaned(services, sha256);
    waiting = [];
  };
  for await (const name of services.storage.list()) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    waiting.push(name);
    if (waiting.length >= 500) await removeUnknown();
  }
  await removeUnknown();
}

/** Like `deleteIfUnused`: an upload of the same bytes waits for the row, and then checks for the file. */
async function deleteOrphaned(services: Services, sha256: string): Promise<void> {
  await services.database.write(async (db) => {
    if (!(await holdMissingBlob(db, sha256))) return;
    const found = await services.storage.stat(sha256);
    if (found !== undefined && found.changed < services.now() - unknownMs) await services.storage.remove(sha256);
  });
}

const piece = 500;

/** Deletes in batches the revisions beyond the number that the site keeps of each document; the newest always stays. */
export async function sweepRevisions(services: Services): Promise<void> {
  const { revisions: keep } = await settingsOf(services.database.read, 'retention');
  if (keep === 0) return;
  for (let count = piece; count === piece && !services.stopping.aborted; ) {
    count = await services.database.write(async (db) => {
      const shas = await deleteOldRevisions(db, { keep, limit: piece });
      if (shas.length > 0) await releaseBlobs(db, { shas: [...new Set(shas)], at: services.now() });
      return shas.length;
    });
  }
  services.outbox.wake();
}

const day = 24 * 3600_000;

/** Sweeps abandoned uploads and unused bytes; once a day it checks every stored file. */
export function contentSweep(): (services: Services) => Promise<void> {
  let nextLook = 0;
  return async (services) => {
    forgetIdleUploads(services, services.now() - day);
    forgetExpiredUploads(services);
    await sweepUnusedBlobs(services);
    if (nextLook > services.now()) return;
    nextLook = services.now() + day;
    await sweepOrphanedBlobs(services);
  };
}
