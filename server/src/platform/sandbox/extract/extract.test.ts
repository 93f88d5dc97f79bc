import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mailText } from '@dossier/formats/mail/mime';
import type { Answer } from '@dossier/formats/task';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { isLong } from '../../../../test/long.ts';
import { extOf } from '../../text/names.ts';
import { createSandbox } from '../sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'extract-'));
const sandbox = createSandbox({ readable: [folder] });
afterAll(() => {
  sandbox.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
function extract(bytes: Uint8Array | string, ext: string, maxOutput?: number): Promise<Answer> {
  const path = join(folder, `${++count}.${ext}`);
  writeFileSync(path, bytes);
  return sandbox.run(
    'extract',
    { path, ext: extOf(path), name: 'any', size: Buffer.byteLength(bytes) },
    { timeoutMs: 200_000, ...(maxOutput !== undefined && { maxOutput }) },
  );
}

async function textOf(bytes: Uint8Array | string, ext: string): Promise<string> {
  const answer = await extract(bytes, ext);
  return answer.ok ? answer.text : `(${answer.reason})`;
}

async function zip(parts: Record<string, string | Iterable<Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') file.addBuffer(Buffer.from(part), name, { compress: part !== '' });
    else file.addReadStream(Readable.from(part), name);
  }
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A PDF with one page for each text, in a standard font. */
function pdf(...pages: string[]): string {
  const kids = pages.map((_, at) => `${3 + at * 2} 0 R`).join(' ');
  const objects = [`<</Type/Catalog/Pages 2 0 R>>`, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`];
  pages.forEach((text, at) => {
    const content = `BT /F 12 Tf 72 720 Td (${text}) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${4 + at * 2} 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
    );
    objects.push(`<</Length ${content.length}>>stream\n${content}\nendstream`);
  });
  let out = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${out.length}\n%%EOF`;
}

const word = (body: string): Promise<Buffer> =>
  zip({ 'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` });

