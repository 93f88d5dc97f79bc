import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { archives } from '@dossier/contract/documents/content';
import type { Context, Services } from '../../../platform/context.ts';
import type { Delivered } from '../../../platform/events/event.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { requireContainer } from '../../access/require-items.ts';
import { requireFreeQuota } from '../../identity/quotas.ts';
import { type RunAs, contextForPerson } from '../../identity/run-as.ts';
import { notify } from '../../notifications/notify.ts';
import { archiveArrived, documentExtracted } from '../events.ts';
import { requireContentUse } from '../file-tickets.ts';
import { requireDepth } from '../folders.ts';
import { checkNames } from '../item-names.ts';
import { requireOpenContainer } from '../move-items.ts';
import { requireDiskSpace, withReservedSpace } from '../storage-space.ts';
import { pathTree } from '../uploads.ts';
import { type ArchiveEntry, dropEntries, openArchive, storeEntries } from './archive-entries.ts';
import { type Placed, isExtracted, markExtracted, placeEntries, reserveIds } from './place-entries.ts';

const maxFolders = 20_000;

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
