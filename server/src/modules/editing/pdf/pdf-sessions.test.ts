import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { annotationsOf, editedPdf, formPdf, freeText } from '../../../../test/form-pdf.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { annotatedByMutool, annotationsByMutool, cleanedByMutool, hasProgram } from '../../../../test/pdf-programs.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let cabinet: string;
let ann: SignedIn;
let bob: SignedIn;
let reader: SignedIn;
let form: Buffer;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  const made = async (granted: number): Promise<SignedIn> => {
    const person = await makeSignedIn(dossier);
    await dossier.admin.call(permissions.grant, {
      objId: cabinet,
      granteeType: 'user',
      granteeId: person.id,
      level: granted,
      reach: 'all',
    });
    return person;
  };
  [ann, bob, reader] = [await made(level.modify), await made(level.modify), await made(level.view)];
  form = await formPdf();
});
afterAll(() => dossier.close());

let count = 0;
const make = (bytes: Buffer = form) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `agreement-${++count}.pdf`, bytes });
const detail = (id: string) => dossier.admin.call(library.documentDetail, { id });
const numbers = async (id: string) => (await dossier.admin.call(content.revisions, { id })).map((revision) => revision.number);

async function bytesOf(id: string): Promise<Buffer> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return (await dossier.server.app.inject({ url: downloadUrl })).rawPayload;
}

/** A window with a PDF, as the browser's without a screen. */
async function open(person: { client: Client }, id: string) {
  const opened = await person.client.call(editing.openFile, { id });
  const ids = { sessionId: opened.sessionId, windowId: opened.windowId };
  return {
    ...opened,
    file: async () => (await dossier.server.app.inject({ url: opened.fileUrl })).rawPayload,
    keep: () => person.client.call(editing.keepFile, ids),
    save: () => person.client.call(editing.saveFile, ids),
    refusedSave: () => person.client.refused(editing.saveFile, ids),
    discard: () => person.client.call(editing.discardFile, ids),
    close: () => person.client.call(editing.closeFile, ids),
    draft: async (payload: Buffer) =>
      JSON.parse((await dossier.server.app.inject({ method: 'PUT', url: opened.draftUrl, payload })).payload) as { code: number },
  };
}

const textsOf = async (bytes: Buffer) =>
  (await annotationsOf(bytes)).filter((one) => one.subtype === 'FreeText').map((one) => one.contents);

it('one person annotates; the draft becomes one version that has the bytes of the one before, and closing unlocks', async () => {
  const id = await make();
  expect(await detail(id)).toMatchObject({ canEdit: true, editType: 1, capacityType: 3 });
  expect(await ann.client.call(editing.preEdit, { id })).toMatchObject({ editType: 1, pageUrl: `/editPdf?id=${id}` });
  const a = await open(ann, id);
  expect(a).toMatchObject({ ext: 'pdf', hasUnsaved: false });
  // nothing has to be tried, as all that is in the file stays
  expect(a).not.toHaveProperty('trialUrl');
  expect((await a.file()).equals(form)).toBe(true);
  expect(await a.draft(await editedPdf(form, freeText('first note')))).toMatchObject({ code: 200, data: { isOpen: true } });
  expect((await detail(id)).lockUserName).toBe(ann.fullName);
  expect(await bob.client.refused(editing.openFile, { id })).toBe(4619);
  await a.save();
  // the window goes on from the file that it opened
  await a.draft(await editedPdf(form, freeText('second note')));
  await a.close();
  expect(await numbers(id)).toEqual([2, 1]);
  const saved = await bytesOf(id);
  expect(saved.subarray(0, form.length).equals(form)).toBe(true);
  expect(await textsOf(saved)).toEqual(['second note']);
  expect((await detail(id)).lockUserName).toBeUndefined();
  // the next session begins with that version
  const b = await open(bob, id);
  await b.draft(await editedPdf(saved, freeText('of bob')));
  await b.close();
  expect(await numbers(id)).toEqual([3, 2, 1]);
  expect(await textsOf(await bytesOf(id))).toEqual(['second note', 'of bob']);
});

it('only who may modify it edits it; who may view it and visitors are refused', async () => {
  const id = await make();
  expect(await reader.client.refused(editing.preEdit, { id })).toBe(4614);
  expect(await reader.client.refused(editing.openFile, { id })).toBe(1001);
});

it('a draft that no version has goes on in the next window of its writer, and begins with what the first one opened', async () => {
  const id = await make();
  const first = await open(ann, id);
  const draft = await editedPdf(form, freeText('one'));
  await first.draft(draft);
  const second = await open(ann, id);
  expect(second.hasUnsaved).toBe(true);
  expect((await second.file()).equals(draft)).toBe(true);
  await second.draft(await editedPdf(draft, freeText('two')));
  await second.close();
  expect(await textsOf(await bytesOf(id))).toEqual(['one', 'two']);
});

