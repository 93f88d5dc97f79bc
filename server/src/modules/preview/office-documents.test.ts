import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { emptyPresentation } from '@dossier/formats/office/empty-presentation';
import { patchSlides } from '@dossier/formats/slides/patch-slides';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import { endedState } from '../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { plainPhoto } from '../../../test/photo-of.ts';
import { enginesOf, findProgram } from '../../platform/engines.ts';
import { createSandbox } from '../../platform/sandbox/sandbox.ts';
import { sweepRenditions } from './renditions.ts';

const searchPath = process.env['PATH'] ?? '';
let programs: string;
let dossier: TestServer;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'dossier-programs-'));
});
afterEach(() => dossier.close());
afterAll(() => rm(programs, { recursive: true, force: true }));

/** A server with these shell lines as its office engine; `$out` is the output file. */
const withEngine = (lines: string): Promise<TestServer> =>
  withScript(`while [ "$1" != --outdir ]; do shift; done; out=$2/document.pdf; in=$3; mkdir -p "$2"\n${lines}`);

/** A server that finds this shell script as its office engine. */
async function withScript(script: string): Promise<TestServer> {
  await writeFile(join(programs, 'soffice'), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, 'soffice'), 0o755);
  dossier = await openTestServer({ searchPath: programs + delimiter + searchPath });
  // no thumbnails: only previews render here
  await dossier.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
  return dossier;
}

async function shown(name: string, bytes: Buffer | string = name) {
  const id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name, bytes });
  const { look: previewToken, streamUrl, rendition } = await dossier.admin.call(preview.view, { id });
  return { id, look: previewToken, streamUrl, rendition };
}

/** The text of a PDF. */
async function textOf(pdf: Buffer): Promise<string> {
  const path = join(dossier.data, 'made.pdf');
  await writeFile(path, pdf);
  const reader = createSandbox({ readable: [dossier.data] });
  const text = await reader.run('extract', { path, ext: 'pdf', name: 'made.pdf', size: pdf.length });
  reader.close();
  if (!text.ok) throw new Error(text.reason);
  return text.text;
}

const ended = (previewToken: string) => endedState(dossier.nobody, previewByToken.state, { look: previewToken });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });

describe('an office document', () => {
  it('is shown as the PDF of the installed engine', async ({ skip }) => {
    dossier = await openTestServer();
    if ((await enginesOf(dossier.services)).office === undefined) skip();
    const {
      look: previewToken,
      streamUrl,
      rendition,
    } = await shown('合同.docx', (await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 1 })).bytes);
    expect([rendition, await ended(previewToken)]).toEqual(['pdf', { state: 'ready', done: 1 }]);
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await textOf(answer.rawPayload)).toContain('采购合同');
  });

  it('is shown with what was written into an empty presentation', async ({ skip }) => {
    dossier = await openTestServer();
    if ((await enginesOf(dossier.services)).office === undefined) skip();
    const bytes = patchSlides(emptyPresentation(), [
      { kind: 'text', slide: 256, shape: 2, paragraph: 0, texts: ['季度报告'] },
      { kind: 'text', slide: 256, shape: 3, paragraph: 0, texts: ['Subtitle'] },
    ]);
    const text = await textOf((await fetched((await shown('new.pptx', bytes)).streamUrl)).rawPayload);
    expect([text.includes('季度报告'), text.includes('Subtitle')]).toEqual([true, true]);
  });

  it('is written in Chinese on a machine without a Chinese font', async ({ skip }) => {
    const office = await findProgram(['soffice', 'libreoffice'], searchPath);
    if (office === undefined || process.platform !== 'linux') skip();
    // the settings of the fonts without those of the machine: the shipped ones only are left
    await withScript(`set -e\nsed -i '/<include/d' "$FONTCONFIG_FILE"\nexec "${office}" "$@"`);
    const { streamUrl } = await shown('合同.docx', (await makeFile('docx', { title: '采购合同', lang: 'cn', seed: 2 })).bytes);
    const answer = await fetched(streamUrl);
    expect(answer.statusCode).toBe(200);
    expect(await textOf(answer.rawPayload)).toContain('采购合同');
  });

  it('is converted once for concurrent previews', async () => {
    await withEngine('sleep 0.2; date +%s%N > "$out"');
    const [first, copy] = [await shown('a.docx', 'the same'), await shown('b.docx', 'the same')];
    const urls = [first, copy, first].map(({ streamUrl }) => streamUrl);
    const payloads = await Promise.all(urls.map(async (url) => (await fetched(url)).payload));
    expect(payloads[0]).toMatch(/^\d+\n$/);
    expect(new Set([...payloads, (await fetched(copy.streamUrl)).payload]).size).toBe(1);
  });

  it('is sent in ranges', async () => {
    await withEngine('cat "$in" > "$out"');
    const { streamUrl } = await shown('a.docx', '0123456789');
    const answer = await dossier.server.app.inject({ method: 'GET', url: streamUrl, headers: { range: 'bytes=2-4' } });
    expect([answer.statusCode, answer.payload, answer.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  });

  it('is not sent as PDF without the right to download', async () => {
    await withEngine('cat "$in" > "$out"');
    const { id } = await shown('a.docx', 'secret');
    const staff = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: staff.id, level: 11 });
    const { look: previewToken, streamUrl, rendition } = await staff.client.call(preview.view, { id });
    expect(rendition).toBe('pages');
    expect((await fetched(`/look/pdf/${previewToken}/a.pdf`)).statusCode).toBe(403);
    // the output of this engine is no PDF, so there are no pages
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.payload.includes('secret')]).toEqual([422, false]);
  });

  it('is removed from the rendition cache with its bytes', async () => {
    await withEngine('cat "$in" > "$out"');
    const { look: previewToken } = await shown('a.docx', 'short-lived');
    await ended(previewToken);
    const cacheFolders = async () => (await readdir(join(dossier.data, 'renditions'))).filter((name) => name !== 'work');
    const [two = ''] = await cacheFolders();
    const [sha256 = ''] = await readdir(join(dossier.data, 'renditions', two));
    await sweepRenditions(dossier.services);
    expect(await readdir(join(dossier.data, 'renditions', two))).toEqual([sha256]);
    await dossier.services.storage.remove(sha256);
    await sweepRenditions(dossier.services);
    expect(await readdir(join(dossier.data, 'renditions', two))).toEqual([]);
  });
});

