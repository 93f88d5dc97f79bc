import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PDFDocument, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { activity } from '@dossier/contract/activity/activity';
import { level, right } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { account } from '@dossier/contract/identity/account';
import { msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { signatures } from '@dossier/contract/signatures/signatures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openFakeTimeStamps } from '../../../test/fake-time-stamps.ts';
import { makeCabinet, makeDocument, upload } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { messageTypes } from '../../../test/message-types.ts';
import { makeKeyHolder } from '../../../test/passkey-holder.ts';
import { pdfTexts } from '../../../test/pdf-texts.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { sealedElsewhere } from '../../../test/sealed-elsewhere.ts';
import { makeCertificate } from './seals/seal-keys.ts';

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
  it('marks the document in the lists of its readers, and is one line of its activity', async () => {
    const marked = async (client: Client, id = document) =>
      (await client.call(library.items, { parentId: cabinet, pageSize: 500 })).list.find((one) => one.id === id)?.signed;
    const [first] = (await dossier.admin.call(activity.list, { objId: document })).list.map(({ kind }) => kind);
    expect([first, await marked(ann.client)]).toEqual([undefined, undefined]);
    await sign(ann);
    await dossier.drain();
    for (const who of [ann, cleo]) expect(await marked(who.client)).toBe(true);
    expect(await marked(tim.client)).toBeUndefined();
    const lines = await cleo.client.call(activity.list, { objId: document });
    expect(lines.list.map(({ kind, userName }) => [kind, userName])).toEqual([
      ['signed', 'Ann Lee'],
      ['added', expect.any(String)],
    ]);
    // also once it has been changed; a copy has the file and no signatures
    await revise(original);
    expect(await marked(cleo.client)).toBe(true);
    await dossier.admin.call(library.copy, { objIds: [document] });
    const { ids } = await dossier.admin.call(library.paste, { parentId: cabinet, onSameName: 'rename' });
    expect(await marked(dossier.admin, ids[0])).toBeUndefined();
  });

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
        own: true,
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

  it('keeps the first signature where the clock was put back before the second', async () => {
    await sign(ann);
    dossier.clock.forward(-5000);
    await sign(wang);
    dossier.clock.forward(5000);
    expect((await listed()).map(({ name, current: stands }) => [name, stands])).toEqual([
      ['Ann Lee', true],
      ['王小明', true],
    ]);
    expect(await refused(ann)).toBe(5931);
  });

  it('signs files with a table in the old form, and again after other changes, with a list of its own', async () => {
    await revise(await contract(false));
    await sign(ann);
    expect((await verify()).list).toMatchObject([{ verdict: 'holds' }]);
    const changed = await contract(false);
    await revise(changed);
    expect((await listed()).map(({ current: stands }) => stands)).toEqual([false]);
    await sign(ann);
    const page = (await pdfTexts(await bytesOf()))[2]!.join('\n');
    expect(page.match(/Ann Lee/g)).toHaveLength(1);
    expect((await listed()).map(({ current: stands }) => stands)).toEqual([true, false]);
  });

  it('holds what was signed, tells whose document it is and who signed before, and ends with the document', async () => {
    const signed = await current();
    await sign(ann);
    await sign(wang);
    await dossier.drain();
    const admin = { client: dossier.admin } as SignedIn;
    expect(await messageTypes(dossier, admin, document)).toEqual([msgType.documentSigned, msgType.documentSigned]);
    expect(await messageTypes(dossier, ann, document)).toEqual([msgType.documentSigned]);
    expect(await messageTypes(dossier, wang, document)).toEqual([]);
    expect(await dossier.admin.refused(content.deleteRevision, { id: document, revisionId: signed })).toBe(4617);
    const log = (await dossier.admin.call(operationLog.itemLog, { objId: document })).list;
    expect(log.filter(({ action: done }) => done === action.documentSign)).toHaveLength(2);
    await dossier.admin.call(library.delete, { objIds: [document] });
    await dossier.admin.call(library.remove, { objIds: [document] });
    const { read } = dossier.services.database;
    expect(await read.selectFrom('document_signature').select('id').where('item_id', '=', Number(document)).execute()).toEqual([]);
    expect(await read.selectFrom('revision_hold').select('holder_id').where('revision_id', '=', Number(signed)).execute()).toEqual([]);
  });

  it('needs the rights to read, download and change, and a proof of who one is', async () => {
    expect(await refused(cleo)).toBe(4613);
    expect(await refused(tim)).toBe(4610);
    expect(await refused(eve)).toBe(1002);
    // to change it without having it whole
    const bits = right.visible | right.read | right.modify;
    await dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: bob.id, level: bits, reach: 'self' });
    expect(await refused(bob)).toBe(4611);
    expect(await listed(cleo)).toEqual([]);
    expect((await verify()).list).toEqual([]);
    for (const route of [signatures.list, signatures.verify]) {
      const input = route === signatures.list ? { objId: document } : { id: document };
      expect(await tim.client.refused(route, input)).toBe(4610);
      expect(await eve.client.refused(route, input)).toBe(1002);
    }
    expect(await refused(ann, { password: 'not-this-one' })).toBe(2004);
    expect(await revisions()).toHaveLength(1);
  });

  it('counts wrong passwords, and ends the session that guesses', async () => {
    const guesser = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      objId: document,
      granteeType: 'user',
      granteeId: guesser.id,
      level: level.modify,
      reach: 'self',
    });
    const given = await terms(guesser, { password: 'guess' });
    for (let n = 0; n < 9; n++) expect(await guesser.client.refused(signatures.sign, given)).toBe(2004);
    expect(await guesser.client.refused(signatures.sign, given)).toBe(501);
    expect(await guesser.client.refused(signatures.list, { objId: document })).toBe(501);
  });

  it('takes a passkey of one’s own, once', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { enabled: true } });
    const [holder, other] = [await makeKeyHolder(dossier), await makeKeyHolder(dossier)];
    for (const { id } of [holder, other])
      await dossier.admin.call(permissions.grant, {
        objId: document,
        granteeType: 'user',
        granteeId: id,
        level: level.modify,
        reach: 'self',
      });
    const proof = async (who = holder, key = holder.key) => {
      const { ticket, options } = await who.client.call(account.beginPasskeyProof);
      return { ticket, used: key.use(options) };
    };
    const by = async (who: SignedIn, passkey: Awaited<ReturnType<typeof proof>>) =>
      who.client.refused(signatures.sign, { ...(await terms(who)), password: '', passkey });
    expect(await by(holder, await proof(holder, softPasskey()))).toBe(2043);
    expect(await by(holder, await proof(other))).toBe(2044);
    expect(await by(holder, await proof(holder, other.key))).toBe(2043);
    // the challenge of a passkey sign-in is no challenge for a proof of identity
    const toSignIn = await dossier.nobody.call(account.askForPasskey);
    expect(await by(holder, { ticket: toSignIn.ticket, used: holder.key.use(toSignIn.options) })).toBe(2044);
    const passkey = await proof();
    await holder.client.call(signatures.sign, { ...(await terms(holder)), password: '', passkey });
    expect((await listed())[0]).toMatchObject({ name: holder.fullName, means: 'passkey' });
    document = await uploaded(original);
    await dossier.admin.call(permissions.grant, {
      objId: document,
      granteeType: 'user',
      granteeId: holder.id,
      level: level.modify,
      reach: 'self',
    });
    expect(await by(holder, passkey)).toBe(2044);
    expect(await ann.client.refused(account.beginPasskeyProof)).toBe(2046);
  });

  it('is refused twice, for long reasons, older versions, other types, and files that are locked, protected or damaged', async () => {
    const first = await current();
    expect(await refused(ann, { reason: 'x'.repeat(201) })).toBe(5933);
    await sign(ann);
    expect(await refused(ann)).toBe(5931);
    expect(await refused(wang, { revisionId: first })).toBe(1008);
    await ann.client.call(content.lock, { id: document });
    expect(await refused(wang)).toBe(4619);
    const text = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `note-${crypto.randomUUID()}.txt` });
    expect(await refused(wang, { id: text })).toBe(1003);
    expect(await cleo.client.refused(signatures.verify, { id: text })).toBe(1003);
    const secret = await PDFDocument.load(original);
    secret.encrypt({ userPassword: '', ownerPassword: 'x' });
    expect(await refused(wang, { id: await uploaded(Buffer.from(await secret.save())) })).toBe(4671);
    const damaged = await uploaded(Buffer.from(original.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1'));
    expect(await refused(wang, { id: damaged })).toBe(4672);
    expect(await cleo.client.refused(signatures.verify, { id: await uploaded(Buffer.from('%PDF-1.7 nothing')) })).toBe(4672);
  });

  it('refuses a file in which programs that read all of it find other pages than those that go by its table', async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (const text of ['I owe nothing', 'I owe a million']) pdf.addPage([400, 500]).drawText(text, { x: 40, y: 400, size: 14, font });
    const [{ ref: shown }, { ref: hidden }] = pdf.getPages() as [PDFPage, PDFPage];
    pdf.catalog.Pages().set(PDFName.of('Kids'), pdf.context.obj([shown]));
    pdf.catalog.Pages().set(PDFName.of('Count'), pdf.context.obj(1));
    const tree = pdf.catalog.get(PDFName.of('Pages'));
    const text = Buffer.from(await pdf.save({ useObjectStreams: false })).toString('latin1');
    // the list of pages once more, which no table names
    const again = `${String(tree).replace(' R', ' obj')}\n<< /Type /Pages /Kids [${hidden.toString()}] /Count 1 >>\nendobj\n\n`;
    const table = text.lastIndexOf('xref\n0');
    const crafted = text.slice(0, table) + again + text.slice(table).replace(String(table), String(table + again.length));
    await revise(Buffer.from(crafted, 'latin1'));
    expect(await pdfTexts(await bytesOf())).toEqual([['I owe nothing']]);
    expect(await refused(ann)).toBe(4672);
    expect(await listed()).toEqual([]);
  });

  it('by two people at once loses no signature', async () => {
    const [one, two] = [await terms(ann), await terms(wang)];
    const answers = await Promise.allSettled([ann.client.call(signatures.sign, one), wang.client.call(signatures.sign, two)]);
    const lost = answers.filter(({ status }) => status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(String((lost[0] as PromiseRejectedResult).reason)).toContain(' 1008 ');
    expect(await listed()).toHaveLength(1);
    await sign(answers[0]?.status === 'rejected' ? ann : wang);
    expect((await listed()).filter(({ current: stands }) => stands)).toHaveLength(2);
  });
});

