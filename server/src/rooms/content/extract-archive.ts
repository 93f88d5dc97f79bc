import { open, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { content } from '@dossier/contract/content';
import { extensions } from '@dossier/contract/file-types';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx, House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needPlace } from '../library/need-items.ts';
import { tell } from '../messages/tell.ts';
import { type Archive, type ArchiveEntry, openArchive } from './archive-entries.ts';
import { needUse } from './file-ticket.ts';
import { findFinished, finishUpload } from './finish-upload.ts';
import { type Acting, asPerson, contextOfPerson } from './person-context.ts';
import { isDone, noteDone, reserveIds } from './reserve-ids.ts';
import { needFolders } from './check-entry-folders.ts';
import { placeEntryFolders } from './place-entry-folders.ts';
import { refusingFull } from './receive-bytes.ts';

const reserve = 256 << 20;
const piece = 1 << 20;

/** Orders the unpacking of a zip; a message tells how it went. Other archives are refused at once. */
export async function extractDocument(ctx: Ctx, input: ParsedOf<typeof content.extract>) {
  const { item, revision } = await needUse(ctx, 'download', { id: input.id });
  if (item.ext !== 'zip' && extensions.archive.has(item.ext)) throw new Refusal(codes.onlyZipExtraction);
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId ?? item.parent_id);
  await needZipBytes(ctx.house, revision.sha256);
  await ctx.say('archive.arrived', { objId: place.id, objName: item.name, sha256: revision.sha256, documentId: item.id });
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
}

async function extract(house: House, happening: Happening): Promise<void> {
  const who: Acting = { personId: happening.personId ?? 0, address: happening.address };
  const order = happening.data as unknown as Order;
  const about = { personId: who.personId, objType: objType.folder, objId: order.objId, name: order.objName };
  if (await isDone(house, happening.id)) return;
  try {
    const count = await unpack(house, who, { ...order, job: happening.id });
    await asPerson(house, who, async (ctx) => {
      await ctx.say('document.extracted', { objId: order.documentId ?? order.objId, objName: order.objName, count });
      await tell(ctx.db, { ...about, kind: 'extracted', facts: { count }, at: ctx.now });
    });
    await noteDone(house, happening.id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.answer.name;
    await house.database.write((db) => tell(db, { ...about, kind: 'extractFailed', facts: { reason }, at: house.now() }));
    house.outbox.poke();
  }
}

async function unpack(house: House, who: Acting, order: Order & { job: number }): Promise<number> {
  await needZipBytes(house, order.sha256);
  const ctx = await contextOfPerson(house, house.database.read, who);
  const archive = await openArchive(house.blobs.pathOf(order.sha256));
  try {
    if (archive.bytes > (await house.blobs.free()) - reserve) throw new Refusal(codes.diskFull);
    await needFolders(ctx, order.objId, archive.entries);
    return await placeAll(house, { who, place: order.objId, job: order.job }, archive);
  } finally {
    archive.close();
  }
}

/** One entry at a time: folders as they are needed, each file as an upload of the person's would come. */
async function placeAll(house: House, order: { who: Acting; place: number; job: number }, { entries }: Archive): Promise<number> {
  const { who, place, job } = order;
  const ids = await reserveIds(house, job, entries.length);
  const folders = await placeEntryFolders(house, who, { place, entries });
  let count = 0;
  for (const [at, entry] of entries.entries()) {
    const name = entry.names.at(-1);
    if (entry.folder || name === undefined) continue;
    const into = folders.get(entry.names.slice(0, -1).join('/')) ?? place;
    const [id, revision] = ids[at] ?? [newId(), newId()];
    count += 1;
    // placed before the process was killed
    if ((await findFinished(house, { revision })) !== undefined) continue;
    const part = house.blobs.partPath(String(id));
    try {
      const sha256 = await writeEntry(entry, part);
      const facts = { id, revision, name, size: entry.size, place: into, same: 'rename' as const };
      await finishUpload(house, facts, { who, whole: { part, sha256 } });
    } finally {
      await rm(part, { force: true });
    }
  }
  return count;
}

async function writeEntry(entry: ArchiveEntry, part: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(part, 'w');
  try {
    let pending: Buffer[] = [];
    let waiting = 0;
    const flush = async () => {
      if (waiting > 0) await refusingFull(() => file.writeFile(Buffer.concat(pending)));
      pending = [];
      waiting = 0;
    };
    const stream = await entry.read();
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk);
        pending.push(chunk);
        waiting += chunk.length;
        if (waiting >= piece) await flush();
      }
    } catch (error) {
      // the reader counts: an entry longer than it says ends here
      throw error instanceof Refusal ? error : new Refusal(codes.archiveBroken);
    }
    await flush();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Unpacks archives in the background, one after the other. */
export const extractor: Listener = {
  name: 'content.extract',
  events: ['archive.arrived'],
  job: (happening, house) => extract(house, happening),
};
