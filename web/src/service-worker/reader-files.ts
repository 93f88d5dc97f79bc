import { hasOfflineStore } from '../platform/offline-copies.ts';

/*
 * What the service worker keeps to be there without a network: a page, and the reader of documents that are kept on this device. All in one cache for
 * each build of the service worker.
 */

const prefix = 'dossier-offline-';
/** The reader of documents that are kept on this device, under names that stay; `files` lists all that it needs. */
export const readerFolder = '/offline/';
const reader = { script: `${readerFolder}reader.js`, files: `${readerFolder}files.json` };

const cacheOf = (build: string): Promise<Cache> => caches.open(prefix + build);

/** A file as the server has it now. A proxy that asks for a sign-in first answers with a page of its own, which must not stay in place of it. */
async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'reload' });
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
  if (!answer.ok || answer.redirected || isPage !== path.endsWith('.html')) throw new Error(`${path} did not come`);
  return answer;
}

/** Keeps files of this build; fails where one of them does not come. */
export async function keepFiles(build: string, paths: readonly string[]): Promise<void> {
  const cache = await cacheOf(build);
  const files = await Promise.all(paths.map(async (path) => [path, await fetchFile(path)] as const));
  for (const [path, file] of files) await cache.put(path, file);
}

/** Keeps what reads documents without a network: some megabytes, once a build, for who keeps any. */
export async function keepReader(build: string): Promise<void> {
  if (await hasReader(build)) return;
  const files = (await (await fetchFile(reader.files)).json()) as string[];
  await keepFiles(
    build,
    files.filter((path) => path !== reader.script),
  );
  // the script last: it stands for all of them
  await keepFiles(build, [reader.script]);
}

const hasReader = async (build: string): Promise<boolean> => (await (await cacheOf(build)).match(reader.script)) !== undefined;

/** Removes what builds before this one have kept; not while their reader is the only one that came whole, and something is kept for it. */
export async function dropOtherBuilds(build: string): Promise<void> {
  if ((await hasOfflineStore()) && !(await hasReader(build))) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== prefix + build).map((name) => caches.delete(name)));
}
