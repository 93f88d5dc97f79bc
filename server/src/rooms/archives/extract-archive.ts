import { open } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { archives } from '@dossier/contract/archives';
import { extensions } from '@dossier/contract/file-types';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needPlace } from '../library/need-items.ts';
import { needFree } from '../limits/need-space.ts';
import { tell } from '../messages/tell.ts';
import { openArchive } from './archive-entries.ts';
import { needUse } from '../content/file-ticket.ts';
import { type Acting, contextOfPerson } from '../content/person-context.ts';
import { isDone, noteDone, reserveIds } from './reserve-ids.ts';
import { needFolders } from './check-entry-folders.ts';
import { type Placed, placeEntries } from './place-entries.ts';
import { dropEntries, storeEntries } from './store-entries.ts';

const reserve = 256 << 20;

/** Orders the unpacking of a zip; a message tells how it went. Other archives are refused at once. */
export async function extractDocument(ctx: Ctx, input: ParsedOf<typeof archives.extract>) {
  const { item, revision } = await needUse(ctx, 'download', { id: input.id });
  if (item.ext !== 'zip' && extensions.archive.has(item.ext)) throw new Refusal(codes.onlyZipExtraction);
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId ?? item.parent_id);
  await needZipBytes(ctx.house, revision.sha256);
  const facts = { objId: place.id, objName: item.name, sha256: revision.sha256, documentId: item.id };
  await ctx.say('archive.arrived', { ...facts, spaceId: ctx.user.organisationId });
  return {};
}

/** Every zip begins with an entry, or with its end where it is empty. */
async function needZipBytes(house: House, sha256: string): Promise<void> {
  if (!house.blobs.stands(sha256)) throw new Refusal(codes.bytesMissing);
  const file = await open(house.blobs.pathOf(sha256), 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (!['504b0304', '504b0506', '504b0708'].includes(buffer.toString('hex'))) throw new Refusal(codes.onlyZipExtraction);
  } finally {
    await file.close();
  }
}

interface Order {
  objId: number;
  objName: string;
  sha256: string;
  documentId?: number;
  spaceId?: number;
}

async function extract(house: House, happening: Happening): Promise<void> {
  const order = happening.data as unknown as Order;
  const who: Acting = { personId: happening.personId ?? 0, spaceId: order.spaceId, address: happening.address };
  const about = { personId: who.personId, spaceId: order.spaceId, objType: objType.folder, objId: order.objId, name: order.objName };
  if (await isDone(house, happening.id)) return;
  let stands: Placed = { folders: 0, files: 0 };
  const told = async (ctx: Ctx, all: number): Promise<void> => {
    await ctx.say('document.extracted', { objId: order.documentId ?? order.objId, objName: order.objName, count: all });
    await tell(ctx.db, { ...about, kind: 'extracted', facts: { count: all }, at: ctx.now });
  };
  try {
    await unpack(house, { ...order, who, job: happening.id, told, placed: (sofar) => void (stands = sofar) });
    await noteDone(house, happening.id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const facts = { reason: error.answer.name, count: stands.files, folders: stands.folders };
    await house.database.write((db) => tell(db, { ...about, kind: 'extractFailed', facts, at: house.now() }));
    house.outbox.poke();
  }
}

interface Job extends Order {
  who: Acting;
  job: number;
  told: (ctx: Ctx, count: number) => Promise<void>;
  placed: (sofar: Placed) => void;
}

/** Whoever may no longer have the archive gets nothing more of it; an uploaded one is who brought it's own. */
async function needArchive(ctx: Ctx, { documentId }: Order): Promise<void> {
  if (documentId !== undefined) await needUse(ctx, 'download', { id: String(documentId) });
}

/** Everything that can go wrong with the archive does so before anything is placed. */
async function unpack(house: House, { who, job, told, placed, ...order }: Job): Promise<void> {
  const ctx = await contextOfPerson(house, house.database.read, who);
  await needArchive(ctx, order);
  await needZipBytes(house, order.sha256);
  const archive = await openArchive(house.blobs.pathOf(order.sha256));
  try {
    const { entries, bytes } = archive;
    if (bytes > (await house.blobs.free()) - reserve) throw new Refusal(codes.diskFull);
    await needFree(ctx, (await needPlace(ctx, right.visible | right.upload, order.objId)).item, bytes);
    await needFolders(ctx, order.objId, entries);
    const ids = await reserveIds(house, job, entries.length);
    const files = await storeEntries(house, job, entries);
    const folders = entries.filter((entry) => entry.folder);
    const needed = (inside: Ctx) => needArchive(inside, order);
    const placing = { who, place: order.objId, ids, placed, needed, told: (last: Ctx) => told(last, files.length) };
    try {
      await placeEntries(house, { folders, files }, placing);
    } catch (error) {
      await dropEntries(house, files);
      throw error;
    }
  } finally {
    archive.close();
  }
}

/** Unpacks archives in the background, one after the other. */
export const extractor: Listener = {
  name: 'content.extract',
  events: ['archive.arrived'],
  job: (happening, house) => extract(house, happening),
};
