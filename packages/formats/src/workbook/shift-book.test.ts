import { expect, it } from 'vitest';
import { OfficePackage } from '../office/patch-package.ts';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { patchWorkbook } from './patch-workbook.ts';

const lines = (kind: 'insert' | 'remove', axis: 'row' | 'column', at: number, count = 1): WorkbookEdit => ({
  kind,
  sheet: 1,
  axis,
  at,
  count,
});

async function patched(made: MadeWorkbook, edits: WorkbookEdit[]): Promise<(part: string) => string> {
  const bytes = await patchWorkbook(madeWorkbook(made), edits);
  expect(await checkPatch(madeWorkbook(made), bytes, edits)).toEqual([]);
  const parts = new OfficePackage(bytes);
  return (part) => (parts.has(part) ? parts.text(part) : '');
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

const first = 'xl/worksheets/sheet1.xml';
const second = 'xl/worksheets/sheet2.xml';
/** What stands between the namespaces and the end of a sheet. */
const content = (xml: string): string => /<worksheet[^>]*>(.*)<\/worksheet>/s.exec(xml)?.[1] ?? '';

it('cells and formulas of all sheets follow rows', async () => {
  const made: MadeWorkbook = {
    sheets: [
      '<sheetData><row r="1" ht="20"><c r="A1"><f>SUM(A2:A9)+Sheet2!A3</f></c></row><row r="3" spans="1:1"><c r="A3"><v>1</v></c></row></sheetData>',
      `<sheetData><row r="1"><c r="A1"><f>Sheet1!A3+'Sheet1'!$A$3+A3</f></c><c r="B1"><f t="shared" ref="B1:B2" si="0">Sheet1!A2</f></c></row><row r="2"><c r="B2"><f t="shared" si="0"/></c></row></sheetData>`,
    ],
    book: `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$A$1:$C$3</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$A:$B,Sheet1!$3:$3</definedName><definedName name="Rel">Sheet1!A3</definedName></definedNames>`,
  };
  const inserted = await patched(made, [lines('insert', 'row', 2, 2)]);
  expect(content(inserted(first))).toBe(
    '<sheetData><row r="1" ht="20"><c r="A1"><f>SUM(A2:A11)+Sheet2!A3</f></c></row><row r="5" spans="1:1"><c r="A5"><v>1</v></c></row></sheetData>',
  );
  expect(content(inserted(second))).toBe(
    `<sheetData><row r="1"><c r="A1"><f>Sheet1!A5+'Sheet1'!$A$5+A3</f></c><c r="B1"><f>Sheet1!A2</f></c></row><row r="2"><c r="B2"><f>Sheet1!A5</f></c></row></sheetData>`,
  );
  expect(inserted('xl/workbook.xml')).toContain('>Sheet1!$A$1:$C$5<');
  expect(inserted('xl/workbook.xml')).toContain('>Sheet1!$A:$B,Sheet1!$5:$5<');
  expect(inserted('xl/workbook.xml')).toContain('>Sheet1!A3<');
  const removed = await patched(made, [lines('remove', 'row', 2)]);
  expect(content(removed(first))).toBe('<sheetData><row r="1" ht="20"><c r="A1"><f>SUM(A2:A8)+Sheet2!A3</f></c></row></sheetData>');
  expect(content(removed(second))).toContain(`<f>Sheet1!#REF!+'Sheet1'!#REF!+A3</f>`);
  expect(removed('xl/workbook.xml')).toContain('>Sheet1!$A:$B,Sheet1!#REF!<');
});

it('cells, widths and formulas follow columns', async () => {
  const made: MadeWorkbook = {
    sheets: [
      '<cols><col min="1" max="3" width="20"/><col min="4" max="4" width="5"/></cols><sheetData><row r="1" spans="1:4"><c r="A1"><f>D1</f></c><c r="D1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData>',
    ],
  };
  expect(content((await patched(made, [lines('insert', 'column', 1, 2)]))(first))).toBe(
    '<cols><col min="1" max="1" width="20"/><col min="4" max="5" width="20"/><col min="6" max="6" width="5"/></cols><sheetData><row r="1"><c r="A1"><f>F1</f></c><c r="F1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData>',
  );
  expect(content((await patched(made, [lines('remove', 'column', 1, 3)]))(first))).toBe(
    '<cols><col min="1" max="1" width="20"/></cols><sheetData><row r="1"><c r="A1"><f>#REF!</f></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData>',
  );
});

const frame =
  '<dimension ref="A1:C9"/><sheetData/><autoFilter ref="A2:C9"><filterColumn colId="2"/><sortState ref="A3:C9"><sortCondition ref="B3:B9"/></sortState></autoFilter>' +
  '<mergeCells count="2"><mergeCell ref="A3:A4"/><mergeCell ref="B5:C6"/></mergeCells>' +
  '<conditionalFormatting sqref="A3:A9 C3"><cfRule type="expression"><formula>A3&gt;$B$9</formula></cfRule><cfRule><colorScale><cfvo type="num" val="$B$9"/><cfvo type="num" val="9"/></colorScale></cfRule></conditionalFormatting>' +
  '<dataValidations count="2"><dataValidation sqref="A3"><formula1>B3</formula1></dataValidation><dataValidation sqref="A4"><formula1>$B$9</formula1></dataValidation></dataValidations>' +
  '<hyperlinks><hyperlink ref="A3" location="Sheet1!A9"/><hyperlink ref="A4" location="Name"/></hyperlinks>' +
  '<rowBreaks count="2" manualBreakCount="1"><brk id="3" max="16383" man="1"/><brk id="8" max="16383"/></rowBreaks>' +
  '<ignoredErrors><ignoredError sqref="A3:A4"/></ignoredErrors>' +
  '<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><xm:f>A3&gt;1</xm:f></x14:cfRule><xm:sqref>A3:A5</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>' +
  '<ext><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Sheet1!A3:C3</xm:f><xm:sqref>D3</xm:sqref></x14:sparkline><x14:sparkline><xm:f>Sheet1!A4:C4</xm:f><xm:sqref>D4</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>';

it('what a sheet says of its cells follows', async () => {
  expect(content((await patched({ sheets: [frame] }, [lines('insert', 'row', 2, 1)]))(first))).toBe(
    '<dimension ref="A1:C10"/><sheetData></sheetData><autoFilter ref="A2:C10"><filterColumn colId="2"/><sortState ref="A4:C10"><sortCondition ref="B4:B10"/></sortState></autoFilter>' +
      '<mergeCells count="2"><mergeCell ref="A4:A5"/><mergeCell ref="B6:C7"/></mergeCells>' +
      '<conditionalFormatting sqref="A4:A10 C4"><cfRule type="expression"><formula>A4&gt;$B$10</formula></cfRule><cfRule><colorScale><cfvo type="num" val="$B$10"/><cfvo type="num" val="9"/></colorScale></cfRule></conditionalFormatting>' +
      '<dataValidations count="2"><dataValidation sqref="A4"><formula1>B4</formula1></dataValidation><dataValidation sqref="A5"><formula1>$B$10</formula1></dataValidation></dataValidations>' +
      '<hyperlinks><hyperlink ref="A4" location="Sheet1!A10"/><hyperlink ref="A5" location="Name"/></hyperlinks>' +
      '<rowBreaks count="2" manualBreakCount="1"><brk id="4" max="16383" man="1"/><brk id="9" max="16383"/></rowBreaks>' +
      '<ignoredErrors><ignoredError sqref="A4:A5"/></ignoredErrors>' +
      '<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><xm:f>A4&gt;1</xm:f></x14:cfRule><xm:sqref>A4:A6</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>' +
      '<ext><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Sheet1!A4:C4</xm:f><xm:sqref>D4</xm:sqref></x14:sparkline><x14:sparkline><xm:f>Sheet1!A5:C5</xm:f><xm:sqref>D5</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>',
  );
});

it('what lies on rows that go, goes', async () => {
  expect(content((await patched({ sheets: [frame] }, [lines('remove', 'row', 2, 1)]))(first))).toBe(
    '<dimension ref="A1:C8"/><sheetData></sheetData><autoFilter ref="A2:C8"><filterColumn colId="2"/><sortState ref="A3:C8"><sortCondition ref="B3:B8"/></sortState></autoFilter>' +
      '<mergeCells count="1"><mergeCell ref="B4:C5"/></mergeCells>' +
      '<conditionalFormatting sqref="A3:A8"><cfRule type="expression"><formula>A3&gt;$B$8</formula></cfRule><cfRule><colorScale><cfvo type="num" val="$B$8"/><cfvo type="num" val="9"/></colorScale></cfRule></conditionalFormatting>' +
      '<dataValidations count="1"><dataValidation sqref="A3"><formula1>$B$8</formula1></dataValidation></dataValidations>' +
      '<hyperlinks><hyperlink ref="A3" location="Name"/></hyperlinks>' +
      '<rowBreaks count="2" manualBreakCount="1"><brk id="2" max="16383" man="1"/><brk id="7" max="16383"/></rowBreaks>' +
      '<ignoredErrors><ignoredError sqref="A3"/></ignoredErrors>' +
      '<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><xm:f>A3&gt;1</xm:f></x14:cfRule><xm:sqref>A3:A4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>' +
      '<ext><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Sheet1!A3:C3</xm:f><xm:sqref>D3</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>',
  );
  const left = content((await patched({ sheets: [frame] }, [lines('remove', 'row', 1, 9)]))(first));
  expect(left).toBe('<dimension ref="A1:C1"/><sheetData></sheetData><extLst></extLst>');
});

it('a filter follows its columns', async () => {
  expect(content((await patched({ sheets: [frame] }, [lines('remove', 'column', 1, 1)]))(first))).toContain(
    '<autoFilter ref="A2:B9"><filterColumn colId="1"/></autoFilter>',
  );
});

const drawn: MadeWorkbook = {
  sheets: ['<sheetData/><drawing r:id="rId1"/>', '<sheetData/>'],
  parts: {
    'xl/drawings/drawing1.xml': [
      'drawing',
      '<wsDr><twoCellAnchor><from><col>1</col><colOff>5</colOff><row>4</row><rowOff>5</rowOff></from><to><col>3</col><colOff>5</colOff><row>9</row><rowOff>5</rowOff></to></twoCellAnchor><twoCellAnchor editAs="oneCell"><from><col>1</col><colOff>5</colOff><row>4</row><rowOff>5</rowOff></from><to><col>3</col><colOff>5</colOff><row>9</row><rowOff>5</rowOff></to></twoCellAnchor><absoluteAnchor/></wsDr>',
    ],
    'xl/charts/chart1.xml': [
      'chart',
      '<c:chartSpace xmlns:c="c"><c:val><c:numRef><c:f>Sheet1!$A$1:$A$9</c:f></c:numRef></c:val><c:f>Sheet2!$A$1</c:f></c:chartSpace>',
    ],
    'xl/comments1.xml': ['comments', '<comments><commentList><comment ref="A5"/><comment ref="A7"/></commentList></comments>'],
    'xl/drawings/vml1.vml': [
      'vml',
      '<xml><v:shape id="a"><br><x:ClientData ObjectType="Note"><x:Anchor> 1, 15, 3, 2, 3, 15, 7, 16</x:Anchor><x:Row>4</x:Row><x:Column>0</x:Column></x:ClientData></v:shape><v:shape id="b"><x:ClientData ObjectType="Note"><x:Anchor>1, 15, 5, 2, 3, 15, 9, 16</x:Anchor><x:Row>6</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>',
    ],
  },
  relations: [
    [first, 'drawing', 'xl/drawings/drawing1.xml'],
    ['xl/drawings/drawing1.xml', 'chart', 'xl/charts/chart1.xml'],
    [first, 'comments', 'xl/comments1.xml'],
    [first, 'vmlDrawing', 'xl/drawings/vml1.vml'],
  ],
};

it('pictures, charts and notes follow', async () => {
  const inserted = await patched(drawn, [lines('insert', 'row', 6, 2)]);
  expect(inserted('xl/drawings/drawing1.xml').match(/<row>\d+/g)).toEqual(['<row>4', '<row>11', '<row>4', '<row>9']);
  expect(inserted('xl/charts/chart1.xml')).toContain('<c:f>Sheet1!$A$1:$A$11</c:f></c:numRef></c:val><c:f>Sheet2!$A$1</c:f>');
  expect(inserted('xl/comments1.xml')).toContain('<comment ref="A5"/><comment ref="A9"/>');
  expect(inserted('xl/drawings/vml1.vml').match(/Anchor>[^<]*|Row>\d+/g)).toEqual([
    'Anchor> 1, 15, 3, 2, 3, 15, 7, 16',
    'Anchor>',
    'Row>4',
    'Anchor>1, 15, 7, 2, 3, 15, 11, 16',
    'Anchor>',
    'Row>8',
  ]);
  const removed = await patched(drawn, [lines('remove', 'row', 4, 1)]);
  expect(removed('xl/drawings/drawing1.xml').match(/<row>\d+<\/row><rowOff>\d/g)).toEqual([
    '<row>4</row><rowOff>0',
    '<row>8</row><rowOff>5',
    '<row>4</row><rowOff>0',
    '<row>9</row><rowOff>5',
  ]);
  expect(removed('xl/comments1.xml')).toContain('<commentList><comment ref="A6"/>');
  expect(removed('xl/drawings/vml1.vml')).not.toContain('id="a"');
});

const table = (more = ''): MadeWorkbook => ({
  sheets: [
    `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>One</t></is></c><c r="B1" t="inlineStr"><is><t>Two</t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="D2"><f>SUM(T1[Two])${more}</f></c></row></sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
  ],
  parts: {
    'xl/tables/table1.xml': [
      'table',
      '<table id="1" name="T1" displayName="T1" ref="A1:B3"><autoFilter ref="A1:B3"><filterColumn colId="1"/></autoFilter><tableColumns count="2"><tableColumn id="1" name="One"/><tableColumn id="2" name="Two"><calculatedColumnFormula>A9*2</calculatedColumnFormula></tableColumn></tableColumns></table>',
    ],
  },
  relations: [[first, 'table', 'xl/tables/table1.xml']],
});

it('tables grow and move with their rows and columns', async () => {
  const rows = await patched(table(), [lines('insert', 'row', 2, 2)]);
  expect(rows('xl/tables/table1.xml')).toContain('ref="A1:B5"><autoFilter ref="A1:B5">');
  expect(rows('xl/tables/table1.xml')).toContain('>A11*2<');
  const columns = await patched(table(), [lines('insert', 'column', 1, 2)]);
  expect(columns('xl/tables/table1.xml')).toContain(
    'ref="A1:D3"><autoFilter ref="A1:D3"><filterColumn colId="3"/></autoFilter><tableColumns count="4"><tableColumn id="1" name="One"/><tableColumn id="3" name="Column1"/><tableColumn id="4" name="Column2"/><tableColumn id="2"',
  );
  expect(columns(first)).toContain('<c r="B1" t="inlineStr"><is><t>Column1</t></is></c><c r="C1"');
  const fewer = await patched(table(), [lines('remove', 'column', 0, 1)]);
  expect(fewer('xl/tables/table1.xml')).toContain(
    'ref="A1:A3"><autoFilter ref="A1:A3"><filterColumn colId="0"/></autoFilter><tableColumns count="1"><tableColumn id="2" name="Two">',
  );
});

it('a table keeps its head, its rows and what formulas name', async () => {
  expect(await refused(table(), [lines('remove', 'row', 0)])).toBe('table');
  expect(await refused(table(), [lines('remove', 'row', 1, 2)])).toBe('table');
  expect(await refused(table(), [lines('remove', 'column', 1)])).toBe('table');
  expect(await refused(table(), [lines('remove', 'row', 0, 3)])).toBe('table');
  expect(await refused(table(), [{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 1, value: 'Three' }] }])).toBe('table');
  expect(await refused(table(), [{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: 'two' }] }])).toBe('table');
  expect(await refused(table(), [{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: 1 }] }])).toBe('table');
  const renamed = await patched(table(), [{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: 'Uno' }] }]);
  expect(renamed('xl/tables/table1.xml')).toContain('<tableColumn id="1" name="Uno"/>');
  const gone = await patched(table(), [
    { kind: 'cells', sheet: 1, cells: [{ row: 1, column: 3, value: 1 }] },
    lines('remove', 'row', 0, 3),
  ]);
  expect(gone('xl/tables/table1.xml') + gone(first)).not.toContain('able');
});

it('what cannot be shifted is refused', async () => {
  expect(
    await refused({ sheets: ['<sheetData><row r="1"><c r="A1"><f>SUM(Sheet1:Sheet2!A1)</f></c></row></sheetData>', '<sheetData/>'] }, [
      lines('insert', 'row', 0),
    ]),
  ).toBe('shift');
  expect(
    await refused({ sheets: ['<sheetData/>', '<sheetData/>'] }, [
      { kind: 'cells', sheet: 2, cells: [{ row: 0, column: 0, formula: 'SUM(Sheet1:Sheet2!A1)' }] },
      lines('insert', 'row', 0),
    ]),
  ).toBe('shift');
  expect(await refused({ sheets: ['<sheetData><row r="1048576"/></sheetData>'] }, [lines('insert', 'row', 0)])).toBe('limit');
  expect(await refused({ sheets: ['<sheetData><row r="1"><c r="XFD1"/></row></sheetData>'] }, [lines('insert', 'column', 0)])).toBe(
    'limit',
  );
});
