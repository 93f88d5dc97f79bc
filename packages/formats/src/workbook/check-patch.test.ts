import { expect, it } from 'vitest';
import { OfficePackage } from '../office/patch-package.ts';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';
import { patchWorkbook } from './patch-workbook.ts';

const first = 'xl/worksheets/sheet1.xml';
const second = 'xl/worksheets/sheet2.xml';
const made: MadeWorkbook = {
  sheets: [
    '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+A3</f><v>2</v></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>text</t></is></c></row></sheetData><mergeCells count="1"><mergeCell ref="D1:E2"/></mergeCells>',
    '<sheetData><row r="1"><c r="A1"><f>SUM(Sheet1!A1:A3)</f><v>1</v></c></row></sheetData>',
  ],
  book: '<definedNames><definedName name="N">Sheet1!$A$3</definedName></definedNames>',
  parts: { 'xl/media/image1.png': ['image/png', 'bytes'], 'xl/theme/theme1.xml': ['theme', '<theme/>'] },
  relations: [['xl/workbook.xml', 'theme', 'xl/theme/theme1.xml']],
};
const one: WorkbookEdit[] = [{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: 5, style: { bold: true } }] }];
const insert: WorkbookEdit[] = [{ kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 1 }];

/** The differences where something else than the edits happened to the package. */
async function tampered(edits: WorkbookEdit[], change: (parts: OfficePackage) => void): Promise<string[]> {
  const base = madeWorkbook(made);
  const parts = new OfficePackage(await patchWorkbook(base, edits));
  change(parts);
  return (await checkPatch(base, parts.write(), edits)).map(({ kind, at }) => `${kind} ${at}`);
}

const replace = (part: string, from: string, to: string) => (parts: OfficePackage) => {
  const text = parts.text(part);
  expect(text).toContain(from);
  parts.put(part, text.replace(from, to));
};

it.each([
  ['nothing', one, () => {}, []],
  ['another value', one, replace(first, '<t>text</t>', '<t>other</t>'), ['cell 1 2 0']],
  ['the wrong value', one, replace(first, '<v>5</v>', '<v>6</v>'), ['cell 1 0 0']],
  ['a lost cell', one, replace(first, '<row r="3">', '<row r="4">'), ['broken']],
  ['another formula', one, replace(first, 'A1+A3', 'A1+A4'), ['cell 1 0 1']],
  ['a lost style', one, replace(first, ' s="1"', ''), ['cell 1 0 0']],
  ['a style of another cell', one, replace(first, '<c r="B1"', '<c r="B1" s="1"'), ['cell 1 0 1']],
  [
    'a style that was there',
    one,
    replace('xl/styles.xml', '<sz val="11"/>', '<sz val="12"/>'),
    ['styles 0', 'cell 1 0 1', 'cell 1 2 0', 'cell 2 0 0'],
  ],
  ['another sheet', one, replace(second, '<v>1</v>', '<v>2</v>'), [`changed ${second}`]],
  ['another part', one, replace('xl/theme/theme1.xml', '<theme/>', '<theme></theme>'), ['changed xl/theme/theme1.xml']],
  ['a lost part', one, (parts) => parts.remove('xl/media/image1.png'), ['lost xl/media/image1.png']],
  ['a part more', one, (parts) => parts.add('xl/more.xml', 'x', '<x/>'), ['added xl/more.xml']],
  ['half a sheet', one, replace(first, '</worksheet>', ''), [`broken ${first}`]],
  ['a lost relation', one, replace('xl/_rels/workbook.xml.rels', 'styles.xml', 'none.xml'), ['dangling xl/_rels/workbook.xml.rels']],
  ['a lost type', one, replace('[Content_Types].xml', '/xl/media/', '/xl/other/'), ['undeclared xl/media/image1.png']],
  ['a merge', one, replace(first, 'D1:E2', 'D1:E3'), ['merges 1']],
  ['a name', one, replace('xl/workbook.xml', 'Sheet1!$A$3', 'Sheet1!$A$4'), ['names N']],
  ['a renamed sheet', one, replace('xl/workbook.xml', 'name="Sheet2"', 'name="Other"'), ['sheets [[1,"Sheet1",false],[2,"Other",false]]']],
  ['an unshifted formula', insert, replace(first, 'A1+A4', 'A1+A3'), ['cell 1 0 1']],
  ['an unshifted formula elsewhere', insert, replace(second, 'A1:A4', 'A1:A3'), ['cell 2 0 0']],
  ['an unshifted name', insert, replace('xl/workbook.xml', '$A$4', '$A$3'), ['names N']],
  ['an unshifted merge', insert, replace(first, 'D1:E3', 'D1:E2'), ['merges 1']],
] as [string, WorkbookEdit[], (parts: OfficePackage) => void, string[]][])('finds %s', async (_, edits, change, expected) => {
  if (expected[0] === 'broken') expect(await tampered(edits, change)).not.toEqual([]);
  else expect((await tampered(edits, change)).toSorted()).toEqual(expected.toSorted());
});

const strings = 'xl/sharedStrings.xml';
const item = (text: string): string => `<si><t>${text}</t></si>`;

it.each([
  ['nothing else', () => {}, []],
  ['words of a cell that are gone', replace(strings, item('used'), '<si><t/></si>'), [`changed ${strings}`]],
  ['other words of nobody', replace(strings, '<si><t/></si>', item('other')), [`changed ${strings}`]],
  ['other words of a cell', replace(strings, item('used'), item('other')), [`changed ${strings}`]],
  ['a string less', replace(strings, item('spare'), ''), [`changed ${strings}`]],
  ['another attribute', replace(strings, 'count="3"', 'count="4"'), [`changed ${strings}`]],
  ['half a list', replace(strings, '</sst>', ''), [`changed ${strings}`]],
  ['words of nobody that are gone too', replace(strings, item('spare'), '<si><t/></si>'), []],
] as [string, (parts: OfficePackage) => void, string[]][])('finds in the shared strings %s', async (_, change, expected) => {
  const base = madeWorkbook({
    sheets: ['<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row></sheetData>'],
    parts: {
      [strings]: [
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
        `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="3">${item('gone')}${item('used')}${item('spare')}</sst>`,
      ],
    },
    relations: [['xl/workbook.xml', 'sharedStrings', 'xl/sharedStrings.xml']],
  });
  const parts = new OfficePackage(await patchWorkbook(base, one));
  expect(parts.text(strings)).not.toContain('gone');
  change(parts);
  expect((await checkPatch(base, parts.write(), one)).map(({ kind, at }) => `${kind} ${at}`)).toEqual(expected);
});
