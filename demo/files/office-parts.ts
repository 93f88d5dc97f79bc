import { escaped, xmlHead } from './xml.ts';

const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const coreType = 'application/vnd.openxmlformats-package.core-properties+xml';

/** The list of the parts of an office file and what each of them is. */
export function contentTypes(parts: [name: string, type: string][]): string {
  const all: [string, string][] = [...parts, ['/docProps/core.xml', coreType]];
  const overrides = all.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  return (
    `${xmlHead}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}

/** The relations of a part, as rId1, rId2 and so on; the package itself also refers to its properties. */
export function relations(targets: [kind: string, target: string][]): string {
  const own = targets.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"/>`);
  const properties = `<Relationship Id="rIdCore" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`;
  const isPackage = targets[0]?.[0] === 'officeDocument';
  return `${xmlHead}<Relationships xmlns="${packaged}/relationships">${own.join('')}${isPackage ? properties : ''}</Relationships>`;
}

/** The properties of an office file. */
export const core = (title: string): string =>
  `${xmlHead}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
  'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
  `<dc:title>${escaped(title)}</dc:title><dc:creator>Lanjiang Engineering</dc:creator>` +
  '<dcterms:created xsi:type="dcterms:W3CDTF">2026-03-02T09:30:00Z</dcterms:created></cp:coreProperties>';
