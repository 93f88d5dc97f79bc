import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { account } from '@dossier/contract/identity/account';
import { msgType } from '@dossier/contract/notifications/messages';
import { signatures } from '@dossier/contract/signatures/signatures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCabinet, makeDocument, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { messageTypes } from '../../../test/message-types.ts';
import { makeKeyHolder } from '../../../test/passkey-holder.ts';
import { pdfTexts } from '../../../test/pdf-texts.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** Ann and 王小明 may sign, Bob may change but not download it, Cleo may download it, Tim sees its title alone, Eve nothing of it. */
let dossier: TestServer;
let cabinet: string;
let ann: SignedIn;
let wang: SignedIn;
let bob: SignedIn;
let cleo: SignedIn;
let tim: SignedIn;
let eve: SignedIn;
let original: Buffer;
let document: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeSignedIn(dossier, { fullName: 'Ann Lee' });
  wang = await makeSignedIn(dossier, { fullName: '王小明' });
  [bob, cleo, tim, eve] = [
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
    await makeSignedIn(dossier),
  ];
  for (const [who, given] of [
    [ann, level.modify],
    [wang, level.modify],
    [cleo, level.download],
    [tim, level.title],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: given, reach: 'all' });
  original = await contract();
});
beforeEach(async () => {
  dossier.clock.forward(60_000);
  document = await makeDocument(dossier, dossier.admin, {
    parentId: cabinet,
    name: `contract-${crypto.randomUUID()}.pdf`,
    bytes: original,
  });
});
afterAll(() => dossier.close());

/** A contract of two pages with a note; `useObjectStreams` writes its table as a stream. */
async function contract(useObjectStreams = true): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of ['first page of the contract', 'second page'])
    pdf.addPage([400, 500]).drawText(text, { x: 40, y: 400, size: 14, font });
  const field = pdf.getForm().createTextField('price');
  field.setText('a hundred');
  field.addToPage(pdf.getPage(0), { x: 30, y: 100, width: 200, height: 20 });
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

const revisions = (id = document) => dossier.admin.call(content.revisions, { id });
const current = async (id = document): Promise<string> => (await revisions(id))[0]!.id;

async function bytesOf(id = document, currentRev?: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id, currentRev });
  return (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).rawPayload;
}

async function terms(who: SignedIn, given: Partial<InputOf<typeof signatures.sign>> = {}): Promise<InputOf<typeof signatures.sign>> {
  return { id: document, revisionId: await current(given.id ?? document), password: who.password, ...given };
}
const sign = async (who: SignedIn, given: Partial<InputOf<typeof signatures.sign>> = {}) =>
  who.client.call(signatures.sign, await terms(who, given));
const refused = async (who: SignedIn, given: Partial<InputOf<typeof signatures.sign>> = {}) =>
  who.client.refused(signatures.sign, await terms(who, given));
const listed = async (who: SignedIn = ann) => (await who.client.call(signatures.list, { objId: document })).list;
const verify = (id = document, who: SignedIn = cleo) => who.client.call(signatures.verify, { id });
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The same bytes as a document of its own. */
const uploaded = (bytes: Buffer): Promise<string> =>
  makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `copy-${crypto.randomUUID()}.pdf`, bytes });

async function revise(bytes: Buffer): Promise<void> {
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id: document, size: bytes.length });
  await upload(dossier, uploadUrl, bytes);
  await dossier.drain();
}

describe('signing', () => {
  it('makes a version with a page of signatures and a seal, and keeps what was signed', async () => {
    const signed = await current();
    const { revisionId, label } = await sign(ann, { reason: 'I agree to the price' });
    expect(label).toBe('1.1');
    const [newest] = await revisions();
    expect(newest).toMatchObject({ id: revisionId, note: 'Signed by Ann Lee', creatorName: 'Ann Lee' });
    const bytes = await bytesOf();
    // what was signed is the beginning of the file, and its hash on the page
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
    const texts = await pdfTexts(bytes);
    expect(texts).toHaveLength(3);
    const page = texts[2]!.join('\n');
    for (const words of ['Ann Lee', 'I agree to the price', sha256(original), 'Version 1.0']) expect(page).toContain(words);
    expect((await PDFDocument.load(bytes)).getForm().getTextField('price').getText()).toBe('a hundred');
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        name: 'Ann Lee',
        time: new Date(dossier.clock.now()).toISOString(),
        reason: 'I agree to the price',
        means: 'password',
        revisionId: signed,
        revisionLabel: '1.0',
        sha256: sha256(original),
        current: true,
      },
    ]);
    const { list, pages, more } = await verify();
    expect({ pages, more }).toEqual({ pages: 3, more: false });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      verdict: 'holds',
      problems: [],
      issuedBy: 'own',
      reason: 'Signed by Ann Lee',
      time: new Date(Math.floor(dossier.clock.now() / 1000) * 1000).toISOString(),
      updatesAfter: 0,
      algorithm: 'RSA 3072, SHA256',
    });
  });

  it('by a second person lists both on one page, under one seal', async () => {
    await sign(ann);
    const first = await bytesOf();
    await sign(wang, { reason: '同意' });
    const bytes = await bytesOf();
    expect(bytes.subarray(0, first.length).equals(first)).toBe(true);
    const texts = await pdfTexts(bytes);
    expect(texts).toHaveLength(3);
    const page = texts[2]!.join('\n');
    for (const words of ['Ann Lee', '王小明', '同意', sha256(original), sha256(first)]) expect(page).toContain(words);
    const { list } = await verify();
    expect(list).toMatchObject([{ verdict: 'holds', reason: 'Signed by Ann Lee, 王小明' }]);
    expect((await listed()).map(({ name, current: stands }) => [name, stands])).toEqual([
      ['王小明', true],
      ['Ann Lee', true],
    ]);
  });
});
