import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
import { workbooks } from '@dossier/contract/preview/workbooks';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
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

/** The texts of a sheet, row by row. */
async function textsOf(previewToken: string, given: Partial<InputOf<typeof workbooks.rows>> = {}): Promise<string[]> {
  const { rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 0, to: 500, ...given });
  return rows.map(({ texts }) => texts.join('|'));
}

const table = (rows: Array<Array<string | number | boolean>>) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '人员');
  return book;
};

describe('a workbook', () => {
  it('is shown as saved: values, formats, styles, formulas, frozen panes, merged cells, links, comments', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="0.0;[Red]-0.0"/></numFmts>' +
      '<fonts><font/><font><b/><color rgb="FF112233"/></font></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.5"/></patternFill></fill></fills>' +
      '<borders><border/><border><bottom style="medium"><color indexed="10"/></bottom></border></borders>' +
      '<cellXfs><xf/><xf fontId="1" fillId="1" borderId="1"><alignment horizontal="center" wrapText="1"/></xf><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="165"/><xf numFmtId="10"/></cellXfs>';
    const bytes = await workbookOf(
      '<sheetViews><sheetView showGridLines="0"><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" width="20"/><col min="4" max="4" hidden="1"/></cols>' +
        '<sheetData><row r="1" ht="30"><c r="A1" s="1" t="s"><v>0</v></c></row><row r="3"><c r="A3" s="2"><v>45000</v></c><c r="B3" s="3"><v>1234.5</v></c><c r="C3" s="4"><v>-2</v></c><c r="E3" t="b"><v>1</v></c>' +
        '<c r="F3"><f t="shared" ref="F3:F4" si="0">B3*2</f><v>2469</v></c></row><row r="4" hidden="1"><c r="F4"><f t="shared" si="0"/><v>0</v></c><c r="G4" s="5"><v>0.125</v></c></row></sheetData>' +
        '<autoFilter ref="A2:G4"/><mergeCells><mergeCell ref="A1:C1"/></mergeCells><hyperlinks><hyperlink ref="A3" r:id="rId1"/><hyperlink ref="B3" r:id="rId3"/></hyperlinks>',
      {
        styles,
        strings: '<si><r><t>合同</t></r><r><t xml:space="preserve"> 台账</t></r><rPh><t>no</t></rPh></si>',
        own: [
          'hyperlink Target="https://example.com/a?b=1&amp;c=2" TargetMode="External"',
          'comments Target="../comments1.xml"',
          'hyperlink Target="javascript:alert(1)" TargetMode="External"',
        ],
        parts: [{ name: 'xl/comments1.xml', bytes: '<comments><comment ref="A1"><text><r><t>看这里</t></r></text></comment></comments>' }],
      },
    );
    const previewToken = await lookOf('预算.xlsx', bytes);
    const { sheets: told, styles: looksOfCells } = await dossier.nobody.call(workbooks.book, { look: previewToken });
    expect(told).toEqual([
      expect.objectContaining({
        name: '预算',
        rows: 4,
        columns: 7,
        header: 2,
        frozenRows: 2,
        frozenColumns: 1,
        lines: false,
        widths: [1, 2, 140, 3, 3, 0],
        heights: [0, 0, 40, 3, 3, 0],
        merges: [0, 0, 0, 2],
        filter: [1, 0, 3, 6],
      }),
    ]);
    const { rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 0, to: 10 });
    expect(rows.map(({ row, texts }) => [row, ...texts])).toEqual([
      [0, '合同 台账'],
      [2, '2023年3月', '1,234.50', '-2.0', '', 'TRUE', '2469'],
      [3, '0', '12.50%'],
    ]);
    expect(rows[1]?.values).toEqual([45000, 1234.5, -2, null, null, 2469]);
    const styleOf = (row: number, cell: number) => looksOfCells[rows[row]?.styles[cell] ?? 0];
    expect(styleOf(0, 0)).toEqual({
      bold: true,
      colour: '#112233',
      fill: '#a7c0de',
      bottom: '2 solid #ff0000',
      across: 'center',
      wrap: true,
    });
    expect([styleOf(1, 2), styleOf(1, 4)]).toEqual([{ colour: '#ff0000' }, { across: 'center' }]);
    expect(rows.flatMap(({ extras }) => extras)).toEqual([
      { column: 0, note: '看这里' },
      { column: 0, link: 'https://example.com/a?b=1&c=2' },
      { column: 5, formula: 'B3*2' },
      { column: 5, formula: 'B4*2' },
    ]);
  });

  it.each(['biff8', 'xlsb'] as const)('of an older format is read by the library: %s', async (bookType) => {
    const bytes = write(
      table([
        ['姓名', '工资'],
        ['张三', 12.5],
        ['李四', true],
      ]),
      { type: 'buffer', bookType },
    ) as Buffer;
    const previewToken = await lookOf(bookType === 'xlsb' ? 'a.xlsb' : 'a.et', bytes);
    expect((await dossier.nobody.call(workbooks.book, { look: previewToken })).sheets).toEqual([
      expect.objectContaining({ name: '人员', rows: 3, columns: 2 }),
    ]);
    expect(await textsOf(previewToken)).toEqual(['姓名|工资', '张三|12.5', '李四|TRUE']);
  });

  it('of OpenDocument, zipped and flat', async () => {
    const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body =
      '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style><style:style style:name="ce1" style:family="table-cell"><style:table-cell-properties fo:background-color="#ffff00"/><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>' +
      '<office:body><office:spreadsheet><table:table table:name="表一"><table:table-column table:number-columns-repeated="16384"/>' +
      `<table:table-row>${cell('项目', 'table:style-name="ce1" table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('¥1,200.00', 'office:value-type="currency" office:value="1200" table:formula="of:=SUM([.A2:.B3])"')}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="2">${cell('x<text:s text:c="2"/>y', 'table:number-columns-repeated="2"')}<office:annotation/></table:table-row>` +
      '<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>' +
      `<table:table table:name="二" table:style-name="ta1"><table:shapes><draw:frame><table:table table:name="no"/></draw:frame></table:shapes><table:table-row>${cell('z')}</table:table-row></table:table></office:spreadsheet></office:body>`;
    for (const [name, bytes] of [
      ['a.ods', await zipOf([{ name: 'content.xml', bytes: `<office:document-content>${body}</office:document-content>` }])],
      ['a.fods', `<?xml version="1.0"?><office:document>${body}</office:document>`],
    ] as const) {
      const previewToken = await lookOf(name, bytes);
      const book = await dossier.nobody.call(workbooks.book, { look: previewToken });
      expect(book.sheets.map((sheet) => [sheet.name, sheet.hidden, sheet.rows, sheet.columns])).toEqual([
        ['表一', false, 3, 3],
        ['二', true, 1, 1],
      ]);
      const { rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 0, to: 9 });
      expect(rows.map(({ texts }) => texts)).toEqual([
        ['项目', '', '¥1,200.00'],
        ['x  y', 'x  y'],
        ['x  y', 'x  y'],
      ]);
      expect([rows[0]?.values[2], rows[0]?.extras, book.styles[rows[0]?.styles[0] ?? 0]]).toEqual([
        1200,
        [{ column: 2, formula: 'SUM(A2:B3)' }],
        { fill: '#ffff00', bold: true },
      ]);
      expect(book.sheets[0]?.merges).toEqual([0, 0, 0, 1]);
    }
  });

  it('of plain text, in the encoding and with the separator that it has', async () => {
    const gbk = Buffer.concat([
      Buffer.from(
        'bac5,c3fbb3c6,bdf0b6ee\r\n'.replace(/[\da-f]{4,}|,|\r\n/g, (part) =>
          /[\da-f]{4}/.test(part) ? Buffer.from(part, 'hex').toString('latin1') : part,
        ),
        'latin1',
      ),
      Buffer.from('007,"a ""b""\nc",1234.50\r\n'),
    ]);
    const previewToken = await lookOf('a.csv', gbk);
    expect(await textsOf(previewToken)).toEqual(['号|名称|金额', '007|a "b"\nc|1234.50']);
    const { rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 1, to: 2 });
    expect(rows[0]?.values).toEqual([null, null, 1234.5]);
    expect(await textsOf(await lookOf('b.tsv', 'a,b\tc\n\n"d"\t'))).toEqual(['a,b|c', 'd']);
    expect(await textsOf(await lookOf('c.csv', 'sep=;\na;b'))).toEqual(['a|b']);
    expect(await textsOf(await lookOf('empty.csv', ''))).toEqual([]);
  });
});

