import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { preview } from '@dossier/contract/preview/preview';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { pageState } from './pages/page-renderers.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const seenBy = (client: typeof dossier.admin, id: string) => client.call(preview.view, { id });
const fetched = (url: string) => dossier.server.app.inject({ method: 'GET', url });
const signedIn = async (to: number) => {
  const made = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: made.id, level: to });
  return made;
};

async function document(name: string): Promise<string> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 600]).drawRectangle({ x: 50, y: 50, width: 100, height: 100 });
  pdf.addPage([600, 300]);
  return makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: Buffer.from(await pdf.save()), onSameName: 'rename' });
}

/** A PDF of one page by hand: the entries of the page, and further objects from number 10 on. */
const written = (page: string, objects: string[] = []): string =>
  `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Contents 10 0 R ${page}>> endobj
${objects.map((object, n) => `${10 + n} 0 obj ${object} endobj`).join('\n')}
trailer <</Root 1 0 R>>
`;
const sourceOf = (bytes: string) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  ext: 'pdf',
  name: '',
});
const stream = (words: string, more = ''): string => `<<${more}/Length ${words.length}>> stream\n${words}\nendstream`;

/** Nested forms, which draw until the time limit of a page. */
function endless(stamp: string): string {
  const form = (depth: number): string =>
    stream('/F Do '.repeat(12), `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${12 + depth} 0 R>>>>`);
  const last = stream('0 0 9 9 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]');
  const forms = [...Array.from({ length: 9 }, (_, depth) => form(depth)), last];
  return written('/MediaBox[0 0 300 600]/Resources<</XObject<</F 11 0 R>>>>', [stream(`% ${stamp}\n/F Do`), ...forms]);
}

describe('the placeholder image of the first page of a PDF', () => {
  it('does not affect the preview of a PDF with impossible page sizes', async () => {
    const enormous = '9'.repeat(308);
    const boxes = [`0 0 ${enormous}0 9`, `-${enormous} 0 ${enormous} 9`, '0 0 0.1 0.1', '0 0 20000 20000'];
    for (const [n, box] of boxes.entries()) {
      const bytes = written(`/MediaBox[${box}]`, [stream('0 0 9 9 re f')]);
      const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `odd-${n}.pdf`, bytes, onSameName: 'rename' });
      await seenBy(dossier.admin, id);
      const drawn = () => pageState(dossier.services, sourceOf(bytes), { page: 1, width: 900 });
      await expect.poll(drawn).toMatchObject({ ok: true });
      const { rendition, front: placeholder } = await seenBy(dossier.admin, id);
      expect([rendition, placeholder]).toEqual(['pdf', undefined]);
    }
  });

  it('is rendered by the first preview, and included in the next answer', async () => {
    const id = await document('seen.pdf');
    expect((await seenBy(dossier.admin, id)).front).toBeUndefined();
    await expect.poll(async () => (await seenBy(dossier.admin, id)).front).toMatchObject({ width: 400, height: 800 });
    const { front: placeholder } = await seenBy(dossier.admin, id);
    const answer = await fetched(placeholder?.url ?? '');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 900, height: 1800 });
  });

  it('is only for users who get the PDF itself, while they do', async () => {
    const id = await document('kept.pdf');
    const [owner, reader] = [await signedIn(level.download), await signedIn(level.print)];
    await expect.poll(async () => (await seenBy(owner.client, id)).front).toBeDefined();
    expect(await seenBy(reader.client, id)).toMatchObject({ rendition: 'pages' });
    expect((await seenBy(reader.client, id)).front).toBeUndefined();
    const { front: placeholder } = await seenBy(owner.client, id);
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: owner.id, level: level.title });
    expect((await fetched(placeholder?.url ?? '')).statusCode).toBe(403);
  });

  it('is rendered one at a time, which leaves capacity for previews', async () => {
    const people = [await signedIn(level.download), await signedIn(level.download)];
    // different bytes each time, since a failure is not retried
    const slow = Array.from({ length: 4 }, () => endless(randomUUID()));
    for (const [n, bytes] of slow.entries()) {
      const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `slow-${n}.pdf`, bytes, onSameName: 'rename' });
      for (const { client } of people) await seenBy(client, id);
    }
    const underWay = async (): Promise<number> => {
      const states = slow.map((bytes) => pageState(dossier.services, sourceOf(bytes), { page: 1, width: 900 }));
      return (await Promise.all(states)).filter((state) => state !== undefined && 'done' in state).length;
    };
    await expect.poll(underWay).toBe(1);
    const seen: number[] = [];
    for (let n = 0; n < 50; n++) {
      seen.push(await underWay());
      await pause(20);
    }
    expect(Math.max(...seen)).toBe(1);
  });
});
