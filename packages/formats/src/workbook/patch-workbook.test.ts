import { expect, it } from 'vitest';
import { emptyWorkbook } from '../office/empty-workbook.ts';
import { OfficePackage } from '../office/patch-package.ts';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { type EditableWorkbook, readEditableWorkbook } from './editable-workbook.ts';
import { type MadeWorkbook, madeWorkbook } from './made-workbook.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { patchable, patchWorkbook } from './patch-workbook.ts';

const first = 'xl/worksheets/sheet1.xml';

interface Patched {
  book: EditableWorkbook;
  parts: OfficePackage;
  /** The parts that are not as they were. */
  changed: string[];
}

async function patched(base: MadeWorkbook | Buffer, edits: WorkbookEdit[]): Promise<Patched> {
  const before = Buffer.isBuffer(base) ? base : madeWorkbook(base);
  const bytes = await patchWorkbook(before, edits);
  expect(await checkPatch(before, bytes, edits)).toEqual([]);
  const [old, parts] = [new OfficePackage(before), new OfficePackage(bytes)];
  const changed = [...new Set([...old.names, ...parts.names])].filter(
    (name) => !old.has(name) || !parts.has(name) || !old.bytes(name).equals(parts.bytes(name)),
  );
  return { book: await readEditableWorkbook(bytes), parts, changed };
}

const refused = async (base: MadeWorkbook | Buffer, edits: WorkbookEdit[]): Promise<string> => {
  try {
    await patched(base, edits);
  } catch (error) {
    if (error instanceof PatchRefusal) return `${error.reason} ${error.edit}`;
    throw error;
  }
  return 'none';
};

/** The cells of a sheet as a line each. */
const shown = ({ book }: Patched, place = 0): string[] =>
  (book.sheets[place]?.cells ?? []).map(({ row, column, value, formula }) => {
    const content = typeof value === 'object' && value !== null ? value.error : JSON.stringify(value);
    return `${row},${column} ${content ?? '-'}${formula === undefined ? '' : ` =${formula}`}`;
  });

const cells = (...list: Extract<WorkbookEdit, { kind: 'cells' }>['cells']): WorkbookEdit => ({ kind: 'cells', sheet: 1, cells: list });
const rows = (xml: string): MadeWorkbook => ({ sheets: [`<sheetData>${xml}</sheetData>`] });

it('values, formulas and errors are written with their types', async () => {
  const values = [1.5, -0, 1e21, true, false, 'a <b> & "c"', ' x\n_x0041_\r\u0001', '', null, { error: '#N/A' }];
  const result = await patched(emptyWorkbook(), [
    cells(...values.map((value, column) => ({ row: 2, column, value }))),
    cells({ row: 0, column: 1, formula: 'A1<"&"', value: true }),
  ]);
  expect(shown(result)).toEqual([
    '0,1 true =A1<"&"',
    '2,0 1.5',
    '2,1 0',
    '2,2 1e+21',
    '2,3 true',
    '2,4 false',
    String.raw`2,5 "a <b> & \"c\""`,
    String.raw`2,6 " x\n_x0041_\r\u0001"`,
    '2,7 ""',
    '2,9 #N/A',
  ]);
  expect(result.changed).toEqual(['xl/workbook.xml', first]);
  expect(result.parts.text('xl/workbook.xml')).toContain('<calcPr fullCalcOnLoad="1"/></workbook>');
});

it('the result of a formula that goes stays as it was, also with what looks like an escape', async () => {
  for (const value of ['_x0041_', '\r']) {
    const result = await patched(emptyWorkbook(), [
      cells({ row: 0, column: 0, value, formula: 'B1' }),
      cells({ row: 0, column: 0, formula: null }),
    ]);
    expect(shown(result)).toEqual([`0,0 ${JSON.stringify(value)}`]);
  }
});