/** The drawing objects of a workbook's sheets. */
const drawnOf = async (name: string, bytes: Buffer | string) =>
  (await dossier.nobody.call(workbooks.book, { look: await lookOf(name, bytes) })).sheets.map(({ drawn }) => drawn);

describe('drawing objects', () => {
  const anchor = (within: string) => `<xdr:twoCellAnchor><xdr:from/>${within}</xdr:twoCellAnchor>`;
  const drawing = [
    anchor('<xdr:graphicFrame><xdr:cNvPr id="2"/><c:chart r:id="rId1"/></xdr:graphicFrame>'),
    anchor(
      '<mc:AlternateContent><mc:Choice><cx:chart r:id="rId2"/></mc:Choice><mc:Fallback><xdr:pic/></mc:Fallback></mc:AlternateContent>',
    ),
    anchor('<xdr:pic><xdr:cNvPr id="3"/></xdr:pic>'),
    anchor('<xdr:sp><xdr:cNvPr id="4" hidden="1"/></xdr:sp>'),
    anchor('<xdr:grpSp><xdr:cNvPr id="5"/><xdr:sp/><xdr:sp/></xdr:grpSp>'),
  ];

  it('are reported for each sheet: xlsx', async () => {
    const parts = [{ name: 'xl/drawings/drawing1.xml', bytes: `<xdr:wsDr>${drawing.join('')}</xdr:wsDr>` }];
    const bytes = await workbookOf('<sheetData/>', { own: ['drawing Target="../drawings/drawing1.xml"'], parts });
    expect(await drawnOf('charts.xlsx', bytes)).toEqual([{ charts: 2, pictures: 1, shapes: 1 }]);
    expect(await drawnOf('plain.xlsx', await workbookOf('<sheetData/>'))).toEqual([undefined]);
  });

  it('OpenDocument, zipped and flat', async () => {
    const sheet = (chart: string) =>
      '<office:document><table:table table:name="a"><table:shapes><draw:frame><draw:image/></draw:frame></table:shapes>' +
      `<table:table-row><table:table-cell><draw:frame>${chart}<draw:image/></draw:frame><draw:g><draw:rect/></draw:g></table:table-cell></table:table-row></table:table></office:document>`;
    const manifest = '<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.chart"/>';
    const zipped = await zipOf([
      { name: 'META-INF/manifest.xml', bytes: `<manifest:manifest>${manifest}</manifest:manifest>` },
      { name: 'content.xml', bytes: sheet('<draw:object xlink:href="./Object 1"/>') },
    ]);
    expect(await drawnOf('charts.ods', zipped)).toEqual([{ charts: 1, pictures: 1, shapes: 1 }]);
    const inside =
      '<draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><chart:chart/></office:document></draw:object>';
    expect(await drawnOf('charts.fods', `<?xml version="1.0"?>${sheet(inside)}`)).toEqual([{ charts: 1, pictures: 1, shapes: 1 }]);
  });
});

