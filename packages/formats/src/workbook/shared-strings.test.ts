import { expect, it } from 'vitest';
import { OfficePackage } from '../office/patch-package.ts';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';
import { patchWorkbook } from './patch-workbook.ts';

const cells = (...list: Extract<WorkbookEdit, { kind: 'cells' }>['cells']): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: list });

const strings = 'xl/sharedStrings.xml';
const si = (text: string): string => `<si><t xml:space="preserve">${text}</t></si>`;
/** Two sheets with shared strings, of which both have the third; the last one stands in a comment too. */
const made: MadeWorkbook = {
  sheets: [
    '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1"><v>3</v></c></row><row r="2"><c r="A2" t="s"><v>3</v></c><c r="C2" t="s"><v>1</v></c></row></sheetData>',
    '<sheetData><row r="1"><c r="A1" t="s"><v> 2 </v></c><c r="B1" t="s"><v>4</v></c></row></sheetData>',
  ],
  parts: {
    [strings]: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
      `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${si('zero')}<!-- <si>no</si> --><si><r><t>o</t></r><r><t>ne</t></r></si>${si('two')}${si('three')}${si('four')}<si/></sst>`,
    ],
  },
  relations: [['xl/workbook.xml', 'sharedStrings', 'xl/sharedStrings.xml']],
};
/** What is left of the words after edits. */
async function wordsAfter(edits: WorkbookEdit[]): Promise<string> {
  const base = madeWorkbook(made);
  const bytes = await patchWorkbook(base, edits);
  expect(await checkPatch(base, bytes, edits)).toEqual([]);
  const text = new OfficePackage(bytes).text(strings);
  expect(text).toContain('<!-- <si>no</si> -->');
  return [...text.matchAll(/<si>(.*?)<\/si>|<si\/>/g)]
    .map(([, inner = '']) => inner.replace(/<[^>]*>/g, '') || '-')
    .filter((word) => word !== 'no')
    .join(' ');
}

const remove = (axis: 'row' | 'column', at: number): WorkbookEdit => ({ kind: 'remove', sheet: 1, axis, at, count: 1 });

it.each([
  ['a cell that is cleared', [cells({ row: 0, column: 0, value: null })], '- one two three four -'],
  ['one that is overwritten', [cells({ row: 1, column: 0, value: 'new' })], 'zero one two - four -'],
  ['one that has a formula now', [cells({ row: 1, column: 0, formula: 'A1', value: 'zero' })], 'zero one two - four -'],
  ['one of two with the same words', [cells({ row: 0, column: 1, value: 1 })], 'zero one two three four -'],
  ['both of them', [cells({ row: 0, column: 1, value: 1 }, { row: 1, column: 2, value: null })], 'zero - two three four -'],
  ['one whose words another sheet has', [cells({ row: 0, column: 2, value: null })], 'zero one two three four -'],
  ['one that gets a style alone', [cells({ row: 0, column: 0, style: { bold: true } })], 'zero one two three four -'],
  ['a row', [remove('row', 1)], 'zero one two - four -'],
  ['a column', [remove('column', 0)], '- one two - four -'],
  ['a sheet', [{ kind: 'removeSheet', sheet: 2 }], 'zero one two three - -'],
  [
    'cells of a sheet that goes then',
    [{ kind: 'removeSheet', sheet: 2 }, cells({ row: 0, column: 2, value: null })],
    'zero one - three - -',
  ],
] as [string, WorkbookEdit[], string][])('the words of %s are in the file no longer than a cell has them', async (_, edits, left) => {
  expect(await wordsAfter(edits)).toBe(left);
});

it('words are taken out of 200,000 by themselves', async () => {
  const count = 200_000;
  const all = Array.from({ length: count }, (_, at) => si(`words ${at}`)).join('');
  const lines = Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c></row>`).join('');
  const base = madeWorkbook({
    ...made,
    sheets: [`<sheetData>${lines}</sheetData>`],
    parts: { [strings]: ['x', `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${all}</sst>`] },
  });
  const bytes = await patchWorkbook(base, [cells({ row: 150_000, column: 0, value: null })]);
  const text = new OfficePackage(bytes).text(strings);
  expect(text).not.toContain('words 150000<');
  expect(text).toContain(si('words 149999') + '<si><t/></si>' + si('words 150001'));
});
