import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { codes } from '@dossier/contract/codes';
import type { archives } from '@dossier/contract/archives';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx, House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needItems } from '../library/need-items.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { tell } from '../messages/tell.ts';
import { idsOf, noteZip } from './download-zip.ts';
import { type Acting, asPerson, contextOfPerson } from '../content/person-context.ts';
import { backgroundLimits, planZip } from './plan-zip.ts';
import { insertZip } from './queries.ts';
import { zipStream } from './write-zip.ts';
import { zipPaths } from './zip-files.ts';

const validMs = 24 * 3600_000;
const reserve = 256 << 20;

/** Orders the zip of a folder or a selection; a message tells when it is there, or why it is not. */
export async function orderZip(ctx: Ctx, input: ParsedOf<typeof archives.compress>) {
  const ids = idsOf(input.id);
  await needDownloadAddress(ctx);
  const [first] = await needItems(ctx, right.visible, ids);
  await ctx.say('zip.ordered', { ids, spaceId: ctx.user.organisationId, objId: first?.item.id, objName: first?.item.name });
  return {};
}

async function make(house: House, happening: Happening): Promise<void> {
  const { ids, objName, spaceId } = happening.data as { ids: string[]; objName: string; spaceId?: number };
  const who = { personId: happening.personId ?? 0, spaceId, address: happening.address };
  try {
    await write(house, who, ids);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const told = { personId: who.personId, spaceId, name: `${objName}.zip`, at: house.now() };
    const reason = error.answer.name;
    await house.database.write((db) => tell(db, { ...told, kind: 'zipFailed', facts: { reason } }));
    house.outbox.poke();
  }
}

async function write(house: House, who: Acting, ids: string[]): Promise<void> {
  const plan = await planZip(await contextOfPerson(house, house.database.read, who), ids, backgroundLimits);
  const bytes = plan.documents.reduce((sum, document) => sum + document.size, 0);
  if (bytes > (await house.blobs.free()) - reserve) throw new Refusal(codes.diskFull);
  const id = newId();
  const { zip, list, part } = await zipPaths(house, id);
  try {
    await pipeline(zipStream(house, plan), createWriteStream(part, { flush: true }));
    await writeFile(list, JSON.stringify(plan.documents.map((document) => document.id)));
    await rename(part, zip);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const { size } = await stat(zip);
  const name = `${plan.name}.zip`;
  await asPerson(house, who, async (ctx) => {
    await insertZip(ctx.db, { id, person_id: who.personId, name, size, created_at: ctx.now, expires_at: ctx.now + validMs });
    await noteZip(ctx, plan);
    const about = { personId: who.personId, spaceId: who.spaceId };
    await tell(ctx.db, { ...about, kind: 'zipReady', facts: {}, objId: id, name, ext: 'zip', at: ctx.now });
  });
}

/** The documents in a zip that was made. */
export async function documentsIn(house: House, id: number): Promise<number[]> {
  const { list } = await zipPaths(house, id);
  return JSON.parse(await readFile(list, 'utf8')) as number[];
}

/** Makes zips in the background, one after the other. */
export const zipMaker: Listener = { name: 'content.zip', events: ['zip.ordered'], job: (happening, house) => make(house, happening) };