describe('rows', () => {
  let previewToken: string;
  beforeAll(async () => {
    const lines = Array.from(
      { length: 1200 },
      (_, at) => `${at % 7 === 0 ? '上海' : '北京'},${1199 - at},${at === 900 ? '' : `item ${at}`}`,
    );
    previewToken = await lookOf('many.csv', ['城市,数量,名称', ...lines].join('\n'));
  });

  it('are sent in windows', async () => {
    const { total, rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 1000, to: 5000 });
    expect([total, rows.length, rows[0]?.texts, rows.at(-1)?.place]).toEqual([1201, 201, ['北京', '200', 'item 999'], 1200]);
    expect((await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 0, to: 5000 })).rows).toHaveLength(500);
    expect(await dossier.nobody.refused(workbooks.rows, { look: previewToken, sheet: 3, from: 0, to: 1 })).toBe(1012);
  });

  it('are limited by their length, however often they share a string', async () => {
    const cells = (row: number, count: number) => `<row r="${row}">${'<c t="s"><v>0</v></c>'.repeat(count)}</row>`;
    const rows = Array.from({ length: 100 }, (_, at) => cells(at + 1, at === 50 ? 100 : 12)).join('');
    const strings = `<si><t>${'x'.repeat(32_000)}</t></si>`;
    const long = await lookOf('long.xlsx', await workbookOf(`<sheetData>${rows}</sheetData>`, { strings }));
    const found: number[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const answer: OutputOf<typeof workbooks.rows> = await dossier.nobody.call(workbooks.rows, { look: long, sheet: 0, from, to: 100 });
      const letters = answer.rows.map(({ texts }) => texts.join('').length);
      expect(letters.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3_000_000);
      found.push(...letters);
      from = answer.next;
    }
    expect(found).toHaveLength(100);
    expect([found[0], found[50]]).toEqual([384_000, 1_000_000]);
  });

  it('are sorted and filtered by the server; the header stays, empty cells are last', async () => {
    const sorted = await textsOf(previewToken, { to: 3, order: { sort: { column: 1, descending: false }, filters: [] } });
    expect(sorted).toEqual(['城市|数量|名称', '北京|0|item 1199', '北京|1|item 1198']);
    const order = {
      sort: { column: 2, descending: true },
      filters: [
        { column: 0, values: ['北京'] },
        { column: 1, contains: '29' },
      ],
    };
    const { total, rows } = await dossier.nobody.call(workbooks.rows, { look: previewToken, sheet: 0, from: 0, to: 500, order });
    expect([total, rows[1]?.texts[2], rows.at(-1)?.row]).toEqual([rows.length, 'item 1170', 901]);
    expect(await dossier.nobody.call(workbooks.values, { look: previewToken, sheet: 0, column: 0 })).toEqual({
      values: [
        { text: '北京', count: 1028 },
        { text: '上海', count: 172 },
      ],
      more: false,
    });
  });

  it('are searched, summed and navigated', async () => {
    const hits = await dossier.nobody.call(workbooks.find, { look: previewToken, sheet: 0, keyword: 'ITEM 11' });
    expect([hits.hits[0], hits.hits.length, hits.more]).toEqual([{ sheet: 0, place: 12, column: 2 }, 111, false]);
    const order = { filters: [{ column: 0, values: ['上海'] }] };
    expect((await dossier.nobody.call(workbooks.find, { look: previewToken, sheet: 0, keyword: 'item 7', order })).hits[0]).toEqual({
      sheet: 0,
      place: 2,
      column: 2,
    });
    expect(await dossier.nobody.call(workbooks.sum, { look: previewToken, sheet: 0, top: 0, bottom: 10, left: 0, right: 1 })).toEqual({
      filled: 22,
      numbers: 10,
      sum: 11945,
      least: 1190,
      greatest: 1199,
    });
    const edge = async (place: number, column: number, down: boolean) =>
      (await dossier.nobody.call(workbooks.edge, { look: previewToken, sheet: 0, place, column, down })).place;
    expect([await edge(0, 2, true), await edge(900, 2, true), await edge(1200, 2, false), await edge(5, 9, true)]).toEqual([
      900, 902, 902, 1200,
    ]);
  });
});
