import { type Wish, tableTexts, writeProse } from './prose.ts';
import { escaped, xmlHead } from './xml.ts';
import { makeZip } from './zip.ts';

const mimetype = 'application/vnd.oasis.opendocument.text';
const names = ['office', 'text', 'table', 'style', 'manifest'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const spaces = `${names.join(' ')} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

const styles =
  '<office:automatic-styles><style:style style:name="T" style:family="paragraph"><style:text-properties fo:font-size="22pt" fo:font-weight="bold"/></style:style>' +
  '<style:style style:name="H" style:family="paragraph"><style:paragraph-properties fo:margin-top="0.4cm" fo:margin-bottom="0.2cm"/>' +
  '<style:text-properties fo:font-size="15pt" fo:font-weight="bold"/></style:style></office:automatic-styles>';

/** An OpenDocument text with headings and a table. */
export function makeOdt(wish: Wish): Buffer {
  const prose = writeProse(wish);
  const paragraph = (text: string): string => `<text:p>${escaped(text)}</text:p>`;
  const sections = prose.sections.map(
    ({ heading, paragraphs }) =>
      `<text:h text:style-name="H" text:outline-level="1">${escaped(heading)}</text:h>${paragraphs.map(paragraph).join('')}`,
  );
  const rows = tableTexts(prose.table).map((row) => {
    const cells = row.map((text) => `<table:table-cell office:value-type="string">${paragraph(text)}</table:table-cell>`);
    return `<table:table-row>${cells.join('')}</table:table-row>`;
  });
  const table = `<table:table table:name="T1"><table:table-column table:number-columns-repeated="4"/>${rows.join('')}</table:table>`;
  const title = `<text:p text:style-name="T">${escaped(prose.title)}</text:p>${paragraph(prose.byline)}`;
  const body = `<office:body><office:text>${title}${sections.join('')}${table}</office:text></office:body>`;
  const files = ['content.xml', 'meta.xml'].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  );
  return makeZip([
    { name: 'mimetype', bytes: mimetype, stored: true },
    {
      name: 'content.xml',
      bytes: `${xmlHead}<office:document-content ${spaces} office:version="1.2">${styles}${body}</office:document-content>`,
    },
    {
      name: 'meta.xml',
      bytes: `${xmlHead}<office:document-meta ${spaces} office:version="1.2"><office:meta><dc:title>${escaped(prose.title)}</dc:title></office:meta></office:document-meta>`,
    },
    {
      name: 'META-INF/manifest.xml',
      bytes:
        `${xmlHead}<manifest:manifest ${spaces} manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="${mimetype}"/>` +
        `${files.join('')}</manifest:manifest>`,
    },
  ]);
}
