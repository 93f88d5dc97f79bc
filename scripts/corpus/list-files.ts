import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** A file of the corpus: its stated type, and its place. */
export interface CorpusFile {
  /** Its path in the corpus, with slashes. */
  file: string;
  path: string;
  kind: string;
  bytes: number;
  /** Its sha256, where the index names it. */
  sha256?: string;
}

interface Entry {
  file: string;
  kind?: string;
  sha256?: string;
}

/** The files of `index.json`, or, without one, every file below the folder. */
export async function listFiles(folder: string): Promise<CorpusFile[]> {
  const index = join(folder, 'index.json');
  const entries: Entry[] = existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : await walk(folder);
  return Promise.all(
    entries.map(async ({ file, kind, sha256 }) => {
      const path = join(folder, file);
      const { size } = await stat(path);
      return { file, path, bytes: size, kind: kind ?? extname(file).slice(1).toLowerCase(), ...(sha256 && { sha256 }) };
    }),
  );
}

async function walk(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !basename(entry.name).startsWith('.'))
    .map((entry) => ({ file: join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '') }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