it('what no edit touches keeps its bytes', async () => {
  const made = rows(
    "<row  r='1' spans='1:2'><c r='A1' t='s' ><v>0</v></c><c r='B1'><v>1</v></c></row>\n<row r='3'><c r='A3' s='0'><f>B1</f><v>1</v></c ></row>".replace(
      '</c >',
      '</c>',
    ),
  );
  const { parts } = await patched(made, [cells({ row: 1, column: 1, value: 5 }, { row: 2, column: 2, value: 6 })]);
  expect(parts.text(first)).toContain(
    "<sheetData><row  r='1' spans='1:2'><c r='A1' t='s' ><v>0</v></c><c r='B1'><v>1</v></c></row>" +
      '<row r="2"><c r="B2"><v>5</v></c></row>' +
      '\n<row r="3"><c r=\'A3\' s=\'0\'><f>B1</f><v>1</v></c><c r="C3"><v>6</v></c></row></sheetData>',
  );
});

it('no edits, and edits of nothing, change nothing', async () => {
  const base = madeWorkbook(rows('<row r="1"><c r="A1"><v>1</v></c></row>'));
  expect((await patchWorkbook(base, [])).equals(base)).toBe(true);
  const edits: WorkbookEdit[] = [
    cells({ row: 9, column: 9, value: null }, { row: 9, column: 9, style: null }),
    { kind: 'hide', sheet: 1, axis: 'row', first: 3, last: 9, hidden: false },
  ];
  expect((await patched(base, [{ kind: 'results', sheet: 1, cells: [{ row: 0, column: 0, value: 2 }] }])).changed).toEqual([]);
  expect((await patched(base, edits)).changed).toEqual([]);
});

it('results change kept values alone, and drop nothing', async () => {
  const made = rows(
    '<row><c r="A1"><f>1+1</f><v>1</v></c><c r="B1" t="str"><f t="array" ref="B1:C1">X1:Y1</f><v>a</v></c><c r="C1"><v>3</v></c><c r="D1"><v>4</v></c></row>',
  );
  const result = await patched(made, [
    {
      kind: 'results',
      sheet: 1,
      cells: [0, 1, 2, 3, 4].map((column) => ({ row: 0, column, value: column === 0 ? 'two' : { error: '#NUM!' } })),
    },
  ]);
  expect(shown(result)).toEqual(['0,0 "two" =1+1', '0,1 #NUM! =X1:Y1', '0,2 #NUM!', '0,3 4']);
  expect(result.changed).toEqual([first]);
});

it('a formula goes with a value, and leaves its result without one', async () => {
  const made = rows(
    '<row r="1"><c r="A1" t="str"><f>B1</f><v>x &amp; y</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><f>C2</f><v>3</v></c></row>',
  );
  const result = await patched(made, [
    cells({ row: 0, column: 0, formula: null }, { row: 0, column: 1, value: 7 }, { row: 0, column: 2, value: null }),
  ]);
  expect(shown(result)).toEqual(['0,0 "x & y"', '0,1 7', '0,2 -']);
  expect(result.parts.text(first)).not.toContain('<f');
});

const shared = rows(
  '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*2</f><v>1</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row><row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>',
);

it('members of a shared formula live on without the others', async () => {
  expect(shown(await patched(shared, [cells({ row: 1, column: 0, value: 9 })]))).toEqual(['0,0 1 =B1*2', '1,0 9', '2,0 3 =B3*2']);
  expect(shown(await patched(shared, [cells({ row: 0, column: 0, value: 9 })]))).toEqual(['0,0 9', '1,0 2 =B2*2', '2,0 3 =B3*2']);
  expect(shown(await patched(shared, [{ kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 1 }]))).toEqual([
    '0,0 1 =B1*2',
    '2,0 2 =B3*2',
    '3,0 3 =B4*2',
  ]);
  expect(shown(await patched(shared, [{ kind: 'remove', sheet: 1, axis: 'row', at: 0, count: 1 }]))).toEqual([
    '0,0 2 =B1*2',
    '1,0 3 =B2*2',
  ]);
});

const array = rows(
  '<row r="2"><c r="A2"><f t="array" ref="A2:B3">TRANSPOSE(D1:E2)</f><v>1</v></c><c r="B2"><v>1</v></c></row><row r="5"><c r="A5" cm="1"><f t="array" ref="A5">SUM(D1:D2)</f><v>1</v></c></row>',
);

