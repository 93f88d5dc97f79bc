import { expect, it } from 'vitest';
import { OfficePackage } from '../office/patch-package.ts';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { readEditableWorkbook } from './editable-workbook.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { patchWorkbook } from './patch-workbook.ts';

async function patched(made: MadeWorkbook, edits: WorkbookEdit[]) {
  const bytes = await patchWorkbook(madeWorkbook(made), edits);
  expect(await checkPatch(madeWorkbook(made), bytes, edits)).toEqual([]);
  const parts = new OfficePackage(bytes);
  const { sheets, names } = await readEditableWorkbook(bytes);
  return { list: sheets.map(({ sheetId, name, hidden }) => `${sheetId} ${name}${hidden ? ' hidden' : ''}`), sheets, names, parts };
}

const refused = async (made: MadeWorkbook, edits: WorkbookEdit[]): Promise<string> => {
  try {
    await patched(made, edits);
  } catch (error) {
    if (error instanceof PatchRefusal) return error.reason;
    throw error;
  }
  return 'none';
};

const three: MadeWorkbook = {
  sheets: ['<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetData/>', '<sheetData/>', '<sheetData/>'],
  book: '<definedNames><definedName name="Own" localSheetId="1">Sheet2!$A$1</definedName><definedName name="Third" localSheetId="2">Sheet3!$A$1</definedName></definedNames>',
};

it('a sheet is added in its place, and can be edited', async () => {
  const { list, names, sheets, parts } = await patched(three, [
    { kind: 'addSheet', sheet: 7, name: "It's <new>", at: 1 },
    { kind: 'cells', sheet: 7, cells: [{ row: 0, column: 0, value: 5 }] },
  ]);
  expect(list).toEqual(['1 Sheet1', "7 It's <new>", '2 Sheet2', '3 Sheet3']);
  expect(sheets[1]?.cells).toEqual([{ row: 0, column: 0, value: 5 }]);
  expect(names.map(({ name, sheet }) => `${name} ${sheet}`)).toEqual(['Own 2', 'Third 3']);
  expect(parts.text('[Content_Types].xml')).toContain('PartName="/xl/worksheets/sheet4.xml"');
});

it('a sheet is removed with its names and parts', async () => {
  const made = {
    ...three,
    parts: { 'xl/x.xml': ['x', '<x/>'] as [string, string] },
    relations: [['xl/worksheets/sheet2.xml', 'printerSettings', 'xl/x.xml'] as [string, string, string]],
  };
  const { list, names, parts } = await patched(made, [{ kind: 'removeSheet', sheet: 2 }]);
  expect(list).toEqual(['1 Sheet1', '3 Sheet3']);
  expect(names.map(({ name, sheet }) => `${name} ${sheet}`)).toEqual(['Third 3']);
  expect(parts.names.filter((name) => /sheet2|x\.xml$/.test(name))).not.toContain('xl/x.xml');
  expect(parts.text('[Content_Types].xml')).not.toMatch(/sheet2|\/x\.xml/);
});

it.each([
  ['a formula', { sheets: ['<sheetData><row r="1"><c r="A1"><f>SUM(Sheet2!A1)</f></c></row></sheetData>', '<sheetData/>'] }],
  [
    'a formula of several sheets',
    { sheets: ['<sheetData><row r="1"><c r="A1"><f>SUM(Sheet1:Sheet3!A1)</f></c></row></sheetData>', '<sheetData/>', '<sheetData/>'] },
  ],
  [
    'a validation',
    {
      sheets: [
        '<sheetData/><dataValidations><dataValidation sqref="A1"><formula1>Sheet2!A1</formula1></dataValidation></dataValidations>',
        '<sheetData/>',
      ],
    },
  ],
  [
    'a name',
    { sheets: ['<sheetData/>', '<sheetData/>'], book: '<definedNames><definedName name="N">Sheet2!A1</definedName></definedNames>' },
  ],
  [
    'a chart',
    {
      sheets: ['<sheetData/>', '<sheetData/>'],
      parts: { 'xl/d.xml': ['d', '<wsDr/>'], 'xl/c.xml': ['c', '<chartSpace><f>Sheet2!A1</f></chartSpace>'] },
      relations: [
        ['xl/worksheets/sheet1.xml', 'drawing', 'xl/d.xml'],
        ['xl/d.xml', 'chart', 'xl/c.xml'],
      ],
    },
  ],
] as [string, MadeWorkbook][])('a sheet that %s refers to stays', async (_, made) => {
  expect(await refused(made, [{ kind: 'removeSheet', sheet: 2 }])).toBe('referred');
});

it('formulas, names and charts follow a new name', async () => {
  const made: MadeWorkbook = {
    sheets: [
      `<sheetData><row r="1"><c r="A1"><f>Sheet2!A1+'sheet2'!B1+SUM(Sheet1:Sheet2!A1)+"Sheet2!A1"+[1]Sheet2!A1</f></c></row></sheetData><hyperlinks><hyperlink ref="A1" location="Sheet2!A1"/></hyperlinks>`,
      '<sheetData/>',
    ],
    book: '<definedNames><definedName name="N">Sheet2!$A$1</definedName></definedNames>',
  };
  const { sheets, names, list, parts } = await patched(made, [{ kind: 'renameSheet', sheet: 2, name: "Q1 'x'y" }]);
  expect(list).toEqual(['1 Sheet1', "2 Q1 'x'y"]);
  expect(sheets[0]?.cells[0]?.formula).toBe(`'Q1 ''x''y'!A1+'Q1 ''x''y'!B1+SUM('Sheet1:Q1 ''x''y'!A1)+"Sheet2!A1"+[1]Sheet2!A1`);
  expect(names[0]?.formula).toBe("'Q1 ''x''y'!$A$1");
  expect(parts.text('xl/worksheets/sheet1.xml')).toContain(`location="'Q1 ''x''y'!A1"`);
});

it('sheets move and hide; the one in front is one that is shown', async () => {
  const moved = await patched(three, [{ kind: 'moveSheet', sheet: 1, at: 2 }]);
  expect(moved.list).toEqual(['2 Sheet2', '3 Sheet3', '1 Sheet1']);
  expect(moved.names.map(({ name, sheet }) => `${name} ${sheet}`)).toEqual(['Own 2', 'Third 3']);
  expect(moved.parts.text('xl/workbook.xml')).toContain('activeTab="2"');
  const hidden = await patched(three, [{ kind: 'hideSheet', sheet: 1, hidden: true }]);
  expect(hidden.list[0]).toBe('1 Sheet1 hidden');
  expect(hidden.parts.text('xl/workbook.xml')).toContain('activeTab="1"');
  expect(hidden.parts.text('xl/worksheets/sheet1.xml')).not.toContain('tabSelected');
  expect(
    (
      await patched(three, [
        { kind: 'hideSheet', sheet: 1, hidden: true },
        { kind: 'hideSheet', sheet: 1, hidden: false },
      ])
    ).list[0],
  ).toBe('1 Sheet1');
});