describe('documents', () => {
  test('docx: body, tables, headers, notes, comments; not what is deleted or doubled', async () => {
    const bytes = await zip({
      'word/footnotes.xml': '<w:footnotes><w:p><w:t>note</w:t></w:p></w:footnotes>',
      'word/header1.xml': '<w:hdr><w:p><w:r><w:t>header</w:t></w:r></w:p></w:hdr>',
      'word/comments.xml': '<w:comments><w:p><w:t>comment</w:t></w:p></w:comments>',
      'word/document.xml':
        '<w:document><w:p><w:r><w:t>合同</w:t></w:r><w:r><w:t>审批 &amp; more</w:t><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t></w:r></w:p>' +
        '<w:p><w:del><w:delText>gone</w:delText></w:del><w:instrText>PAGE</w:instrText></w:p>' +
        '<mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><w:t>again</w:t></mc:Fallback></mc:AlternateContent></w:document>',
      'docProps/core.xml': '<cp:coreProperties><dc:title>Title</dc:title><dc:creator>nobody</dc:creator></cp:coreProperties>',
    });
    const text = await textOf(bytes, 'docx');
    expect(text).toBe('合同审批 & more\tx\ny\n\nbox\nheader\n\ncomment\n\nnote\n\nTitle');
  });
  test('xlsx: sheet names, strings, numbers, comments', async () => {
    const answer = await extract(
      await zip({
        'xl/workbook.xml': '<workbook><sheets><sheet name="预算"/><sheet name="Two"/></sheets></workbook>',
        'xl/sharedStrings.xml': '<sst><si><t>合同</t><rPh><t>phonetic</t></rPh></si><si><r><t>a</t></r><r><t>b</t></r></si></sst>',
        'xl/worksheets/sheet10.xml': '<worksheet><row><c t="inlineStr"><is><t>last</t></is></c></row></worksheet>',
        'xl/worksheets/sheet2.xml':
          '<worksheet><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><f>1+1</f><v>2.5</v></c><c t="e"><v>#REF!</v></c><c t="s"><v>99</v></c></row></worksheet>',
        'xl/comments1.xml': '<comments><text><t>remark</t></text></comments>',
      }),
      'xlsx',
    );
    expect(answer).toMatchObject({ ok: true, pages: 2, text: '预算\nTwo\n合同\tab\t2.5\t\n\nlast\n\nremark' });
  });
  test.each(['biff8', 'xlsb'] as const)('workbooks of older formats: names of sheets, cells as shown, comments (%s)', async (bookType) => {
    const sheet = utils.aoa_to_sheet([['合同', 0.5], [true]]);
    Object.assign(sheet['B1'] as object, { z: '0%' });
    const bytes = write({ SheetNames: ['预算'], Sheets: { 预算: sheet } }, { type: 'buffer', bookType }) as Buffer;
    expect(await extract(bytes, bookType === 'xlsb' ? 'xlsb' : 'et')).toMatchObject({ ok: true, pages: 1, text: '预算\n合同\t50%\nTRUE' });
  });
  test('pptx: slides in their order, notes', async () => {
    const slide = (text: string): string => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const answer = await extract(
      await zip({
        'ppt/slides/slide10.xml': slide('ten'),
        'ppt/slides/slide2.xml': slide('two'),
        'ppt/notesSlides/notesSlide1.xml': slide('notes'),
      }),
      'pptx',
    );
    expect(answer).toMatchObject({ ok: true, pages: 2, text: 'two\n\nten\n\nnotes' });
  });
  test('odt and ods', async () => {
    const body =
      '<office:body><table:table table:name="表一"><table:table-row><table:table-cell><text:p>合<text:s/>同</text:p></table:table-cell></table:table-row></table:table></office:body>';
    expect(await textOf(await zip({ 'content.xml': body, 'styles.xml': '<d><text:p>footer</text:p></d>' }), 'ods')).toBe(
      '表一\n合 同\n\t\nfooter',
    );
    expect(await textOf(await zip({ 'META-INF/manifest.xml': '<m:encryption-data/>', 'content.xml': 'x' }), 'odt')).toBe('(encrypted)');
  });
  test('pdf: pages', async () => {
    expect(await extract(pdf('Hello', 'second page'), 'pdf')).toMatchObject({ ok: true, pages: 2, text: 'Hello\fsecond page' });
    expect(await extract(pdf(), 'pdf')).toMatchObject({ pages: 0, text: '' });
  });
  test('pdf: Chinese in a font that is not embedded, by the character maps of pdfjs', async () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/GBK-EUC-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light' +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 4>>>>]>>';
    const bytes = pdf('Hello').replace('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>', font).replace('(Hello)', '<bacfcdac20c9f3c5fa>');
    expect(await textOf(bytes, 'pdf')).toBe('合同审批');
  });
  test('html: visible text', async () => {
    const html =
      '<!doctype html><title>合同 &amp; more</title><style>p{}</style><script>if (a<b) "</p>"</script><p title="a>b">one <b>t</b>wo<br>three&nbsp;&#x5408;&eacute;&bogus;<!-- no --><td>x<td>y 3 < 4';
    expect(await textOf(html, 'html')).toBe('合同 & more\none two\nthree 合é&bogus;\tx\ty 3 < 4');
    expect(await textOf(Buffer.concat([Buffer.from('<meta charset=gbk><p>'), Buffer.from('bacfcdac', 'hex')]), 'htm')).toBe('合同');
    expect(await textOf('<svg><style>x</style><text>label</text></svg>', 'svg')).toBe('label');
  });
  test('rtf: codepages, Unicode, hidden parts', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg936{\fonttbl{\f0\fcharset134 SimSun;}{\f1\fcharset0 Arial;}}{\*\generator x}{\info{\title t}}\f0\'ba\'cf\'cd\'ac\par \u23457?\u21512 ?{\b bold} \{x\}\tab{\pict 0102}\f1 caf\'e9}`;
    expect(await textOf(rtf, 'rtf')).toBe('合同\n审合bold {x}\tcafé');
  });
  test('mail: headers, parts, attached names', async () => {
    const mail = [
      'Subject: =?gb2312?B?us/NrA==?= =?utf-8?Q?_caf=C3=A9?=',
      'From: a@example.com',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=gbk',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '=C9=F3=C5=FA=',
      ' end',
      '--b',
      'Content-Type: text/html',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>html</p>').toString('base64'),
      '--b',
      "Content-Disposition: attachment; filename*=utf-8''%E5%90%88.pdf",
      'Content-Type: application/pdf',
      '',
      'JVBERi0=',
      '--b--',
    ].join('\r\n');
    expect(await textOf(mail, 'eml')).toBe('合同 café\na@example.com\n审批 end\n\nhtml\n合.pdf');
    // in the PDF each header follows its name
    expect(mailText(mail, { named: true })).toContain('Subject: 合同 café\nFrom: a@example.com\n\n审批 end');
  });
  test('plain text of any encoding and any extension; binary data by no extension', async () => {
    expect(await textOf(Buffer.from('b9d8d3dabacfcdacc9f3c5fac1f7b3ccb5c4cda8d6aa', 'hex'), 'txt')).toBe('关于合同审批流程的通知');
    expect(await textOf('fn main() {}', 'rs')).toBe('fn main() {}');
    expect(await textOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'txt')).toBe('(unsupported)');
    expect(await textOf('line\n\0\0\0\0line', 'log')).toBe('line\n    line');
    expect(await textOf('', 'txt')).toBe('');
  });
});

