import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '../../ground/ctx.ts';
import { isOfEntry, shelfOf } from '../renditions/shelf.ts';

/** So many bytes of one archive lie unpacked at most, with what was made of them, however many of its files are opened. */
const mostUnpacked = 2 * 1024 ** 3;

/** Removes the files of an archive that nobody used for longest, where too much of it lies unpacked; `kept` stays. */
export async function boundEntries(house: House, sha256: string, kept: string): Promise<void> {
  const folder = shelfOf(house, sha256);
  const names = (await readdir(folder).catch(() => [])).filter((name) => isOfEntry(name) && !/\.(json|part)$/.test(name));
  const files: { path: string; size: number; used: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && name !== kept) files.push({ path, size: found.size, used: Math.max(found.atimeMs, found.mtimeMs) });
  }
  let left = files.reduce((sum, { size }) => sum + size, 0) - mostUnpacked;
  for (const { path, size } of files.toSorted((a, b) => a.used - b.used)) {
    if (left <= 0) return;
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
    left -= size;
  }
}
