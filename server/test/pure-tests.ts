import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The relative paths that a module loads: imports, dynamic imports, workers. Type imports do not exist at run time. */
const loads =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\bfrom\s*)?'(\.[^']+)'|import\(\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+\.ts)'/g;

/** Files of the database engine: tests that load them may differ by engine. */
const isDatabase = (file: string): boolean => file.startsWith('server/src/platform/db/') || file === 'server/test/template.ts';
const opensOne = (source: string): boolean => /from '(?:pg|node:sqlite)'/.test(source);

/** The server tests that never load a database, and so give the same result on every engine: found by their imports. */
export function pureTests(root: string): string[] {
  const known = new Map<string, string[] | undefined>();
  /** The imports of a file; undefined where it is a database file itself. */
  const loadsOf = (file: string): string[] | undefined => {
    if (!known.has(file)) {
      const source = /\.[cm]?[jt]s$/.test(file) ? readFileSync(join(root, file), 'utf8') : '';
      const found = [...source.matchAll(loads)].map(([, ...paths]) => normalize(join(dirname(file), paths.find(Boolean) ?? '')));
      known.set(file, isDatabase(file) || opensOne(source) ? undefined : found);
    }
    return known.get(file);
  };
  const isPure = (test: string): boolean => {
    const seen = new Set([test]);
    for (const file of seen) {
      const next = loadsOf(file);
      if (next === undefined) return false;
      for (const loadedFile of next) seen.add(loadedFile);
    }
    return true;
  };
  return globSync('server/{src,test}/**/*.test.ts', { cwd: root }).filter(isPure).toSorted();
}

/**
 * What converts bytes, talks to a peer, reads a format or bounds what a socket may bring, on a real server: the statements on its way are those
 * that other tests run on both engines, so SQLite alone proves it.
 */
const converting = [
  'server/src/modules/preview/*.test.ts',
  'server/src/modules/preview/{archive-contents,compare,drawings,media,ocr,pages,pdf,viewer,workbooks}/**/*.test.ts',
  'server/src/modules/search/texts/extract-text.test.ts',
  'server/src/modules/documents/archives/zip-limits.test.ts',
  'server/src/modules/documents/uploads/short-chunks.test.ts',
  // the statements of rooms are in text-room, ordered-room and visitors-in-order, those of whole files in file-sessions
  'server/src/modules/editing/rooms/{drawing-room,outgoing,room-bounds,room-floods,room-messages,room-turns,update-costs}.test.ts',
  'server/src/modules/editing/{office-server,pdf,slides,workbooks,texts}/**/*.test.ts',
  'server/src/modules/editing/files/visitor-files.test.ts',
  'server/src/modules/identity/{images,providers}/*.test.ts',
  'server/src/modules/identity/organisations/branding.test.ts',
  'server/src/platform/{http,text}/*.test.ts',
  'server/test/{http,trusted-tls,contract}.test.ts',
];

/** The exceptions: what they ask of the database is asked nowhere else. */
const asking = [
  ...['thumbnails', 'views'].map((name) => `server/src/modules/preview/${name}.test.ts`),
  'server/src/modules/editing/office-server/saves-and-locks.test.ts',
  'server/src/modules/editing/slides/slides-room.test.ts',
];

/** The tests of the server that run on SQLite only. */
export function oneEngineTests(root: string): string[] {
  const found = converting.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return [...new Set([...pureTests(root), ...found])].filter((file) => !asking.includes(file)).toSorted();
}