describe('hostile files', () => {
  test('a zip bomb', async () => {
    const spaces = function* (): Generator<Buffer> {
      yield Buffer.from('<w:document><w:p><w:t>start</w:t></w:p>');
      for (let at = 0; at < 300; at++) yield Buffer.alloc(1024 * 1024, 0x20);
    };
    expect(await extract(await zip({ 'word/document.xml': spaces() }), 'docx')).toMatchObject({ ok: true, text: 'start', cut: true });
    const strings = function* (): Generator<Buffer> {
      yield Buffer.from('<sst>');
      for (let at = 0; at < 300; at++) yield Buffer.from('<si><t/></si>'.repeat(80_000));
    };
    expect(await extract(await zip({ 'xl/sharedStrings.xml': strings() }), 'xlsx')).toEqual({ ok: false, reason: 'too-large' });
  });
  test('billion laughs, and a file named as an entity', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const body = `<!DOCTYPE d [<!ENTITY l0 "lol">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]><w:document><w:t>a&l9;&file;b</w:t></w:document>`;
    const text = await textOf(await zip({ 'word/document.xml': body }), 'docx');
    expect(text.length).toBeLessThan(50);
    expect(text).not.toContain('root');
  });
  test('XML nested without end, and one tag of 20 MB', async () => {
    // the reader keeps no stack of open elements
    expect(await textOf(await word(`${'<w:p>'.repeat(1_000_000)}<w:t>deep</w:t>`), 'docx')).toBe('deep');
    expect(await textOf(await word(`<w:p a="${'x'.repeat(20_000_000)}"`), 'docx')).toBe('(too-large)');
  });
  test('a line of 50 MB is cut', async () => {
    const answer = await extract('x'.repeat(50_000_000), 'txt');
    expect(answer).toMatchObject({ ok: true, cut: true });
    expect(answer.ok && answer.text.length).toBe(2 * 1024 * 1024);
    expect(await extract('合'.repeat(10_000), 'txt', 1000)).toMatchObject({ ok: true, text: '合'.repeat(333), cut: true });
  });
  test('too many parts in a zip', async () => {
    const parts = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`p${at}`, '']));
    expect(await textOf(await zip(parts), 'docx')).toBe('(too-large)');
  });
  test('encrypted files', async () => {
    const bytes = await word('<w:t>secret</w:t>');
    for (const [mark, offset] of [
      ['504b0304', 6],
      ['504b0102', 8],
    ] as const) {
      const at = bytes.indexOf(Buffer.from(mark, 'hex')) + offset;
      bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    }
    expect(await textOf(bytes, 'docx')).toBe('(encrypted)');
    const locked = pdf('x').replace(
      'trailer<<',
      `trailer<</ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'00'.repeat(32)}>>>`,
    );
    expect(await textOf(locked, 'pdf')).toBe('(encrypted)');
  });
  test.each(['docx', 'xlsx', 'pptx', 'odt', 'vsdx', 'pdf', 'msg'])('no %s at all', async (ext) => {
    for (const bytes of ['', 'plain words', Buffer.alloc(5000, 7)])
      expect(await extract(bytes, ext)).toMatchObject({ ok: false, reason: 'broken' });
  });
  test('a truncated PDF still gives what is there, or is broken', async () => {
    const whole = pdf('Hello', 'again');
    for (let length = 0; length < whole.length; length += 97) {
      const answer = await extract(whole.slice(0, length), 'pdf');
      expect(answer.ok || answer.reason === 'broken').toBe(true);
    }
  });
  test('markup without an end', async () => {
    // work that grows with the square of the text would end at the limit of time
    for (const piece of ['<', '<a ', '<!--', '<script>', '</', '<a href="', "<a '", '&', '&#', '<a b="c" '])
      expect((await extract(piece.repeat(300_000), 'html')).ok).toBe(true);
    for (const piece of ['{', '}', '\\', "\\'", '{\\*', '\\bin9999999 ', '\\u1', '{\\fonttbl'])
      expect((await extract(`{\\rtf1${piece.repeat(300_000)}`, 'rtf')).ok).toBe(true);
    for (const piece of ['--b\n', 'a:\n', '=?', '=?a?b?', '\n\n', 'content-type:multipart/x;boundary=b\n\n--b\n'])
      expect((await extract(piece.repeat(100_000), 'eml')).ok).toBe(true);
  });
  test('bytes changed at random are read or refused, and the process lives', async () => {
    const word5 = await word('<w:p><w:t>text</w:t></w:p>'.repeat(50));
    const files: [Buffer, string][] = [
      [word5, 'docx'],
      [Buffer.from(pdf('Hello', 'there')), 'pdf'],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        async ([bytes, ext], changes) => {
          const changed = Buffer.from(bytes);
          for (const [at, value] of changes) changed[at % changed.length] = value;
          const answer = await extract(changed, ext);
          expect(answer).toSatisfy((got: Answer) => got.ok || ['broken', 'encrypted', 'too-large', 'unsupported'].includes(got.reason));
        },
      ),
      { numRuns: isLong ? 3000 : 100 },
    );
  });
});

test('a file that ends while it is read', async () => {
  const path = join(folder, 'short.docx');
  await pipeline(Readable.from([await word('<w:t>x</w:t>')]), createWriteStream(path));
  expect(await sandbox.run('extract', { path, ext: 'txt', name: 'x', size: 10_000_000 })).toMatchObject({ ok: false });
});