describe('checking signatures', () => {
  it('finds one changed byte, and what was added later', async () => {
    await sign(ann);
    const sealed = await bytesOf();
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(200) ^ 1, 200);
    // a copy in another organisation would not know the key; here it is known
    expect((await verify(await uploaded(changed))).list).toMatchObject([{ verdict: 'broken', problems: ['changed'], issuedBy: 'own' }]);
    const added = await PDFDocument.load(sealed, { forIncrementalUpdate: true, updateMetadata: false });
    added.addPage([200, 200]);
    const later = await verify(await uploaded(Buffer.from(await added.save())));
    expect(later).toMatchObject({ pages: 4, list: [{ verdict: 'doubtful', problems: ['changedAfter'], updatesAfter: 1, pagesThen: 3 }] });
    // a signature that covers less than it seems to
    const range = sealed.toString('latin1').match(/\/ByteRange \[0 \d+ +\d+ +\d+ *\]/)![0];
    const moved = Buffer.from(sealed.toString('latin1').replace(range, '/ByteRange [0 10 20 30]'.padEnd(range.length)), 'latin1');
    expect((await verify(await uploaded(moved))).list).toMatchObject([{ verdict: 'broken', problems: ['unreadable'] }]);
  });

  it('finds what was put behind a seal or into the room that is left in it', async () => {
    await sign(ann);
    const sealed = await bytesOf();
    // programs that look for the end of a PDF in its last kilobytes read the file in another way then
    const longer = Buffer.concat([sealed, Buffer.alloc(4000, '\n')]);
    expect((await verify(await uploaded(longer))).list).toMatchObject([{ verdict: 'doubtful', problems: ['changedAfter'] }]);
    const filled = Buffer.from(sealed);
    filled.write('beef', filled.lastIndexOf('0'.repeat(40)), 'latin1');
    expect((await verify(await uploaded(filled))).list).toMatchObject([{ verdict: 'broken', problems: ['unreadable'] }]);
  });

  it('tells that a seal of somebody else vouches for itself, or is out of date', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const sealedBy = async (now: number) => {
      const certificate = makeCertificate({ name: 'Elsewhere Ltd', publicKey, privateKey, now });
      return uploaded(await sealedElsewhere(original, { certificate, privateKey }, dossier.clock.now()));
    };
    expect((await verify(await sealedBy(dossier.clock.now()))).list).toMatchObject([
      { verdict: 'doubtful', problems: ['selfSigned'], issuedBy: 'self', subject: 'Elsewhere Ltd', reason: 'Made elsewhere' },
    ]);
    const old = dossier.clock.now() - 20 * 365 * 24 * 3_600_000;
    expect((await verify(await sealedBy(old))).list).toMatchObject([{ verdict: 'doubtful', problems: ['notValidThen', 'selfSigned'] }]);
    // signed here, it keeps its seal, which covers less by now
    document = await sealedBy(dossier.clock.now());
    await sign(ann);
    const { list } = await verify(document);
    expect(list.map(({ verdict, subject }) => [verdict, subject === 'Elsewhere Ltd'])).toEqual([
      ['doubtful', true],
      ['holds', false],
    ]);
  });

  it('answers nonsense in place of a signature', async () => {
    await sign(ann);
    const text = (await bytesOf()).toString('latin1');
    const nonsense = text.replace(/\/Contents <[0-9a-f]{400}/, (found) => found.slice(0, -200) + 'f'.repeat(200));
    const [seal] = (await verify(await uploaded(Buffer.from(nonsense, 'latin1')))).list;
    expect(seal?.verdict).toBe('broken');
  });
});

