import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { compare } from '@dossier/contract/preview/compare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dxf, dxfLayer, dxfLine } from '../../../../test/dxf.ts';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { pdfTexts } from '../../../../test/pdf-texts.ts';

let dossier: TestServer;
let cabinet: string;
/** A user with the right to a watermarked PDF, without the right to download. */
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  reader = await makeSignedIn(dossier, { fullName: 'Marked Reader' });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 11 });
});
afterAll(() => dossier.close());

const document = (name: string, bytes: Buffer | string, parentId = cabinet) =>
  makeDocument(dossier, dossier.admin, { parentId, name, bytes, onSameName: 'rename' });

async function pdfOf(line: string): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([400, 500]).drawText(line, { x: 40, y: 440, size: 14, font });
  return Buffer.from(await pdf.save());
}

async function fetched(url: string): Promise<{ status: number; texts: string[]; pages: number }> {
  const answer = await dossier.server.app.inject({ method: 'GET', url });
  if (answer.statusCode !== 200) return { status: answer.statusCode, texts: [], pages: 0 };
  const pages = await pdfTexts(answer.rawPayload);
  return { status: 200, texts: pages.map((page) => page.join(' ')), pages: pages.length };
}

it('lists the differences, and appends the pages that differ', async () => {
  const [id, otherId] = [
    await document('offer.pdf', await pdfOf('We offer 300 chairs')),
    await document('offer.pdf', await pdfOf('We offer 350 chairs')),
  ];
  const { downloadUrl, fileName, look: previewToken, other } = await dossier.admin.call(compare.pdf, { id, otherId });
  expect(fileName).toBe('offer (版本 1.0) - offer (2) (版本 1.0).pdf');
  expect(await endedState(dossier.nobody, compare.paper, { look: previewToken, other })).toEqual({ state: 'ready', done: 1 });
  const { texts, pages } = await fetched(downloadUrl);
  expect(pages).toBe(2);
  expect(texts[0]).toContain('− 300');
  expect(texts[0]).toContain('+ 350');
  expect(texts.join(' ')).not.toContain('Marked Reader');
});

it('has the watermark of a user without the right to download, and needs the right to PDF', async () => {
  const [id, otherId] = [await document('terms.txt', 'one line\nyesterday'), await document('terms.txt', 'one line\ntomorrow')];
  const { downloadUrl } = await reader.client.call(compare.pdf, { id, otherId });
  const { texts } = await fetched(downloadUrl);
  expect(texts[0]).toContain('tomorrow');
  expect(texts[0]).toContain('Marked Reader');
  const closed = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, { objId: closed, granteeType: 'user', granteeId: reader.id, level: 7 });
  const seen = await document('seen.txt', 'seen', closed);
  for (const [one, two] of [
    [id, seen],
    [seen, id],
  ])
    await expect(reader.client.call(compare.pdf, { id: one ?? '', otherId: two ?? '' })).rejects.toMatchObject({
      code: codes.noRightToDownload.code,
    });
  // a preview token opens no PDF
  const { before, after } = await reader.client.call(compare.open, { id, otherId });
  const looking = `/look/compared/${before.view.look}/${after.view.look}/x.pdf`;
  expect((await fetched(looking)).status).toBe(403);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 7 });
  expect((await fetched(downloadUrl)).status).toBe(403);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 11 });
});

it('drawings are compared by their images', async () => {
  const plan = (x: number): string =>
    dxf({
      tables: dxfLayer('WALLS', 1),
      entities: [...dxfLine('WALLS', [0, 0], [400, 0]), ...dxfLine('WALLS', [400, 0], [400, 300]), ...dxfLine('WALLS', [x, 60], [x, 240])],
    });
  const [id, otherId] = [await document('plan.dxf', plan(100)), await document('plan.dxf', plan(250))];
  const { kind, before, after } = await reader.client.call(compare.open, { id, otherId });
  const tokens = { look: before.view.look, other: after.view.look };
  expect([kind, await endedState(dossier.nobody, compare.state, tokens)]).toEqual(['pages', { state: 'ready', done: 1 }]);
  const { changed, changes } = await dossier.nobody.call(compare.changes, tokens);
  expect(changed).toBeGreaterThan(0);
  expect(changes[0]?.placesAfter?.[0]?.page).toBe(1);
});
