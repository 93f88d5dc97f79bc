import { contentTypes, core, relations } from './office-parts.ts';
import { type Prose, type Wish, tableTexts, writeProse } from './prose.ts';
import { escaped, xmlHead } from './xml.ts';
import { makeZip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const paragraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;

const style = (id: string, name: string, look: { size: number; bold?: boolean; grey?: boolean; outline?: number }): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>` +
  `<w:pPr><w:spacing w:before="240" w:after="120"/>${look.outline === undefined ? '' : `<w:outlineLvl w:val="${look.outline}"/>`}</w:pPr>` +
  `<w:rPr>${look.bold ? '<w:b/>' : ''}${look.grey ? '<w:color w:val="666666"/>' : ''}<w:sz w:val="${look.size}"/></w:rPr></w:style>`;

const styles =
  `${xmlHead}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="SimSun"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>' +
  '<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  style('Title', 'Title', { size: 40, bold: true }) +
  style('Subtitle', 'Subtitle', { size: 20, grey: true }) +
  style('Heading1', 'heading 1', { size: 28, bold: true, outline: 0 }) +
  '</w:styles>';

function table(prose: Prose): string {
  const line = '<w:top w:val="single" w:sz="4" w:color="BFBFBF"/><w:left w:val="single" w:sz="4" w:color="BFBFBF"/>';
  const more = '<w:bottom w:val="single" w:sz="4" w:color="BFBFBF"/><w:right w:val="single" w:sz="4" w:color="BFBFBF"/>';
  const inner = '<w:insideH w:val="single" w:sz="4" w:color="BFBFBF"/><w:insideV w:val="single" w:sz="4" w:color="BFBFBF"/>';
  const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="2250" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const rows = tableTexts(prose.table).map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`);
  const grid = '<w:gridCol w:w="2250"/>'.repeat(4);
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders>${line}${more}${inner}</w:tblBorders></w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`
  );
}

/** A Word document with headings, a table and a footer. */
export const makeDocx = (wish: Wish): Buffer => docxOf(writeProse(wish));

/** The same of any text. */
export function docxOf(prose: Prose): Buffer {
  const sections = prose.sections.map(
    ({ heading, paragraphs }, at) =>
      paragraph(heading, 'Heading1') + paragraphs.map((text) => paragraph(text)).join('') + (at === 4 ? table(prose) + paragraph('') : ''),
  );
  const page =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>' +
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  const body = paragraph(prose.title, 'Title') + paragraph(prose.byline, 'Subtitle') + sections.join('') + page;
  return makeZip([
    {
      name: '[Content_Types].xml',
      bytes: contentTypes([
        ['/word/document.xml', `${type}.document.main+xml`],
        ['/word/styles.xml', `${type}.styles+xml`],
        ['/word/footer1.xml', `${type}.footer+xml`],
      ]),
    },
    { name: '_rels/.rels', bytes: relations([['officeDocument', 'word/document.xml']]) },
    { name: 'docProps/core.xml', bytes: core(prose.title) },
    {
      name: 'word/document.xml',
      bytes: `${xmlHead}<w:document xmlns:w="${main}" xmlns:r="${related}"><w:body>${body}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      bytes: relations([
        ['styles', 'styles.xml'],
        ['footer', 'footer1.xml'],
      ]),
    },
    { name: 'word/styles.xml', bytes: styles },
    { name: 'word/footer1.xml', bytes: `${xmlHead}<w:ftr xmlns:w="${main}">${paragraph(prose.byline, 'Subtitle')}</w:ftr>` },
  ]);
}
