import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { workbookOf } from '../server/test/workbook-of.ts';
import { zipOf } from '../server/test/zip-of.ts';

interface Named {
  name: string;
  body: Buffer;
}

const spaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relation =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

const docx = (body: string): Promise<Buffer> =>
  zipOf([
    { name: '[Content_Types].xml', bytes: types },
    { name: '_rels/.rels', bytes: relation },
    { name: 'word/document.xml', bytes: `<w:document ${spaces}><w:body>${body}</w:body></w:document>` },
  ]);

const paragraph = '<w:p><w:r><w:t>again and again and again and again</w:t></w:r></w:p>';
const nested = (depth: number): string => `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`;

/** A PDF whose one page is drawn with so many strokes. */
function strokes(count: number): Buffer {
  const drawing = deflateSync(Array.from({ length: count }, (_, n) => `${n % 595} 0 m ${(n * 7) % 595} 842 l S`).join('\n'));
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>';
  const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n3 0 obj${page}endobj\n4 0 obj<</Filter/FlateDecode/Length ${drawing.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), drawing, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')]);
}

const wide = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#27c' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();

function laughs(): Buffer {
  const groups = Array.from({ length: 9 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><defs><rect id="g0" width="9" height="9"/>${groups}</defs><use href="#g9"/></svg>`,
  );
}

/** Ten files that cost far more to open than to send. */
export async function hostileFiles(): Promise<Named[]> {
  const rows = '<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(400_000);
  return [
    { name: 'long 1.docx', body: await docx(paragraph.repeat(200_000)) },
    { name: 'long 2.docx', body: await docx(paragraph.repeat(210_000)) },
    { name: 'deep.docx', body: await docx(nested(3000)) },
    { name: 'rows.xlsx', body: await workbookOf(`<sheetData>${rows}</sheetData>`) },
    { name: 'strings.xlsx', body: await workbookOf('<sheetData/>', { strings: `<si><t>${' '.repeat(200 << 20)}</t></si>` }) },
    { name: 'strokes 1.pdf', body: strokes(2_000_000) },
    { name: 'strokes 2.pdf', body: strokes(2_100_000) },
    { name: 'wide 1.png', body: await wide(16_000) },
    { name: 'wide 2.png', body: await wide(15_000) },
    { name: 'laughs.svg', body: laughs() },
  ];
}
