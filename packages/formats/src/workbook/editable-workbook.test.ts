import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { emptyWorkbook } from '../office/empty-workbook.ts';
import { readEditableWorkbook } from './editable-workbook.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';

const read = (made: MadeWorkbook) => readEditableWorkbook(madeWorkbook(made));
const obstaclesOf = async (made: MadeWorkbook): Promise<string[]> => {
  const { obstacles, canShift } = await read(made);
  return [
    ...obstacles.map(({ kind, sheet, detail }) => [kind, sheet, detail].filter((one) => one !== undefined).join(' ')),
    String(canShift),
  ];
};

it('an empty workbook has one empty sheet and nothing in the way', async () => {
  const { sheets, styles, obstacles, canShift } = await readEditableWorkbook(emptyWorkbook());
  expect(sheets).toMatchObject([{ sheetId: 1, name: 'Sheet1', isWorksheet: true, rows: 0, columns: 0, cells: [], rowHeight: 15 }]);
  expect([styles, obstacles, canShift]).toEqual([[{ size: 11, font: 'Arial' }], [], true]);
});

it('cells have their values, formulas and errors', async () => {
  const { sheets, names } = await read({
    sheets: [
      '<sheetViews><sheetView showGridLines="0"><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" width="20" hidden="1"/></cols>' +
        '<sheetData><row r="2" ht="30"><c r="B2"><v>1.5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="E2" t="inlineStr"><is><t>a_x000D_b</t></is></c></row>' +
        '<row r="3"><c r="A3"><f t="shared" ref="A3:A4" si="0">B2+$C$2&amp;"B2"</f><v>1</v></c></row><row r="4"><c r="A4"><f t="shared" si="0"/></c><c r="B4"><f t="array" ref="B4:B5">TRANSPOSE(A1:B1)</f><v>2</v></c></row></sheetData>' +
        '<mergeCells count="1"><mergeCell ref="F1:G2"/></mergeCells>',
      '<sheetData/>',
    ],
    book: '<definedNames><definedName name="Rate">Sheet1!$A$1</definedName><definedName name="Own" localSheetId="1">Sheet2!A1</definedName></definedNames>',
  });
  expect(sheets[0]).toMatchObject({ rows: 4, columns: 5, gridLines: false, frozenRows: 2, frozenColumns: 1 });
  expect(sheets[0]?.cells).toEqual([
    { row: 1, column: 1, value: 1.5 },
    { row: 1, column: 2, value: true },
    { row: 1, column: 3, value: { error: '#DIV/0!' }, formula: '1/0' },
    { row: 1, column: 4, value: 'a\rb' },
    { row: 2, column: 0, value: 1, formula: 'B2+$C$2&"B2"' },
    { row: 3, column: 0, formula: 'B3+$C$2&"B2"' },
    { row: 3, column: 1, value: 2, formula: 'TRANSPOSE(A1:B1)', array: { row: 3, column: 1, lastRow: 4, lastColumn: 1 } },
  ]);
  expect(sheets[0]?.merges).toEqual([{ row: 0, column: 5, lastRow: 1, lastColumn: 6 }]);
  expect(sheets[0]?.rowLines).toEqual([{ first: 1, last: 1, size: 30, hidden: false }]);
  expect(sheets[0]?.columnLines).toEqual([{ first: 1, last: 2, size: 20, hidden: true }]);
  expect(names).toEqual([
    { name: 'Rate', formula: 'Sheet1!$A$1' },
    { name: 'Own', formula: 'Sheet2!A1', sheet: 2 },
  ]);
});

