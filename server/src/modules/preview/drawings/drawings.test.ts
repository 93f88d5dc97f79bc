import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { permissions } from '@dossier/contract/access/permissions';
import { readDrawing } from '@dossier/contract/preview/drawing-file';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dxf, dxfLayer, dxfLine, dxfText } from '../../../../test/dxf.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let cabinet: string;
let programs: string;
/** A user with the right to read and print, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'dossier-programs-'));
  // stands for an installed converter: it outputs a drawing for any input
  await writeFile(join(programs, 'dwg2dxf'), `#!/bin/sh\ncat > "$3" <<'END'\n${plan}END\n`);
  await chmod(join(programs, 'dwg2dxf'), 0o755);
  dossier = await openTestServer({ engines: join(programs, 'none'), searchPath: programs + delimiter + (process.env['PATH'] ?? '') });
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 15 });
});
afterAll(async () => {
  await dossier.close();
  await rm(programs, { recursive: true, force: true });
});

const plan = dxf({
  tables: [...dxfLayer('WALLS', 1), ...dxfLayer('注释', 3)],
  entities: [
    ...dxfLine('WALLS', [0, 0], [400, 0]),
    ...dxfLine('WALLS', [400, 0], [400, 300]),
    ...dxfText('注释', '会议室 Kestrel', { x: 20, y: 100, height: 40 }),
  ],
});

const document = (name: string, bytes: Buffer | string) =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });
const seenBy = (client: typeof dossier.admin, id: string) => client.call(preview.view, { id });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const ended = (previewToken: string) => endedState(dossier.nobody, previewByToken.state, { look: previewToken });

describe('a drawing', () => {
  it('is sent as shapes with the right to download', async () => {
    const id = await document('plan.dxf', plan);
    const { look: previewToken, rendition, detailUrl, streamUrl } = await seenBy(dossier.admin, id);
    expect([rendition, detailUrl, streamUrl]).toEqual(['drawing', `/cadViewer?id=${id}`, `/look/drawing/${previewToken}`]);
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    const answer = await fetched(streamUrl);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    const bytes = gunzipSync(answer.rawPayload);
    const drawing = readDrawing(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    expect(drawing.layers.map(({ name }) => name)).toEqual(['WALLS', '注释']);
    expect(drawing.spaces.map(({ items, texts }) => [items, texts.map(({ lines }) => lines)])).toEqual([[2, [['会议室 Kestrel']]]]);
  });

  it('is sent as watermarked pages without the right to download, and in no other form', async () => {
    const id = await document('secret.dxf', plan);
    const { look: previewToken, rendition, streamUrl } = await seenBy(reader.client, id);
    expect(rendition).toBe('pages');
    expect(await ended(previewToken)).toEqual({ state: 'ready', done: 1 });
    expect((await fetched(`/look/drawing/${previewToken}`)).statusCode).toBe(403);
    const image = await fetched(streamUrl);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { data } = await sharp(image.rawPayload).raw().toBuffer({ resolveWithObject: true });
    let reds = 0;
    for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) - (data[at + 1] ?? 0) > 60) reds++;
    expect(reds).toBeGreaterThan(300);
    const { pieces } = await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 1 });
    expect(pieces.map(({ text }) => text).join('')).toContain('会议室');
    const { look: page } = await reader.client.call(preview.pdf, { id });
    expect(await endedState(dossier.nobody, previewByToken.paper, { look: page })).toEqual({ state: 'ready', done: 1 });
  });

  it('of another format is read by the installed converter', async () => {
    const id = await document('plan.dwg', Buffer.from('AC1032 and then bytes'));
    const { look: previewToken, rendition } = await seenBy(dossier.admin, id);
    expect([rendition, await ended(previewToken)]).toEqual(['drawing', { state: 'ready', done: 1 }]);
    expect((await fetched(`/look/drawing/${previewToken}`)).statusCode).toBe(200);
  });

  it('that is none is reported as broken, or as an unsupported format', async () => {
    for (const [name, reason] of [
      ['broken.dxf', 'broken'],
      ['odd.ocf', 'unsupported'],
    ] as const) {
      const { look: previewToken } = await seenBy(dossier.admin, await document(name, 'no drawing at all\nneither here\n'));
      expect(await ended(previewToken)).toMatchObject({ state: 'failed', reason });
    }
  });
});

describe('a server without a DWG converter', () => {
  it('reports it', async () => {
    const other = await openTestServer({ engines: join(programs, 'none'), searchPath: '/usr/bin:/bin' });
    try {
      const id = await makeDocument(other, other.admin, { parentId: await makeCabinet(other.admin), name: 'a.dwg', bytes: 'AC1027' });
      const { look: previewToken } = await other.admin.call(preview.view, { id });
      expect(await endedState(other.nobody, previewByToken.state, { look: previewToken })).toMatchObject({
        state: 'failed',
        reason: 'no-engine',
      });
    } finally {
      await other.close();
    }
  });
});
