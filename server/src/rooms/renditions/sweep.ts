import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '../../ground/ctx.ts';
import { boundShelf } from './bound-shelf.ts';
import { dropShelf } from './render.ts';
import { isOfEntry, shelfRoot, shelves } from './shelf.ts';

const day = 24 * 3600_000;
/** What nobody looked at for so long is made again when somebody does. */
const unusedMs = 60 * day;
/** Files out of archives are large and soon unpacked anew, and what is made of them is many times as much. */
const unusedEntryMs = 2 * day;
/** No making takes so long: what is older was left by a kill. */
const workMs = day;

/** Removes renditions of bytes that are no more, those that nobody used for long or for which there is no room, and the work that a kill left. */
export async function sweepRenditions(house: House): Promise<void> {
  for await (const { sha256, folder } of shelves(house)) {
    if (house.stopping.aborted) return;
    if (house.blobs.stands(sha256)) await dropUnused(house, folder);
    else await dropShelf(folder);
  }
  await boundShelf(house);
  const work = join(shelfRoot(house), 'work');
  for (const name of await readdir(work).catch(() => [])) {
    const found = await stat(join(work, name)).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < house.now() - workMs) await dropShelf(join(work, name));
  }
}

/** What was made of these bytes together with others names those too. */
const others = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/;

async function dropUnused({ blobs, now }: House, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || name.endsWith('.json')) continue;
    const other = others.exec(name)?.[0];
    const isWhole = other === undefined || blobs.stands(other);
    const kept = isOfEntry(name) ? unusedEntryMs : unusedMs;
    if (isWhole && Math.max(found.atimeMs, found.mtimeMs) > now() - kept) continue;
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }
}