it('styles are full', async () => {
  const { styles, sheets } = await read({
    sheets: ['<sheetData><row r="1" s="1" customFormat="1"><c r="A1" s="1"/><c r="B1" s="9"><v>1</v></c></row></sheetData>'],
    styles: (xml) =>
      xml
        .replace('<fonts', '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0&quot; kg&quot;"/></numFmts><fonts')
        .replace('</fonts>', '<font><b/><u/><strike val="0"/><sz val="9"/><color theme="4"/><name val="Courier"/></font></fonts>')
        .replace('</fills>', '<fill><patternFill patternType="solid"><fgColor rgb="FF00FF00"/></patternFill></fill></fills>')
        .replace(
          '</borders>',
          '<border><left style="hair"><color indexed="64"/></left><right/><top/><bottom style="double"><color rgb="FFFF0000"/></bottom></border></borders>',
        )
        .replace(
          '</cellXfs>',
          '<xf numFmtId="164" fontId="1" fillId="2" borderId="1"><alignment horizontal="right" vertical="top" wrapText="1"/></xf></cellXfs>',
        ),
  });
  expect(styles[1]).toEqual({
    bold: true,
    underline: true,
    size: 9,
    color: '#4f81bd',
    font: 'Courier',
    fill: '#00ff00',
    border: { left: { style: 'dotted', color: '#000000' }, bottom: { style: 'double', color: '#ff0000' } },
    across: 'right',
    down: 'top',
    wrap: true,
    number: '0.0" kg"',
  });
  expect(sheets[0]?.cells).toEqual([
    { row: 0, column: 0, style: 1 },
    { row: 0, column: 1, value: 1 },
  ]);
  expect(sheets[0]?.rowLines).toEqual([{ first: 0, last: 0, size: null, hidden: false, style: 1 }]);
});

const cell = (formula: string): MadeWorkbook => ({
  sheets: [`<sheetData><row r="1"><c r="A1"><f>${formula}</f></c></row></sheetData>`, '<sheetData/>'],
});
const withPart = (kind: string, text = '<x/>'): MadeWorkbook => ({
  sheets: ['<sheetData/>'],
  parts: { 'xl/x.xml': ['x', text] },
  relations: [['xl/worksheets/sheet1.xml', kind, 'xl/x.xml']],
});

it.each([
  ['nothing', cell('SUM(A2:A9)+[1]Other!A1+Table1[A]'), ['true']],
  ['a formula of several sheets', cell('SUM(Sheet1:Sheet2!A2)'), ['severalSheets 1', 'false']],
  ['a formula that cannot be understood', cell('A1+§'), ['unreadableFormulas 1 A1+§', 'false']],
  [
    'a data table',
    { sheets: ['<sheetData><row><c><f t="dataTable" ref="A1:B2" r1="C1"/></c></row></sheetData>'] },
    ['dataTables 1', 'arrayFormulas 1 1', 'false'],
  ],
  ['a protected sheet', { sheets: ['<sheetData/><sheetProtection sheet="1"/>'] }, ['protectedSheet 1', 'true']],
  ['a protected workbook', { sheets: ['<sheetData/>'], book: '<workbookProtection lockStructure="1"/>' }, ['protectedBook', 'true']],
  ['a pivot table', withPart('pivotTable'), ['pivotTables 1', 'false']],
  ['a part that nobody knows', withPart('surprise'), ['otherParts 1 surprise', 'false']],
  ['threaded comments', withPart('threadedComment'), ['threadedComments 1', 'false']],
  ['a drawing with a picture', withPart('drawing', '<wsDr><oneCellAnchor><pic/></oneCellAnchor></wsDr>'), ['pictures 1 1', 'true']],
  ['a form control', withPart('vmlDrawing', '<xml><x:ClientData ObjectType="Drop"/></xml>'), ['controls 1', 'false']],
  ['scenarios', { sheets: ['<sheetData/><scenarios/>'] }, ['otherParts 1 scenarios', 'false']],
  ['slicers', { sheets: ['<sheetData/><extLst><ext><slicerList/></ext></extLst>'] }, ['slicers 1', 'false']],
] satisfies [string, MadeWorkbook, string[]][])('%s in the way', async (_, made, expected) => {
  expect(await obstaclesOf(made)).toEqual(expected);
});

it('refuses what cannot be edited', async () => {
  await expect(readEditableWorkbook(Buffer.alloc(21 * 1024 * 1024))).rejects.toThrow('too-large');
  const compound = (name: string): Buffer => {
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(file, `/${name}`, Buffer.from('x'));
    return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
  };
  await expect(readEditableWorkbook(compound('EncryptedPackage'))).rejects.toThrow('encrypted');
  await expect(readEditableWorkbook(compound('Workbook'))).rejects.toThrow('unsupported');
  await expect(readEditableWorkbook(Buffer.from('PK'))).rejects.toThrow('broken');
  await expect(readEditableWorkbook(Buffer.from('PK\x03\x04 no zip'))).rejects.toThrow('broken');
  const many = `<sheetData><row>${'<c><v>1</v></c>'.repeat(500_001)}</row></sheetData>`;
  await expect(read({ sheets: [many] })).rejects.toThrow('too-large');
});