const hasPdfsig = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'pdfsig')));

describe.skipIf(!hasPdfsig)('another program', () => {
  it('finds the seal valid, and not after one changed byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pdfsig-'));
    const said = async (bytes: Buffer): Promise<string> => {
      const path = join(folder, `${crypto.randomUUID()}.pdf`);
      await writeFile(path, bytes);
      // without asking elsewhere about the certificate, for which it waits long where there is no network
      return new Promise((done) => void execFile('pdfsig', ['-nocert', path], (_, output) => done(output)));
    };
    try {
      await sign(ann);
      const once = await said(await bytesOf());
      for (const words of ['Signature is Valid', 'Total document signed', 'ETSI.CAdES.detached', 'SHA-256']) expect(once).toContain(words);
      await sign(wang);
      const twice = await bytesOf();
      expect((await said(twice)).match(/Signature is Valid/g)).toHaveLength(1);
      twice.writeUInt8(twice.readUInt8(200) ^ 1, 200);
      expect(await said(twice)).toContain('Digest Mismatch');
      await revise(await contract(false));
      await sign(ann);
      expect(await said(await bytesOf())).toContain('Signature is Valid');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the certificate', () => {
  it('is shown to who administers the settings, once there is one', async () => {
    const fresh = await openTestServer();
    try {
      expect(await fresh.admin.call(signatures.certificate)).toEqual({});
    } finally {
      await fresh.close();
    }
    await sign(ann);
    const { certificate } = await dossier.admin.call(signatures.certificate);
    const opened = new X509Certificate(certificate?.pem ?? '');
    expect(opened.verify(opened.publicKey)).toBe(true);
    expect(opened.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect((await verify()).list[0]?.fingerprint).toBe(certificate?.fingerprint);
    expect(await ann.client.refused(signatures.certificate)).toBe(1011);
    // the private key is in no row as it is
    const [row] = await dossier.services.database.read.selectFrom('signing_key').selectAll().execute();
    const kept = Buffer.from(row?.private_key ?? '', 'base64');
    // the form of an RSA key in PKCS #8 begins with its sequence and its version
    expect(kept.toString('latin1')).not.toContain(Buffer.from('020100300d06092a864886f70d010101', 'hex').toString('latin1'));
    expect(kept.length).toBeGreaterThan(1500);
  });
});

describe('time stamps', () => {
  it('are put into the seal; nothing is signed where there is none', async () => {
    const stamps = await openFakeTimeStamps(() => dossier.clock.now());
    const set = (tsaUrl: string) => dossier.admin.call(site.saveSettings, { group: 'signing', values: { tsaUrl } });
    const attempt = (tsaUrl: string) => dossier.admin.call(site.trySettings, { group: 'signing', values: { tsaUrl } });
    try {
      await set(stamps.url);
      expect(await attempt(stamps.url)).toEqual({ works: true });
      expect(await attempt('')).toMatchObject({ works: false });
      for (const how of ['refuse', 'fail', 'lie'] as const) {
        stamps.behave(how);
        expect(await refused(ann), how).toBe(5932);
        if (how !== 'lie') expect(await attempt(stamps.url)).toMatchObject({ works: false });
      }
      expect(await revisions()).toHaveLength(1);
      expect(await listed()).toEqual([]);
      stamps.behave('stamp');
      await sign(ann);
      const time = new Date(Math.floor(dossier.clock.now() / 1000) * 1000).toISOString();
      expect((await verify()).list).toMatchObject([{ verdict: 'holds', stampTime: time, stampedBy: 'Test Time Authority' }]);
    } finally {
      await set('');
      await stamps.close();
    }
  });
});
