import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoLanguages } from '../company/demo-language.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../server/src/platform/sandbox/sandbox.ts';
import { type FileKind, fileKinds, makeFile } from './make-file.ts';
import { writeProse } from './prose.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-files-'));
const confined = createSandbox({ readable: [folder] });
afterAll(() => {
  confined.close();
  rmSync(folder, { recursive: true });
});

const wish = { title: '滨江泵站改造工程', lang: 'cn', seed: 7 } as const;
const zip = /^PK\x03\x04/;
const magic: [FileKind, RegExp][] = [
  ['pdf', /^%PDF-1\.5\n/],
  ['docx', /^PK\x03\x04[^]{26}\[Content_Types\]\.xml/],
  ['xlsx', /^PK\x03\x04[^]{26}\[Content_Types\]\.xml/],
  ['pptx', /^PK\x03\x04[^]{26}\[Content_Types\]\.xml/],
  ['odt', /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.text/],
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF....WEBP/s],
  ['wav', /^RIFF....WAVEfmt /s],
  ['webm', /^\x1a\x45\xdf\xa3[^]{0,60}webm/],
  ['zip', zip],
  ['gbkZip', zip],
];

test.each(magic)('%s has the right first bytes', async (kind, begins) => {
  const { bytes } = await makeFile(kind, wish);
  expect(bytes.toString('latin1', 0, 100)).toMatch(begins);
});

test('texts are in the encodings of their names', async () => {
  const { title } = wish;
  const decoded = async (kind: FileKind, encoding: string) =>
    new TextDecoder(encoding, { fatal: true }).decode((await makeFile(kind, wish)).bytes);
  expect(await decoded('gbk', 'gbk')).toContain(title);
  expect(await decoded('utf16', 'utf-16le')).toContain(title);
  expect(JSON.parse(await decoded('json', 'utf-8'))).toMatchObject({ title });
  expect(await decoded('svg', 'utf-8')).toMatch(/^<svg /);
  expect(await decoded('html', 'utf-8')).toMatch(/^<!doctype html>/);
});

test('the same wish gives the same bytes, another seed others', async () => {
  for (const kind of fileKinds) {
    const [one, same, other] = await Promise.all([wish, wish, { ...wish, seed: 8 }].map((each) => makeFile(kind, each)));
    expect(one?.bytes.equals(same!.bytes), kind).toBe(true);
    expect(one?.bytes.equals(other!.bytes), kind).toBe(false);
  }
}, 30_000);

describe('the written text is the extracted text', () => {
  const cases = (['pdf', 'docx', 'xlsx', 'pptx', 'odt'] as const).flatMap((kind) => demoLanguages.map((lang) => [kind, lang] as const));
  test.each(cases)('%s in %s', async (kind, lang) => {
    const own = {
      title: { cn: '施工合同', en: 'Inception report', es: 'Plan de gestión de calidad', ja: '配水場更新計画書' }[lang],
      lang,
      seed: 3,
    };
    const { bytes } = await makeFile(kind, own);
    const path = join(folder, `${lang}.${kind}`);
    writeFileSync(path, bytes);
    const answer = await confined.run('extract', { path, ext: kind, name: `${lang}.${kind}`, size: bytes.length });
    // lines are broken to fit, so white space is not compared
    const bare = (text: string): string => text.replace(/\s/g, '');
    const found = answer.ok ? bare(answer.text) : answer.reason;
    const { title, sections } = writeProse(own);
    for (const text of [title, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])]) {
      expect(found).toContain(bare(text));
    }
  });
});
