import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TableRow } from '@dossier/formats/workbook/ooxml-cells';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../test/zip-of.ts';
import { csvStream, xlsxStream } from '../../tables/table-streams.ts';
import { type Sandbox, createSandbox } from '../sandbox.ts';

let folder = '';
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-table-'));
  sandbox = createSandbox({ readable: [folder] });
});
afterAll(async () => {
  sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function read(bytes: Buffer | string) {
  const path = join(folder, String(++count));
  await writeFile(path, bytes);
  const size = Buffer.byteLength(bytes);
  return sandbox.run('table', { path, ext: '', name: '', size }, { maxOutput: 16 << 20, timeoutMs: 200_000 });
}
async function rowsOf(bytes: Buffer | string): Promise<[number, ...string[]][]> {
  const answer = await read(bytes);
  if (!answer.ok) throw new Error(answer.reason);
  return (JSON.parse(answer.text) as TableRow[]).map(({ row, cells }) => [row, ...cells]);
}

async function* once(...rows: string[][]) {
  yield rows;
}

const hostile = ['=1+1', '＝1+1', '+49 30', '-1', '@x', 'a "b" c', 'semi;colon', 'comma,', 'line\nbreak', '研发部 & <b>', "it's"];

describe('CSV', () => {
  it('comes in UTF-8, UTF-16 and GBK', async () => {
    const text = '登录名,姓名\nlihua,李华\nzhangwei,张伟\n';
    const wanted = [
      [1, '登录名', '姓名'],
      [2, 'lihua', '李华'],
      [3, 'zhangwei', '张伟'],
    ];
    expect(await rowsOf(text)).toEqual(wanted);
    expect(await rowsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(wanted);
    const gbk = 'b5c7c2bcc3fb2cd0d5c3fb0a6c696875612cc0eebbaa0a7a68616e677765692cd5c5ceb00a';
    expect(await rowsOf(Buffer.from(gbk, 'hex'))).toEqual(wanted);
  });

  it('of ours is read back as written, with no cell as a formula', async () => {
    const bytes = await buffer(csvStream(once(['head'], hostile)));
    expect(bytes.toString()).toContain("'=1+1,'＝1+1,'+49 30,'-1,'@x");
    expect((await rowsOf(bytes))[1]).toEqual([2, ...hostile.map((text) => text.replace('\n', ' '))]);
  });
});

describe('a workbook', () => {
  it('of ours is read back as written', async () => {
    const bytes = await buffer(xlsxStream(once(['head'], hostile, ['', '', '007']), { name: 'A & B', widths: [10, 20] }));
    expect(await rowsOf(bytes)).toEqual([
      [1, 'head'],
      [2, ...hostile.map((text) => text.replace('\n', ' '))],
      [3, '', '', '007'],
    ]);
  });

  it('of other programs is read by cell positions: shared strings, numbers, gaps, the first visible sheet', async () => {
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const bytes = await zipOf([
      {
        name: 'xl/workbook.xml',
        bytes: '<workbook><sheets><sheet name="a" state="hidden" r:id="r1"/><sheet name="b" r:id="r2"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        bytes:
          '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/><Relationship Id="r2" Target="/xl/worksheets/two.xml"/></Relationships>',
      },
      { name: 'xl/sharedStrings.xml', bytes: '<sst><si><t>姓</t><r><t>名</t></r><rPh><t>x</t></rPh></si></sst>' },
      { name: 'xl/worksheets/one.xml', bytes: sheet('<row r="1"><c r="A1"><v>1</v></c></row>') },
      {
        name: 'xl/worksheets/two.xml',
        bytes: sheet(
          '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2"><v>1.00000001E8</v></c><c r="E2" t="str"><f>A1</f><v>f</v></c><c r="F2" t="e"><v>#REF!</v></c></row><row r="9"><c r="A9" t="b"><v>1</v></c></row>',
        ),
      },
    ]);
    expect(await rowsOf(bytes)).toEqual([
      [2, '', '姓名', '', '100000001', 'f', ''],
      [9, '1'],
    ]);
  });
});

describe('no table, or too large a one', () => {
  it('is refused', async () => {
    expect(await read(Buffer.from([0, 1, 2, 3, 0, 5]))).toEqual({ ok: false, reason: 'unsupported' });
    expect(await read(await zipOf([{ name: 'word/document.xml', bytes: '<a/>' }]))).toEqual({ ok: false, reason: 'broken' });
    expect(await read('a\n'.repeat(5002))).toEqual({ ok: false, reason: 'too-large' });
    expect(await rowsOf('a\n'.repeat(5001))).toHaveLength(5001);
  });

  it('is refused though it is small while it is compressed', async () => {
    const bomb = `<worksheet><sheetData>${'<row><c><v></v></c></row>'.repeat(40)}${' '.repeat(230 << 20)}`;
    const bytes = await zipOf([
      { name: 'xl/workbook.xml', bytes: '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>' },
      { name: 'xl/_rels/workbook.xml.rels', bytes: '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/></Relationships>' },
      { name: 'xl/worksheets/one.xml', bytes: bomb },
    ]);
    expect(bytes.length).toBeLessThan(1 << 20);
    expect(await read(bytes)).toEqual({ ok: false, reason: 'too-large' });
  });
});