it('the fields of a form are filled in, and others stay', async () => {
  for (const packed of [true, false]) {
    const base = await formPdf({ packed });
    const id = await make(base);
    const fields = await annotationsOf(base);
    const idOf = (name: string, at = 0) => fields.filter((one) => one.fieldName === name)[at]?.id ?? '';
    const a = await open(ann, id);
    await a.draft(
      await editedPdf(base, {
        [idOf('tenant')]: { value: 'Anna Berg' },
        [idOf('agreed')]: { value: true },
        [idOf('term', 1)]: { value: true },
        [idOf('city')]: { value: ['Beijing'] },
      }),
    );
    await a.close();
    const shown = await annotationsOf(await bytesOf(id));
    expect(Object.fromEntries(shown.flatMap((one) => (one.fieldName ? [[one.fieldName, one.fieldValue]] : [])))).toEqual({
      tenant: 'Anna Berg',
      agreed: 'Yes',
      term: 'two',
      city: ['Beijing'],
    });
    expect(shown.filter((one) => one.subtype === 'Text').map((one) => one.contents)).toEqual(['Old note']);
  }
});

/** Appends an update to a PDF, as any program does that writes objects anew; `objects` by their number. */
function withUpdate(bytes: Buffer, objects: Record<number, string>, { trailer = '', generation = 0 } = {}): Buffer {
  const text = bytes.toString('latin1');
  const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const root = /\/Root (\d+ 0 R)/.exec(text)?.[1];
  const info = /\/Info (\d+ 0 R)/.exec(text)?.[1];
  const size = Math.max(
    ...[...text.matchAll(/\/Size (\d+)/g)].map((found) => Number(found[1])),
    ...Object.keys(objects).map((one) => Number(one) + 1),
  );
  let body = '\n';
  let table = 'xref\n';
  for (const [number, object] of Object.entries(objects)) {
    table += `${number} 1\n${String(bytes.length + body.length).padStart(10, '0')} 0000${generation} n\r\n`;
    body += `${number} ${generation} obj\n${object}\nendobj\n`;
  }
  const end = `trailer\n<< /Size ${size} /Prev ${prev} /Root ${root} ${info ? `/Info ${info}` : ''} ${trailer}>>\nstartxref\n${bytes.length + body.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(body + table + end, 'latin1')]);
}

/** Appends an update without objects, whose table has the number of an object of the base and reads as these commands where that is drawn. */
function withTableAs(bytes: Buffer, number: number, commands: string[]): Buffer {
  const text = bytes.toString('latin1');
  const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const [root, info] = [/\/Root \d+ 0 R/.exec(text)?.[0], /\/Info \d+ 0 R/.exec(text)?.[0] ?? ''];
  const at = bytes.length + 1;
  const own = Buffer.alloc(13);
  own.writeUInt8(1, 0);
  own.writeUIntBE(at, 1, 6);
  // where an object is deleted, its numbers may be any
  const rows = Buffer.concat([...commands.map((one) => Buffer.from(`\0${one.padEnd(12)}`, 'latin1')), own]);
  const entries = `/Type /XRef ${root} ${info} /Prev ${prev} /Index [900 ${commands.length} ${number} 1] /W [1 6 6] /Size 999`;
  const head = `\n${number} 0 obj\n<< ${entries} /Length ${rows.length} >>\nstream\n`;
  return Buffer.concat([bytes, Buffer.from(head), rows, Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`)]);
}

/** The objects of the form, by what they are. */
async function partsOf(bytes: Buffer) {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const page = pdf.getPage(0);
  const ref = (one: unknown): number => Number(/^(\d+)/.exec(String(one))?.[1]);
  const annotations = page.node.Annots()?.asArray() ?? [];
  const textOf = (number: number): string => pdf.context.lookup(annotations.find((one) => ref(one) === number))?.toString() ?? '';
  return {
    page: ref(page.ref),
    pageText: page.node.toString(),
    catalog: ref(pdf.context.trailerInfo.Root),
    catalogText: pdf.catalog.toString(),
    contents: ref((page.node.get(PDFName.of('Contents')) as { get?: (at: number) => unknown }).get?.(0)),
    tenant: ref(annotations[0]),
    tenantText: textOf(ref(annotations[0])),
    note: ref(annotations[5]),
    noteText: textOf(ref(annotations[5])),
    free: pdf.context.largestObjectNumber + 1,
  };
}

const javascript = '/A << /S /JavaScript /JS (app.alert\\(1\\)) >>';