it('a part of an array formula cannot be edited, a whole one can', async () => {
  expect(await refused(array, [cells({ row: 9, column: 0, value: 1 }), cells({ row: 2, column: 1, value: 1 })])).toBe('array 1');
  expect(await refused(array, [{ kind: 'insert', sheet: 1, axis: 'row', at: 2, count: 1 }])).toBe('array 0');
  const result = await patched(array, [
    cells({ row: 4, column: 0, value: 'whole' }, { row: 1, column: 0, style: { bold: true } }),
    { kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 2 },
  ]);
  expect(result.book.sheets[0]?.cells.map(({ array: area, row, value }) => [row, value, area])).toEqual([
    [3, 1, { row: 3, column: 0, lastRow: 4, lastColumn: 1 }],
    [3, 1, undefined],
    [6, 'whole', undefined],
  ]);
  expect(shown(result)[0]).toBe('3,0 1 =TRANSPOSE(D1:E4)');
  expect(result.parts.text(first)).not.toContain('cm=');
});

it('styles are added, and none that is there changes', async () => {
  const before = new OfficePackage(emptyWorkbook()).text('xl/styles.xml');
  const result = await patched(emptyWorkbook(), [
    cells(
      {
        row: 0,
        column: 0,
        value: 'x',
        style: {
          bold: true,
          color: '#ff0000',
          fill: '#00ff00',
          size: 20,
          font: 'Courier New',
          number: '0.00%',
          across: 'center',
          wrap: true,
          border: { top: { style: 'thin', color: '#0000ff' } },
        },
      },
      { row: 0, column: 1, style: { bold: true, number: '0" kg"' } },
      { row: 0, column: 2, style: { bold: true, number: '0" kg"' } },
    ),
    cells(
      {
        row: 0,
        column: 0,
        style: { color: null, fill: null, size: null, font: null, across: null, wrap: false, number: null, border: { top: null } },
      },
      { row: 0, column: 2, style: null },
    ),
  ]);
  expect(result.changed.toSorted()).toEqual(['xl/styles.xml', 'xl/workbook.xml', first]);
  const style = (column: number) => result.book.styles[result.book.sheets[0]?.cells.find((cell) => cell.column === column)?.style ?? 0];
  expect(style(0)).toEqual({ bold: true, size: 11, font: 'Arial' });
  expect(style(1)).toEqual({ bold: true, size: 11, font: 'Arial', number: '0" kg"' });
  expect(style(2)).toEqual({ size: 11, font: 'Arial' });
  const after = result.parts.text('xl/styles.xml');
  for (const list of ['fonts', 'fills', 'borders', 'cellXfs']) {
    const items = new RegExp(`<${list}[^>]*>(.*)</${list}>`);
    expect(items.exec(after)?.[1]).toContain(items.exec(before)?.[1]);
  }
  expect(after).toContain('<numFmts count="1"><numFmt numFmtId="164" formatCode="0&quot; kg&quot;"/></numFmts><fonts count="3">');
});

it('new cells take the style of their row or column', async () => {
  const made = {
    ...rows('<row r="1" s="1" customFormat="1"/>'),
    styles: (xml: string) =>
      xml.replace(
        '</cellXfs>',
        '<xf numFmtId="9" fontId="0" fillId="0" borderId="0"/><xf numFmtId="10" fontId="0" fillId="0" borderId="0"/></cellXfs>',
      ),
  };
  made.sheets[0] = `<cols><col min="2" max="2" width="9" style="2"/></cols>${made.sheets[0]}`;
  const { book } = await patched(made, [
    cells({ row: 0, column: 1, value: 1 }, { row: 1, column: 1, value: 1 }, { row: 1, column: 2, value: 1 }),
  ]);
  expect(book.sheets[0]?.cells.map(({ style }) => style)).toEqual([1, 2, undefined]);
});

