import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { failures } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import type { Made, Maker, Rendition, Source } from './maker.ts';

/** What stands beside the bytes of a rendition, or instead of them where it failed. */
const Note = z.union([
  z.object({ ok: z.literal(true), facts: z.record(z.string(), z.unknown()), size: z.int().optional() }),
  z.object({ ok: z.literal(false), reason: z.enum(failures) }),
]);

/** The last use of a rendition is noted as often as this: what is in use stays when room is made (`bound-shelf.ts`). */
const touchMs = 10 * 60_000;

export const shelfRoot = (house: House): string => join(house.config.data, 'renditions');

/** The folder with all renditions of some bytes. */
export const shelfOf = (house: House, sha256: string): string => join(shelfRoot(house), sha256.slice(0, 2), sha256);

/** The name of a rendition among those of the same bytes. */
export const keyOf = (maker: Maker, { ext, part }: Source, param: string): string =>
  [maker.name, maker.version, ext, param, ...(part === undefined ? [] : [part])].join('-').replace(/[^a-z0-9.-]/g, '_');

/** Whether this on a shelf is a file out of an archive, or was made of one. */
export const isOfEntry = (name: string): boolean => /(?:^|-)entry-\d/.test(name);

/** Where the bytes of a source lie. */
export const pathOfSource = (house: House, { sha256, part }: Source): string =>
  part === undefined ? house.blobs.pathOf(sha256) : join(shelfOf(house, sha256), part);

/** A rendition that was made before, or whose making failed; undefined where nobody has tried. */
export async function findOnShelf(house: House, sha256: string, key: string): Promise<Rendition | undefined> {
  const path = join(shelfOf(house, sha256), key);
  const text = await readFile(`${path}.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const note = parseNote(text);
  if (note?.ok === false) return note;
  const file = await stat(path).catch(() => undefined);
  if (note === undefined || file === undefined || !isWhole(file.size, note.size)) return undefined;
  if (file.atimeMs < house.now() - touchMs) await utimes(path, house.now() / 1000, file.mtime).catch(() => undefined);
  return { ok: true, path, size: file.size, changed: file.mtimeMs, facts: note.facts };
}

/**
 * Nothing waits for the disk here, so the note may outlive a power cut that the bytes do not: they are then fewer than it says, and made
 * again. Notes from before sizes were noted say nothing, and nothing is no rendition.
 */
const isWhole = (size: number, noted: number | undefined): boolean => (noted === undefined ? size > 0 : size === noted);

/** A note that a kill cut short is none. */
function parseNote(text: string): z.output<typeof Note> | undefined {
  try {
    return Note.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Puts on the shelf what was made, whole or not at all: the bytes under their name first, then the note that says that they stand. */
export async function putOnShelf(house: House, sha256: string, ...[key, made]: [string, Made]): Promise<Rendition> {
  const folder = shelfOf(house, sha256);
  const path = join(folder, key);
  await mkdir(folder, { recursive: true });
  if (!made.ok) {
    await placeFile(`${path}.json`, JSON.stringify({ ok: false, reason: made.reason }));
    return made;
  }
  if (Buffer.isBuffer(made.content)) await placeFile(path, made.content);
  else await rename(made.content.file, path);
  const facts = made.facts ?? {};
  const { size, mtimeMs } = await stat(path);
  await placeFile(`${path}.json`, JSON.stringify({ ok: true, facts, size }));
  return { ok: true, path, size, changed: mtimeMs, facts };
}

async function placeFile(path: string, content: string | Buffer): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

/** An empty folder for one making, to be removed by `done`. */
export async function workFolder(house: House): Promise<{ folder: string; done: () => Promise<void> }> {
  const folder = join(shelfRoot(house), 'work', randomUUID());
  await mkdir(folder, { recursive: true });
  return { folder, done: () => rm(folder, { recursive: true, force: true }) };
}

/** Forgets what failed of some bytes, or of one file out of them, so that it is tried again: what one thing was to be made of may be what failed. */
export async function forgetFailures(house: House, { sha256, part }: Source): Promise<void> {
  const folder = shelfOf(house, sha256);
  const names = new Set(await readdir(folder).catch(() => []));
  for (const name of names) {
    const key = name.slice(0, -'.json'.length);
    const isOfSource = part === undefined ? !isOfEntry(key) : key.endsWith(`-${part}`);
    // what was made lies beside its note
    if (!name.endsWith('.json') || names.has(key) || !isOfSource) continue;
    await rm(join(folder, name), { force: true });
  }
}

/** The folders of all bytes that have renditions. */
export async function* shelves(house: House): AsyncGenerator<{ sha256: string; folder: string }> {
  const root = shelfRoot(house);
  for (const two of await readdir(root).catch(() => [])) {
    if (two === 'work') continue;
    for (const sha256 of await readdir(join(root, two)).catch(() => [])) yield { sha256, folder: join(root, two, sha256) };
  }
}