it('a draft that changes more than annotations and values becomes no version, and stays with its writer', async () => {
  const parts = await partsOf(form);
  const { page, pageText, free } = parts;
  const withNote = (note: string, more: Record<number, string> = {}) =>
    withUpdate(form, { [page]: pageText.replace('/Annots [', `/Annots [ ${free} 0 R`), [free]: note, ...more });
  const note = '/Type /Annot /Subtype /FreeText /Rect [10 10 99 40] /Contents (harmless)';
  const cases: Record<string, Buffer> = {
    'another beginning': Buffer.concat([Buffer.from('%PDF-1.7\n'), form]),
    'no PDF': Buffer.from('no PDF at all'),
    'words after the end': Buffer.concat([form, Buffer.from('\n9 0 obj\n<< >>\nendobj\n')]),
    'the contents of a page': withUpdate(form, { [parts.contents]: '<< /Length 3 >>\nstream\nq Q\nendstream' }),
    'a smaller page': withUpdate(form, { [page]: pageText.replace('595.28', '95.28') }),
    'a page without its notes': withUpdate(form, { [page]: pageText.replace(/\/Annots \[[^\]]*\]/, '/Annots [ ]') }),
    'an action on opening': withUpdate(form, { [parts.catalog]: parts.catalogText.replace('<<', `<< /OpenAction ${javascript.slice(3)}`) }),
    'a page with an action': withUpdate(form, { [page]: pageText.replace('<<', `<< /AA << /O ${javascript.slice(3)} >>`) }),
    'a link': withNote('<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>'),
    'a note that runs something': withNote(`<< ${note} ${javascript} >>`),
    'an entry that is there twice': withNote(`<< ${note} /AP (a) /AP << >> >>`),
    'a file': withNote('<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /EF << >> >> >>'),
    'a field that runs something': withUpdate(form, { [parts.tenant]: parts.tenantText.replace('<<', `<< ${javascript}`) }),
    'a note of another program': withUpdate(form, { [parts.note]: parts.noteText.replace('Old note', 'New note') }),
    'an object that belongs to nothing': withNote(`<< ${note} >>`, { [free + 1]: '<< /EF << >> >>' }),
    'an appearance from a file': withNote(`<< ${note} /AP << /N ${free + 1} 0 R >> >>`, {
      [free + 1]: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /F (x.pdf) /Length 3 >>\nstream\nq Q\nendstream',
    }),
    'a table in place of the contents of a page': withTableAs(form, parts.contents, ['BT /F1 20 Tf', '9 9 Td', '(I owe) Tj', 'ET %']),
    'packed objects as an appearance': withNote(`<< ${note} /AP << /N ${free + 1} 0 R >> >>`, {
      [free + 1]: `<< /Type /ObjStm /N 1 /First 6 /Length 11 >>\nstream\n${String(parts.contents).padEnd(4)}0 << >>\nendstream`,
    }),
    'a popup that runs something': withUpdate(form, {
      [page]: pageText.replace('/Annots [', `/Annots [ ${free} 0 R`),
      [free]: `<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Parent << ${javascript} >> >>`,
    }),
    'a page of another generation': withUpdate(form, { [page]: pageText }, { generation: 1 }),
    'a password': withUpdate(form, {}, { trailer: '/Encrypt << /Filter /Standard >>' }),
  };
  const id = await make();
  const a = await open(ann, id);
  // what the cases are made of is taken
  await a.draft(withNote(`<< ${note} >>`));
  await a.save();
  expect(await numbers(id)).toEqual([2, 1]);
  for (const [name, draft] of Object.entries(cases)) {
    expect(await a.draft(draft), name).toMatchObject({ code: 200 });
    expect(await a.refusedSave(), name).toBe(4647);
    expect((await a.file()).equals(draft), name).toBe(true);
  }
  expect(await numbers(id)).toEqual([2, 1]);
  expect(await a.discard()).toEqual({ isOpen: true });
  await a.close();
  expect(await textsOf(await bytesOf(id))).toEqual(['harmless']);
});

it('a text with letters that the font of the editor lacks is shown by every program, with these letters in the file', async () => {
  for (const packed of [true, false]) {
    const base = await formPdf({ packed });
    const id = await make(base);
    const a = await open(ann, id);
    const draft = await editedPdf(base, freeText('租赁合同\n第二行'));
    expect((await annotationsOf(draft)).find((one) => one.subtype === 'FreeText')).toMatchObject({ hasAppearance: false });
    await a.draft(draft);
    await a.save();
    const saved = await bytesOf(id);
    expect(saved.subarray(0, draft.length).equals(draft)).toBe(true);
    const text = (await annotationsOf(saved)).find((one) => one.subtype === 'FreeText');
    expect(text).toMatchObject({ hasAppearance: true, contents: '租赁合同\n第二行', textContent: ['租赁合同', '第二行'] });
    // the window goes on, and so does the next one
    await a.draft(await editedPdf(base, freeText('合同')));
    await a.close();
    const again = await bytesOf(id);
    expect(await textsOf(again)).toEqual(['合同']);
    const b = await open(bob, id);
    await b.draft(await editedPdf(again, freeText('审阅')));
    await b.close();
    expect((await annotationsOf(await bytesOf(id))).filter((one) => one.subtype === 'FreeText')).toMatchObject([
      { hasAppearance: true, textContent: ['合同'] },
      { hasAppearance: true, textContent: ['审阅'] },
    ]);
    expect(await numbers(id)).toEqual([3, 2, 1]);
  }
});