describe('a failing engine', () => {
  it.each([
    ['no-output', 'exit 0'],
    ['no-output', ': > "$out"'],
    ['crashed', 'exit 77'],
    ['crashed', 'kill -KILL $$'],
    ['too-large', 'head -c 4294967296 /dev/zero > "$out"'],
  ])('reports %s after %s, and is retried on request', async (reason, lines) => {
    await withEngine(`if grep -q good "$in"; then cat "$in" > "$out"; else ${lines}; fi`);
    const { look: previewToken, streamUrl } = await shown('a.docx', 'bad');
    expect(await ended(previewToken)).toEqual({ state: 'failed', done: 0, reason });
    expect((await fetched(streamUrl)).json()).toMatchObject({ code: 4623 });
    expect(await readdir(join(dossier.data, 'renditions', 'work'))).toEqual([]);
    await writeFile(
      join(programs, 'soffice'),
      '#!/bin/sh\nwhile [ "$1" != --outdir ]; do shift; done; mkdir -p "$2"; echo made > "$2/document.pdf"\n',
    );
    expect((await ended(previewToken)).state).toBe('failed');
    await dossier.nobody.call(previewByToken.again, { look: previewToken });
    expect((await ended(previewToken)).state).toBe('ready');
  });

  it('converts a hundred at once, each to its own, a few at a time', async () => {
    await withEngine('cat "$in" > "$out"; sleep 0.02');
    const all = await Promise.all(Array.from({ length: 100 }, (_, n) => shown(`${n}.docx`, `text ${n}`)));
    const payloads = await Promise.all(all.map(async ({ streamUrl }) => (await fetched(streamUrl)).payload));
    expect(payloads).toEqual(all.map((_, n) => `text ${n}`));
  });

  it('is reported as unsupported without an engine', async () => {
    dossier = await openTestServer({ searchPath: '' });
    const { look: previewToken, rendition } = await shown('a.vsd');
    expect([rendition, await ended(previewToken)]).toEqual(['none', { state: 'ready', done: 1 }]);
  });
});

it('the thumbnail of a photo does not wait for the conversion of a document in the same list', async () => {
  await withEngine('sleep 60');
  const parentId = await makeCabinet(dossier.admin);
  const slow = await makeDocument(dossier, dossier.admin, { parentId, name: 'a.docx' });
  const stateOfAll = async (...ids: string[]) => (await dossier.admin.call(thumbnails.list, { ids })).list.map(({ state }) => state);
  expect(await stateOfAll(slow)).toEqual(['making']);
  const photo = await makeDocument(dossier, dossier.admin, { parentId, name: 'b.jpg', bytes: await plainPhoto(40, 30) });
  await expect.poll(() => stateOfAll(slow, photo)).toEqual(['making', 'ready']);
});

it('a preview token opens previews only, and ends with the session', async () => {
  await withEngine('cat "$in" > "$out"');
  const { look: previewToken, streamUrl } = await shown('a.docx');
  expect((await fetched(`/file/${previewToken}/a.docx`)).json()).toMatchObject({ code: 1010 });
  expect(await dossier.nobody.refused(previewByToken.state, { look: `${previewToken}x` })).toBe(1010);
  expect((await fetched(streamUrl)).statusCode).toBe(200);
  await dossier.admin.call(session.logout, {});
  expect(await dossier.nobody.refused(previewByToken.state, { look: previewToken })).toBe(501);
  expect((await fetched(streamUrl)).statusCode).toBe(401);
});
