import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { type ZipParts, openZipOf } from '../zip/zip-parts.ts';
import { comparePackages } from './compare-packages.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const w14 = 'http://schemas.microsoft.com/office/word/2010/wordml';
const relations = (...targets: string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map((target, at) => `<Relationship Id="rId${at}" Type="x" Target="${target}"/>`)
    .join('')}</Relationships>`;

const base: Record<string, string> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="r"/><Override PartName="/word/media/a.png" ContentType="image/png"/></Types>',
  '_rels/.rels': relations('word/document.xml'),
  'word/document.xml': `<w:document xmlns:w="${word}" xmlns:mc="${mc}" xmlns:w14="${w14}" mc:Ignorable="w14"><w:body><w:p><w:r><w:t>one </w:t></w:r></w:p></w:body></w:document>`,
  'word/_rels/document.xml.rels': relations('theme/theme1.xml', 'media/a.png'),
  'word/theme/theme1.xml': '<?xml version="1.0"?>\r\n<a:theme xmlns:a="urn:a" b="1" c="2">\n  <a:x/>\n  <a:y> </a:y>\n</a:theme>',
  'word/media/a.png': 'bytes',
};

function zipOf(parts: Record<string, string | undefined>): Promise<ZipParts> {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) if (text !== undefined) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return openZipOf(Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array), 1 << 20);
}

const differences = async (changes: Record<string, string | undefined>, how: 'edited' | 'untouched' = 'edited') =>
  (await comparePackages(await zipOf(base), await zipOf({ ...base, ...changes }), how)).map(({ part, kind }) => `${kind} ${part}`);

const changed = (part: string, from: string, to: string): Record<string, string> => {
  const before = base[part] ?? '';
  expect(before).toContain(from);
  return { [part]: before.replace(from, to) };
};

it('takes edits of the text, and a tree that is written in another way', async () => {
  expect(await differences({})).toEqual([]);
  expect(await differences(changed('word/document.xml', 'one', 'two'))).toEqual([]);
  const theme = '<q:theme c="2" b="1" xmlns:q="urn:a"><q:x></q:x><q:y> </q:y></q:theme>';
  expect(await differences({ 'word/theme/theme1.xml': theme }, 'untouched')).toEqual([]);
});

it.each([
  ['a lost part', { 'word/theme/theme1.xml': undefined }, ['lost word/theme/theme1.xml', 'dangling word/_rels/document.xml.rels']],
  ['other bytes', { 'word/media/a.png': 'other' }, ['changed word/media/a.png']],
  ['another attribute', changed('word/theme/theme1.xml', 'b="1"', 'b="3"'), ['changed word/theme/theme1.xml']],
  ['a lost space', changed('word/theme/theme1.xml', '<a:y> </a:y>', '<a:y/>'), ['changed word/theme/theme1.xml']],
  ['another namespace', changed('word/theme/theme1.xml', 'urn:a', 'urn:b'), ['changed word/theme/theme1.xml']],
  ['half a text', changed('word/document.xml', '</w:body></w:document>', ''), ['broken word/document.xml']],
  ['another root', { 'word/document.xml': '<html/>' }, ['changed word/document.xml']],
  ['a prefix without its namespace', changed('word/document.xml', ` xmlns:w14="${w14}"`, ''), ['broken word/document.xml']],
  [
    'a document type',
    changed('word/document.xml', '<w:document', '<!DOCTYPE a [<!ENTITY b "c">]><w:document'),
    ['broken word/document.xml'],
  ],
  ['a new part without a type', { 'word/media/b.bin': 'x' }, ['undeclared word/media/b.bin']],
  ['a new part that is broken', { 'word/header1.xml': '<w:hdr' }, ['broken word/header1.xml']],
  ['a relationship that leads nowhere', changed('_rels/.rels', 'word/document.xml', 'word/gone.xml'), ['dangling _rels/.rels']],
])('refuses %s', async (_, changes, expected) => {
  expect(await differences(changes)).toEqual(expected);
});

it('xml:space counts where a text has spaces around it', async () => {
  const kept = changed('word/theme/theme1.xml', '<a:y> </a:y>', '<a:y xml:space="preserve"> </a:y>');
  expect(await differences(kept)).toEqual(['changed word/theme/theme1.xml']);
  expect(await differences(changed('word/theme/theme1.xml', '<a:x/>', '<a:x xml:space="preserve"/>'))).toEqual([]);
});

it('a file that nobody touched has to stay as it was, but for the ids of paragraphs', async () => {
  expect(
    await differences(changed('word/document.xml', '<w:p>', '<w:p w14:paraId="00000001" w14:textId="00000001">'), 'untouched'),
  ).toEqual([]);
  expect(await differences(changed('word/document.xml', 'one', 'two'), 'untouched')).toEqual(['changed word/document.xml']);
  expect(await differences({ 'word/header1.xml': '<a/>' }, 'untouched')).toEqual(['added word/header1.xml']);
});