it('a version from elsewhere stays, and what was written is a document beside it', async () => {
  const id = await make();
  const a = await open(ann, id);
  await a.draft(await editedPdf(form, freeText('kept beside')));
  const other = await formPdf({ packed: false });
  const { uploadUrl } = await ann.client.call(content.preCheckIn, { id, size: other.length });
  await upload(dossier, uploadUrl, other);
  const told = await a.keep();
  expect(told).toMatchObject({ isOpen: false, reason: 'revised' });
  expect(await textsOf(await bytesOf(id))).toEqual([]);
  expect(await textsOf(await bytesOf(told.copy?.id ?? ''))).toEqual(['kept beside']);
});

/** A PDF with entries in its catalog or form. */
async function changed(change: (pdf: PDFDocument) => void): Promise<Buffer> {
  const pdf = await PDFDocument.load(form, { updateMetadata: false });
  change(pdf);
  return Buffer.from(await pdf.save({ updateFieldAppearances: false }));
}

const certified = (allowed: number) =>
  changed((pdf) => {
    const { context, catalog } = pdf;
    const terms = { Type: 'TransformParams', V: '1.2', P: allowed };
    const signature = context.obj({ Type: 'Sig', Reference: [{ TransformMethod: 'DocMDP', TransformParams: terms }] });
    catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: context.register(signature) }));
  });

it('what is protected, another kind of form, certified or damaged can only be viewed', async () => {
  const protectedPdf = await PDFDocument.load(form);
  protectedPdf.encrypt({ ownerPassword: 'owner', permissions: { modifying: false } });
  const cases: Record<string, Buffer> = {
    'an XFA form': await changed((pdf) => pdf.getForm().acroForm.dict.set(PDFName.of('XFA'), PDFString.of('form'))),
    'certified against changes': await certified(1),
    'certified for filling in alone': await certified(2),
    'without an end': form.subarray(0, form.lastIndexOf('startxref')),
    protected: Buffer.from(await protectedPdf.save()),
    'no PDF': Buffer.from('no PDF'),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    const id = await make(bytes);
    expect(await ann.client.refused(editing.openFile, { id }), name).toBe(4614);
    expect((await detail(id)).lockUserName, name).toBeUndefined();
  }
  expect(await open(ann, await make(await certified(3)))).toMatchObject({ ext: 'pdf' });
});

it('a signed PDF is edited, and says that it is signed', async () => {
  const signed = await changed((pdf) => {
    const { context } = pdf;
    const field = context.register(context.obj({ FT: 'Sig', T: PDFString.of('signature'), V: { Type: 'Sig', Filter: 'Adobe.PPKLite' } }));
    pdf.getForm().acroForm.addField(field);
  });
  expect(await open(ann, await make(signed))).toMatchObject({ isSigned: true });
  expect(await open(ann, await make())).not.toHaveProperty('isSigned');
});

it('no empty PDF is made', async () => {
  expect(await dossier.admin.refused(editing.create, { parentId: cabinet, name: 'empty.pdf' })).toBe(
    await dossier.admin.refused(editing.create, { parentId: cabinet, name: 'empty.zip' }),
  );
});

it.skipIf(!hasProgram('mutool'))('what mutool noted stays in a version of the editor, and mutool reads what that has more', async () => {
  const base = await annotatedByMutool(await formPdf());
  const before = await annotationsByMutool(base);
  expect(before.map(({ contents }) => contents)).toEqual(
    expect.arrayContaining(['Old note', 'mutool note', 'mutool highlight', 'mutool ink']),
  );
  const id = await make(base);
  const window = await open(ann, id);
  await window.draft(await editedPdf(base, freeText('from here')));
  await window.save();
  await window.close();
  const saved = await bytesOf(id);
  expect(saved.subarray(0, base.length).equals(base)).toBe(true);
  const after = await annotationsByMutool(saved);
  expect(after.filter(({ type }) => type !== 'FreeText')).toEqual(before);
  expect(after.filter(({ type }) => type === 'FreeText').map(({ contents }) => contents)).toEqual(['from here']);
  await cleanedByMutool(saved);
});
