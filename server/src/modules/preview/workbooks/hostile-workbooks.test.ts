import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { permissions } from '@dossier/contract/access/permissions';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { workbooks } from '@dossier/contract/preview/workbooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { workbookOf } from '../../../../test/workbook-of.ts';
import { zipOf } from '../../../../test/zip-of.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

async function lookOf(name: string, bytes: Buffer | string): Promise<string> {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes, onSameName: 'rename' });
  return (await dossier.admin.call(preview.view, { id })).look;
}

describe('a workbook that cannot be shown', () => {
  const endOf = async (name: string, bytes: Buffer | string) =>
    endedState(dossier.nobody, previewByToken.state, { look: await lookOf(name, bytes) }).then(({ reason }) => reason);

  it('fails with its reason, without affecting others', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
    const strings = `<si><t>${'x'.repeat(32_000)}</t></si>`;
    expect(await endOf('bomb.xlsx', await workbookOf(`<sheetData>${row.repeat(200)}</sheetData>`, { strings }))).toBe('too-large');
    expect(await endOf('laughs.xlsx', await workbookOf('<!DOCTYPE a [<!ENTITY b "ha">]><sheetData/>'))).toBe('broken');
    expect(
      await endOf(
        'backwards.xlsx',
        await workbookOf('<sheetData><row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row></sheetData>'),
      ),
    ).toBe('broken');
    expect(await endOf('no.xlsx', await zipOf([{ name: 'word/document.xml', bytes: '<w/>' }]))).toBe('unsupported');
    expect(await endOf('no.csv', Buffer.from([0, 1, 2, 3, 0, 0, 9]))).toBe('unsupported');
    expect(
      await endOf(
        'locked.ods',
        await zipOf([
          { name: 'META-INF/manifest.xml', bytes: '<m:encryption-data/>' },
          { name: 'content.xml', bytes: 'x' },
        ]),
      ),
    ).toBe('encrypted');
  });

  it('loses only its drawing: cells are shown without a damaged one, and a drawing referenced twice counts once', async () => {
    const name = 'xl/drawings/drawing1.xml';
    const parts = [{ name, bytes: `<wsDr>${'<twoCellAnchor><pic/></twoCellAnchor>'.repeat(200)}</wsDr>` }];
    const own = Array.from({ length: 2 }, () => 'drawing Target="../drawings/drawing1.xml"');
    const bytes = await workbookOf('<sheetData><row r="1"><c r="A1"><v>42</v></c></row></sheetData>', { own, parts });
    const shown = async () => (await dossier.nobody.call(workbooks.book, { look: await lookOf('drawn.xlsx', bytes) })).sheets;
    expect(await shown()).toMatchObject([{ rows: 1, drawn: { pictures: 200 } }]);
    const packed = bytes.indexOf(name) + name.length;
    bytes.fill(0xff, packed + 2, packed + 12);
    expect(await shown()).toEqual([expect.not.objectContaining({ drawn: expect.anything() })]);
  });

  it('is refused when the document is no workbook', async () => {
    expect(await dossier.nobody.refused(workbooks.book, { look: await lookOf('a.txt', 'x') })).toBe(4624);
    expect(await dossier.nobody.refused(workbooks.book, { look: 'made up' })).toBe(1010);
  });
});

describe('a user without the right to download', () => {
  let other: TestServer;
  let programs: string;
  beforeAll(async () => {
    programs = await mkdtemp(join(tmpdir(), 'dossier-sheets-'));
    await writeFile(join(programs, 'soffice'), '#!/bin/sh\nexit 0\n');
    await chmod(join(programs, 'soffice'), 0o755);
  });
  afterAll(() => rm(programs, { recursive: true, force: true }));

  it('sees a plain-text table as the server parses it, not as an engine would guess it', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([200, 300]);
    const made = Buffer.from(await pdf.save()).toString('base64');
    const folder = await mkdtemp(join(tmpdir(), 'dossier-sheets-'));
    const read = 'while [ "$1" != --outdir ]; do shift; done; mkdir -p "$2"';
    const engine = `${read}\ngrep -q '<text:p>号</text:p>.*<text:p>007</text:p>.*<text:p>=1&lt;2</text:p>.*rows-repeated="250".*</office:document>$' "$3" && [ $(grep -o '<text:p>x</text:p>' "$3" | wc -l) = 498 ] && echo ${made} | base64 -d > "$2/document.pdf"`;
    await writeFile(join(folder, 'soffice'), `#!/bin/sh\n${engine}\n`);
    await chmod(join(folder, 'soffice'), 0o755);
    other = await openTestServer({ searchPath: folder + delimiter + (process.env['PATH'] ?? '') });
    // written in several parts, with a gap between two of them
    const more = `${'x\n'.repeat(398)}${'\n'.repeat(250)}${'x\n'.repeat(100)}`;
    const bytes = Buffer.concat([Buffer.from('bac5', 'hex'), Buffer.from(`\t"two\nlines"\n007\t=1<2\n${more}`)]);
    const id = await makeDocument(other, other.admin, { parentId: await makeCabinet(other.admin), name: 'codes.tsv', bytes });
    const { look: previewToken } = await other.admin.call(preview.view, { id });
    expect(await endedState(other.nobody, previewByToken.state, { look: previewToken, as: 'pages' })).toEqual({
      state: 'ready',
      done: 1,
    });
    await other.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['sees pages of it, and no cell', true, ['pages', 4611]],
    ['sees its cells where nothing makes pages', false, ['sheet', 'a|b']],
  ])('%s', async (_, engine, expected) => {
    other = await openTestServer({ searchPath: engine ? programs + delimiter + (process.env['PATH'] ?? '') : '' });
    const id = await makeDocument(other, other.admin, { parentId: await makeCabinet(other.admin), name: 'pay.csv', bytes: 'a,b' });
    const staff = await makeSignedIn(other);
    await other.admin.call(permissions.grant, { objId: id, granteeType: 'user', granteeId: staff.id, level: 3 });
    const { look: previewToken, rendition } = await staff.client.call(preview.view, { id });
    const asked = { look: previewToken, sheet: 0, from: 0, to: 9 };
    const seen = engine
      ? await other.nobody.refused(workbooks.rows, asked)
      : (await other.nobody.call(workbooks.rows, asked)).rows[0]?.texts.join('|');
    expect([rendition, seen]).toEqual(expected);
    // with the right to download, the viewer offers both forms
    const own = await other.admin.call(preview.view, { id });
    expect([own.rendition, (await other.nobody.call(workbooks.book, { look: own.look })).asPages]).toEqual(['sheet', engine]);
    // this engine outputs nothing; without an engine, a plain-text table has the pages of its text
    const pages = await endedState(other.nobody, previewByToken.state, { look: own.look, as: 'pages' });
    expect(pages.state).toBe(engine ? 'failed' : 'ready');
    expect((await other.nobody.call(previewByToken.state, { look: own.look })).state).toBe('ready');
    await other.close();
  });
});