it('sizes, hidden lines, merges and frozen panes', async () => {
  const made = {
    sheets: [
      '<cols><col min="1" max="5" width="20" customWidth="1" style="0"/></cols><sheetData/><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>',
    ],
  };
  const edits: WorkbookEdit[] = [
    { kind: 'size', sheet: 1, axis: 'column', first: 1, last: 6, size: 30 },
    { kind: 'hide', sheet: 1, axis: 'column', first: 2, last: 2, hidden: true },
    { kind: 'size', sheet: 1, axis: 'column', first: 6, last: 6, size: null },
    { kind: 'size', sheet: 1, axis: 'row', first: 1, last: 2, size: 40 },
    { kind: 'hide', sheet: 1, axis: 'row', first: 2, last: 2, hidden: true },
    { kind: 'unmerge', sheet: 1, area: { row: 0, column: 0, lastRow: 0, lastColumn: 0 } },
    { kind: 'merge', sheet: 1, area: { row: 4, column: 0, lastRow: 5, lastColumn: 2 } },
    { kind: 'freeze', sheet: 1, rows: 1, columns: 2 },
  ];
  const { book, parts, changed } = await patched(made, edits);
  expect(changed).toEqual([first]);
  expect(book.sheets[0]).toMatchObject({
    frozenRows: 1,
    frozenColumns: 2,
    merges: [{ row: 4, column: 0, lastRow: 5, lastColumn: 2 }],
    rowLines: [
      { first: 1, last: 1, size: 40, hidden: false },
      { first: 2, last: 2, size: 40, hidden: true },
    ],
    columnLines: [
      { first: 0, last: 0, size: 20 },
      { first: 1, last: 1, size: 30 },
      { first: 2, last: 2, size: 30, hidden: true },
      { first: 3, last: 4, size: 30 },
      { first: 5, last: 5, size: 30 },
    ],
  });
  expect(parts.text(first)).toMatch(/<sheetViews>.*<cols>.*<sheetData><row.*<mergeCells count="1">/);
  const { book: thawed } = await patched(made, [...edits, { kind: 'freeze', sheet: 1, rows: 0, columns: 0 }]);
  expect(thawed.sheets[0]).toMatchObject({ frozenRows: 0, frozenColumns: 0 });
});

it.each([
  ['sheet', [{ kind: 'freeze', sheet: 9, rows: 1, columns: 0 }]],
  ['place', [cells({ row: 1_048_576, column: 0, value: 1 })]],
  ['place', [cells({ row: 0.5, column: 0, value: 1 })]],
  ['place', [{ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 0 }]],
  ['place', [{ kind: 'merge', sheet: 1, area: { row: 5, column: 0, lastRow: 4, lastColumn: 1 } }]],
  ['value', [cells({ row: 0, column: 0, value: Number.NaN })]],
  ['value', [cells({ row: 0, column: 0, value: 'x'.repeat(32_768) })]],
  ['value', [cells({ row: 0, column: 0, value: { error: '<bad>' } })]],
  ['value', [cells({ row: 0, column: 0, style: { fill: 'red"/>' } })]],
  ['value', [{ kind: 'size', sheet: 1, axis: 'row', first: 0, last: 0, size: 1e9 }]],
  ['formula', [cells({ row: 0, column: 0, formula: 'A1 §' })]],
  ['formula', [cells({ row: 0, column: 0, formula: '=A1' })]],
  ['formula', [cells({ row: 0, column: 0, formula: 'SUM(' })]],
  ['formula', [cells({ row: 0, column: 0, formula: '[1]Sheet1!A1' })]],
  ['formula', [cells({ row: 0, column: 0, formula: "cmd|'/C calc.exe'!A0" })]],
  ['formula', [cells({ row: 0, column: 0, formula: 'WEBSERVICE(A1)' })]],
  ['merge', [1, 2].map(() => ({ kind: 'merge', sheet: 1, area: { row: 0, column: 0, lastRow: 1, lastColumn: 1 } }))],
  ['limit', [{ kind: 'size', sheet: 1, axis: 'row', first: 0, last: 1_000_000, size: 20 }]],
  ['name', [{ kind: 'addSheet', sheet: 2, name: 'SHEET1', at: 0 }]],
  ['name', [{ kind: 'renameSheet', sheet: 1, name: 'a/b' }]],
  ['lastSheet', [{ kind: 'removeSheet', sheet: 1 }]],
  ['lastSheet', [{ kind: 'hideSheet', sheet: 1, hidden: true }]],
] as [string, WorkbookEdit[]][])('refuses with %s: %j', async (reason, edits) => {
  expect(await refused(emptyWorkbook(), edits)).toBe(`${reason} ${edits.length - 1}`);
});

