import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { type ZipParts, openZipOf } from '../zip/zip-parts.ts';
import { comparePackages } from './compare-packages.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

function zipOf(parts: Record<string, string>): Promise<ZipParts> {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return openZipOf(Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array), 1 << 26);
}

const root = (name: string, content: string, namespace = word): string =>
  `<w:${name} xmlns:w="${namespace}" xmlns:mc="${mc}" xmlns:x="urn:x" mc:Ignorable="x">${content}</w:${name}>`;
const documentOf = (content: string, namespace = word): string => root('document', `<w:body><w:p>${content}</w:p></w:body>`, namespace);

const typed =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const packageOf = (parts: Record<string, string>): Promise<ZipParts> => zipOf({ '[Content_Types].xml': typed, ...parts });

/** Which parts of an edit are refused, both given as the content of a paragraph. */
const refused = async (before: string, after: string, namespace = word): Promise<string[]> => {
  const parts = {
    base: { 'word/document.xml': documentOf(before, namespace) },
    edited: { 'word/document.xml': documentOf(after, namespace) },
  };
  return (await comparePackages(await packageOf(parts.base), await packageOf(parts.edited), 'edited')).map(
    ({ part, kind }) => `${kind} ${part}`,
  );
};

const run = (content: string): string => `<w:r>${content}</w:r>`;
const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
const [begin, separate, end] = [mark('begin'), mark('separate'), mark('end')];
const code = (text: string): string => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
const deleted = (content: string): string => `<w:del w:id="1">${content}</w:del>`;
const inserted = (content: string): string => `<w:ins w:id="2">${content}</w:ins>`;
const field = (...codes: string[]): string => begin + codes.map(code).join('') + separate + run('<w:t>shown</w:t>') + end;
const simple = (instruction: string): string => `<w:fldSimple w:instr="${instruction}">${run('<w:t>shown</w:t>')}</w:fldSimple>`;
const text = run('<w:t>DDEAUTO as words of the text</w:t>');
const alternative = (content: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="x">${content}</mc:Choice></mc:AlternateContent>`;
const fallback = (content: string): string => `<mc:AlternateContent><mc:Fallback>${content}</mc:Fallback></mc:AlternateContent>`;
const box = (content: string): string => run(`<w:pict><w:txbxContent><w:p>${content}</w:p></w:txbxContent></w:pict>`);
const share = ' DATE "file://attacker.example/a.docm"';
const dde = 'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"';

it.each([
  ['a number of a page', field(' PAGE \\* MERGEFORMAT ')],
  ['one in one element', simple(' NUMPAGES ')],
  ['a table of contents', field(' TOC \\o "1-3"', ' \\h \\z \\u ')],
  ['a formula', field('=SUM(ABOVE)')],
  ['fields in a field', begin + code(' IF ') + field(' PAGE ') + code(' = 1 "a" "b" ') + separate + end],
  ['a link', field(' HYPERLINK "https://partner.example/a?b=c:d" \\o "See: this" \\t "_blank" ')],
  ['an address of mail', simple(' HYPERLINK &quot;mailto:a@partner.example&quot;')],
  ['a link without quotes', field('hyperlink http://partner.example')],
  ['a link within the document', field(' HYPERLINK \\l "_Toc1:2" \\h ')],
  ['a field that was deleted', deleted(begin + run('<w:delInstrText> PAGE </w:delInstrText>') + separate + end)],
  ['a text box in a result', begin + code(' PAGE ') + separate + alternative(box(field('DATE') + text)) + end],
  ['a field in one of two alternatives', alternative(field('DATE'))],
  ['words', text],
])('takes %s that was added', async (_, added) => {
  expect(await refused(text, text + added)).toEqual([]);
});

it.each([
  ['DDE', field(` ${dde} `)],
  ['DDE in one element', simple(' DDE &quot;cmd&quot; &quot;/k calc&quot; ')],
  ['another case', field('dDeAuTo "cmd" "/k calc"')],
  ['a quote behind the word', field('DDEAUTO"cmd"')],
  ['line ends and tabs', field('\n\t DDEAUTO\tcmd')],
  ['a code in pieces', field(' D', 'DE', 'AU', 'TO cmd')],
  ['a code with entities', field('&#68;DE&#x41;UTO cmd')],
  ['a code as CDATA', field('<![CDATA[DDEAUTO cmd]]>')],
  ['a code over two paragraphs', begin + code(' PRINT') + '</w:p><w:p>' + code('DATE 1') + separate + end],
  ['a code over two lines', begin + code(' PRINT') + run('<w:br/>') + code('DATE 1') + separate + end],
  ['a text from elsewhere', field(' INCLUDETEXT "https://attacker.example/a.docx" ')],
  ['a picture from elsewhere', field(' INCLUDEPICTURE "https://attacker.example/a.png" \\d \\* MERGEFORMATINET ')],
  ['an import', field(' IMPORT "\\\\\\\\attacker.example\\\\a.png" ')],
  ['a part of a file', field(' LINK Excel.Sheet.12 "https://attacker.example/a.xlsx" "A1" \\a \\p ')],
  ['rows of a database', field(' DATABASE \\d "\\\\\\\\attacker.example\\\\a.mdb" ')],
  ['a macro', field(' MACROBUTTON AutoOpen Press ')],
  ['a field that is not known', field(' EINFUEGENTEXT "a" ')],
  ['a field without an end', begin + code(` ${dde} `)],
  ['a field without a result', begin + code(` ${dde} `) + end],
  ['a field in a field', begin + code(' QUOTE ') + field(dde) + separate + end],
  ['a word that another field makes', begin + field(' QUOTE 68 68 69 ') + code('AUTO cmd') + separate + end],
  ['a field in a result', begin + code(' PAGE ') + separate + field(dde) + end],
  ['a code behind a result', begin + code(' PAGE ') + separate + code(dde) + end],
  ['a code without a field', code(dde)],
  ['a code as words', begin + run('<w:t>DDEAUTO cmd</w:t>') + separate + end],
  ['a code that was deleted', begin + deleted(run(`<w:delInstrText>${dde}</w:delInstrText>`)) + separate + end],
  ['a code before which a word was deleted', begin + deleted(run('<w:delInstrText> PAGE </w:delInstrText>')) + code(dde) + separate + end],
  ['a code before which a word was inserted', begin + inserted(code(' PAGE ')) + code(dde) + separate + end],
  ['a code around which a field was deleted', begin + deleted(begin + code(' PAGE ')) + code(dde) + deleted(end) + separate + end],
  [
    'a word that one of two alternatives has',
    `${begin}<mc:AlternateContent><mc:Choice Requires="x">${code(' PAGE ')}</mc:Choice></mc:AlternateContent>${code(dde)}${separate}${end}`,
  ],
  ['a link whose address one of two alternatives has', begin + code('HYPERLINK \\o ') + alternative(code(share)) + separate + end],
  ['the same within a run', begin + code('HYPERLINK \\o ') + run(alternative(`<w:instrText>${share}</w:instrText>`)) + separate + end],
  ['the same in the other alternative', begin + code('HYPERLINK \\o ') + fallback(code(share)) + separate + end],
  ['the same as words', begin + code('HYPERLINK ') + alternative(run('<w:t>file://attacker.example/a.docm</w:t>')) + separate + end],
  ['the same in one element', begin + code('HYPERLINK ') + alternative(simple('DATE')) + separate + end],
  ['the same around a field', begin + code('HYPERLINK ') + alternative(field('DATE')) + separate + end],
  ['a field that begins in one of two alternatives', alternative(begin + code('HYPERLINK \\o ')) + code(share) + separate + end],
  [
    'a field that ends in one of two alternatives',
    begin + code('HYPERLINK \\o ') + begin + code('DATE') + separate + alternative(end) + code(share) + separate + end,
  ],
  ['a word within what is ignored', `${begin}<x:a>${code(' PAGE ')}</x:a>${code(dde)}${separate}${end}`],
  ['an element within a code', field('DDE<x:a/>AUTO cmd')],
  ['a foreign kind of mark', run('<w:fldChar x:fldCharType="end" w:fldCharType="begin"/>') + code(dde) + end],
  ['a text box', run(`<w:pict><w:txbxContent><w:p>${field(dde)}</w:p></w:txbxContent></w:pict>`)],
  ['a link to a file', field(' HYPERLINK "file:///c:/a.exe" ')],
  ['a link to a share', field(' HYPERLINK "\\\\\\\\attacker.example\\\\a" ')],
  ['a link that runs', simple(' HYPERLINK &quot;ms-msdt:/id&quot;')],
  ['a link behind a bookmark', field(' HYPERLINK \\l "a" "file:///c:/a.exe" ')],
  ['a link that a field makes', begin + code(' HYPERLINK "') + field('REF a') + code('"') + separate + end],
])('refuses a field that was added: %s', async (_, added) => {
  expect(await refused(text, text + added)).toEqual(['foreign word/document.xml']);
  expect(await refused(text, text + added, strict)).toEqual(['foreign word/document.xml']);
});

it('fields that were there stay, however they are written', async () => {
  const had = field(` ${dde} `) + field(' INCLUDEPICTURE ', ' "cid:a"') + field('PAGE');
  expect(await refused(had, text + had)).toEqual([]);
  const anew = code(`${dde}  `).replaceAll('w:instrText', 'w:delInstrText');
  expect(await refused(had, deleted(begin + anew + separate + end) + simple('INCLUDEPICTURE &quot;cid:a&quot;'))).toEqual([]);
  expect(await refused(had, had + field(' INCLUDEPICTURE "https://attacker.example/a.png" '))).toEqual(['foreign word/document.xml']);
  const joined = (address: string): string => begin + code('HYPERLINK \\o ') + alternative(code(address)) + separate + end;
  expect(await refused(joined(share), text + joined(share))).toEqual([]);
  expect(await refused(joined('DATE'), joined(share))).toEqual(['foreign word/document.xml']);
  const nested = (address: string): string => begin + code('INCLUDEPICTURE ') + field(`QUOTE "${address}"`) + separate + end;
  expect(await refused(nested('a'), text + nested('a'))).toEqual([]);
  expect(await refused(nested('a'), nested('b'))).toEqual(['foreign word/document.xml']);
});

it.each([
  ['header1', 'hdr'],
  ['footer2', 'ftr'],
  ['footnotes', 'footnotes'],
  ['endnotes', 'endnotes'],
  ['comments', 'comments'],
])('reads %s too', async (part, element) => {
  const whole = { 'word/document.xml': documentOf(text) };
  const edited = { ...whole, [`word/${part}.xml`]: root(element, `<w:p>${field(dde)}</w:p>`) };
  const found = await comparePackages(await packageOf(whole), await packageOf(edited), 'edited');
  expect(found).toEqual([{ part: `word/${part}.xml`, kind: 'foreign' }]);
  const had = { ...whole, 'word/header9.xml': root('hdr', `<w:p>${field(dde)}</w:p>`) };
  expect(await comparePackages(await packageOf(had), await packageOf({ ...had, ...edited }), 'edited')).toEqual([]);
});

it('a note without an end to its field hides none in the next', async () => {
  const note = (content: string): string => `<w:footnote><w:p>${content}</w:p></w:footnote>`;
  const whole = { 'word/document.xml': documentOf(text) };
  const edited = { ...whole, 'word/footnotes.xml': root('footnotes', note(begin + code(' PAGE ')) + note(code(dde) + separate + end)) };
  expect(await comparePackages(await packageOf(whole), await packageOf(edited), 'edited')).toHaveLength(1);
});

it('an encoding that others read differently is refused', async () => {
  const whole = { 'word/document.xml': documentOf(text) };
  const edited = { 'word/document.xml': `<?xml version="1.0" encoding="utf-7"?>${documentOf(text)}` };
  expect(await comparePackages(await packageOf(whole), await packageOf(edited), 'edited')).toHaveLength(1);
  expect(await comparePackages(await packageOf(edited), await packageOf(edited), 'edited')).toEqual([]);
});

it('stays within bounds', async () => {
  await expect(refused(text, begin.repeat(100_000))).rejects.toThrow('too-large');
  await expect(refused(text, begin + code('A'.repeat(1 << 20)).repeat(5))).rejects.toThrow('too-large');
  // quadratic readers would take minutes
  expect(await refused(text, field('HYPERLINK ', '\\"'.repeat(500_000)) + field(' '.repeat(1_000_000)))).toHaveLength(1);
});
