import { contentTypes, core, relations } from './office-parts.ts';
import { type Prose, type Table, type Wish, writeProse } from './prose.ts';
import { escaped, xmlHead } from './xml.ts';
import { makeZip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetNames = { cn: ['预算', '说明'], en: ['Budget', 'Notes'], es: ['Presupuesto', 'Notas'], ja: ['予算', '備考'] } as const;

// styles: 0 plain, 1 bold, 2 grouped number, 3 bold grouped number
const styles =
  `${xmlHead}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="3" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const words = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const number = (place: string, value: number): string => `<c r="${place}" s="2"><v>${value}</v></c>`;
const formula = (place: string, rule: string, [value, style]: [number, number]): string =>
  `<c r="${place}" s="${style}"><f>${rule}</f><v>${value}</v></c>`;
const row = (at: number, cells: string): string => `<row r="${at}">${cells}</row>`;

const sheet = (columns: number[], rows: string[]): string =>
  `${xmlHead}<worksheet xmlns="${main}"><cols>${columns
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;

function budget(title: string, { columns, rows, total }: Table): string {
  const last = rows.length + 3;
  return sheet(
    [28, 12, 14, 16],
    [
      row(1, words('A1', title, 1)),
      row(3, columns.map((name, at) => words(`${'ABCD'[at]}3`, name, 1)).join('')),
      ...rows.map(({ name, quantity, price, amount }, index) => {
        const at = index + 4;
        const cells = words(`A${at}`, name, 0) + number(`B${at}`, quantity) + number(`C${at}`, price);
        return row(at, cells + formula(`D${at}`, `B${at}*C${at}`, [amount, 2]));
      }),
      row(last + 1, words(`A${last + 1}`, total.name, 1) + formula(`D${last + 1}`, `SUM(D4:D${last})`, [total.amount, 3])),
    ],
  );
}

/** A workbook of two sheets: a budget with formulas, and notes. */
export const makeXlsx = (wish: Wish): Buffer => xlsxOf(writeProse(wish));

/** The same of any text. */
export function xlsxOf(prose: Prose): Buffer {
  const names = sheetNames[prose.lang];
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const texts = [prose.byline, ...prose.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])];
  const notes = sheet(
    [110],
    texts.map((text, at) => row(at + 1, words(`A${at + 1}`, text, 0))),
  );
  return makeZip([
    {
      name: '[Content_Types].xml',
      bytes: contentTypes([
        ['/xl/workbook.xml', `${type}.sheet.main+xml`],
        ['/xl/worksheets/sheet1.xml', `${type}.worksheet+xml`],
        ['/xl/worksheets/sheet2.xml', `${type}.worksheet+xml`],
        ['/xl/styles.xml', `${type}.styles+xml`],
      ]),
    },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'docProps/core.xml', bytes: core(prose.title) },
    {
      name: 'xl/workbook.xml',
      bytes: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', bytes: budget(prose.title, prose.table) },
    { name: 'xl/worksheets/sheet2.xml', bytes: notes },
    { name: 'xl/styles.xml', bytes: styles },
  ]);
}