it('formulas of the file stay, also where they move, and more of them lead to the files that it has links to', async () => {
  const base: MadeWorkbook = {
    ...rows('<row r="1"><c r="A1"><f>WEBSERVICE(A3)+[1]Data!A1</f></c><c r="B1"><f>SUM(A3,</f></c></row>'),
    book: '<externalReferences><externalReference r:id="link1"/></externalReferences>',
    parts: {
      'xl/externalLinks/externalLink1.xml': [
        'application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml',
        '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
      ],
    },
    relations: [['xl/workbook.xml', 'externalLink', 'xl/externalLinks/externalLink1.xml']],
  };
  const edits: WorkbookEdit[] = [
    cells({ row: 3, column: 0, formula: '[1]Data!B7', value: 1 }),
    { kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 2 },
  ];
  expect(shown(await patched(base, edits))).toEqual(['0,0 - =WEBSERVICE(A5)+[1]Data!A1', '0,1 - =SUM(A5,', '5,0 1 =[1]Data!B7']);
  expect(await refused(base, [cells({ row: 0, column: 0, formula: '[2]Data!B7' })])).toBe('formula 0');
});

it('a protected sheet is not edited', async () => {
  expect(await refused({ sheets: ['<sheetData/><sheetProtection sheet="1"/>'] }, [cells({ row: 0, column: 0, value: 1 })])).toBe(
    'protected 0',
  );
  expect(
    await refused({ sheets: ['<sheetData/>'], book: '<workbookProtection lockStructure="1"/>' }, [
      { kind: 'renameSheet', sheet: 1, name: 'x' },
    ]),
  ).toBe('protected 0');
});

it('elements with a prefix are edited too', async () => {
  const base = new OfficePackage(emptyWorkbook());
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  base.put(
    first,
    `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="A1"><x:f>B1</x:f><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  );
  const result = await patched(base.write(), [
    cells({ row: 0, column: 1, value: 'x' }),
    { kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 },
  ]);
  expect(shown(result)).toEqual(['1,0 1 =B2', '1,1 "x"']);
});

it('calcChain goes where a value changes', async () => {
  const made: MadeWorkbook = {
    ...rows('<row r="1"><c r="A1"><f>B1</f><v>1</v></c></row>'),
    book: '<calcPr calcId="1"/>',
    parts: { 'xl/calcChain.xml': ['chain', '<calcChain/>'] },
    relations: [['xl/workbook.xml', 'calcChain', 'xl/calcChain.xml']],
  };
  const { parts, changed } = await patched(made, [cells({ row: 0, column: 1, value: 1 })]);
  expect(changed.toSorted()).toEqual(['[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/calcChain.xml', 'xl/workbook.xml', first]);
  expect(parts.text('xl/workbook.xml')).toContain('<calcPr calcId="1" fullCalcOnLoad="1"/>');
  expect((await patched(made, [cells({ row: 0, column: 1, style: { bold: true } })])).changed).not.toContain('xl/calcChain.xml');
});

it('tells before editing what cannot be written', async () => {
  const tell = async (made: MadeWorkbook) => {
    const base = madeWorkbook(made);
    return patchable(base, await readEditableWorkbook(base));
  };
  const row = (place: number, inner: string): string => `<row r="${place}">${inner}</row>`;
  const tellRows = (...list: string[]) => tell({ sheets: ['<sheetData/>', `<sheetData>${list.join('')}</sheetData>`] });
  const [a1, b1, a2] = ['A1', 'B1', 'A2'].map((place) => `<c r="${place}"><v>1</v></c>`);
  expect(await tellRows(row(1, `${a1}${b1}`), row(2, `${a2}`))).toEqual({ canStyle: true });
  for (const list of [
    [row(1, `${b1}${a1}`)],
    [row(1, `${a1}${a1}`)],
    [row(2, `${a2}`), row(1, `${a1}`)],
    [row(1, `${a1}`), row(1, `${b1}`)],
    [row(1, `${a1}<!-- b -->`)],
    [row(1, '<c r="A1" t="str"><v><![CDATA[x]]></v></c>')],
  ])
    await expect(tellRows(...list)).rejects.toThrow(/broken|unsupported/);
  const styled = (styles: (xml: string) => string) => tell({ sheets: [`<sheetData>${row(1, `${a1}`)}</sheetData>`], styles });
  expect(await styled((xml) => xml)).toEqual({ canStyle: true });
  expect(await styled((xml) => xml.replace(/<cellXfs.*<\/cellXfs>/su, ''))).toEqual({ canStyle: false });
  expect(await styled(() => '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>')).toEqual({
    canStyle: false,
  });
});
