import { beforeEach, expect, test, vi } from 'vitest';
import { standInForCaches } from '../../test/caches-stand-in.ts';
import { setOfflineCode } from '../platform/offline-copies.ts';
import { dropOtherBuilds, keepFiles, keepReader } from './reader-files.ts';

const files = ['/offline/reader.js', '/offline/pdf.js', '/pdfjs/cmaps/a.bcmap'];

/** Answers files, and something else for one of them. */
function serve(other: Record<string, () => Response> = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (other[path] !== undefined) return other[path]();
    if (path === '/offline/files.json') return Response.json(files);
    return new Response(`${path} itself`, { headers: { 'content-type': path.endsWith('.html') ? 'text/html' : 'text/javascript' } });
  });
}
const page = (): Response => new Response('Sign in', { headers: { 'content-type': 'text/html; charset=utf-8' } });
const redirected = (): Response => Object.defineProperty(new Response('Sign in'), 'redirected', { value: true });
const keptOf = async (build: string): Promise<string[]> =>
  [...(await (await caches.open(`dossier-offline-${build}`)).keys())].map(({ url }) => new URL(url).pathname).toSorted();
const builds = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith('dossier-offline-'));

beforeEach(standInForCaches);

test('the reader is kept whole, and takes the place of the one of the build before', async () => {
  serve();
  await keepFiles('one', ['/offline.html']);
  await keepReader('one');
  expect(await keptOf('one')).toEqual([...files, '/offline.html'].toSorted());
  await setOfflineCode('four random words', { owner: '1/1', days: 14 });
  await keepReader('two');
  await dropOtherBuilds('two');
  expect(await builds()).toEqual(['dossier-offline-two']);
});

test.each([
  ['a page', page],
  ['a redirection', redirected],
  ['an error', () => new Response('', { status: 503 })],
])('%s in place of a file does not stay as the reader, and the one of the build before does', async (_, other) => {
  serve();
  await keepReader('one');
  await setOfflineCode('four random words', { owner: '1/1', days: 14 });
  for (const path of [...files, '/offline/files.json']) {
    serve({ [path]: other });
    await expect(keepReader('two'), path).rejects.toThrow('did not come');
    await dropOtherBuilds('two');
  }
  expect([(await keptOf('two')).includes('/offline/reader.js'), await keptOf('one')]).toEqual([false, files.toSorted()]);
  serve();
  await keepReader('two');
  await dropOtherBuilds('two');
  expect(await builds()).toEqual(['dossier-offline-two']);
});

test('where nothing is kept, the build before goes without a reader', async () => {
  serve();
  await keepFiles('one', ['/offline.html']);
  await keepFiles('two', ['/offline.html']);
  await dropOtherBuilds('two');
  expect(await builds()).toEqual(['dossier-offline-two']);
});
