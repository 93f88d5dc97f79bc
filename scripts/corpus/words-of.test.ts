import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listFiles } from './list-files.ts';
import { wordsIn, wordsOf } from './words-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-corpus-test-'));

afterAll(() => rmSync(folder, { recursive: true }));

function wordsOfFile(file: string, bytes: Buffer | string): Promise<string[]> {
  const path = join(folder, file);
  writeFileSync(path, bytes);
  return wordsOf({ path, file, kind: '', bytes: bytes.length });
}

describe('the words that a search must find', () => {
  it('are Latin, Chinese and Cyrillic ones', () => {
    expect(wordsIn('The garden, 花园里 and сад большой; a_b_long x')).toEqual(['花园里', 'большой', 'garden']);
  });

  it('are not those of markup', async () => {
    expect(await wordsOfFile('a.html', '<head><title>hidden</title><style>margin</style></head><p class="klass">visible')).toEqual([
      'visible',
    ]);
    expect(await wordsOfFile('a.rtf', String.raw`{\rtf1{\fonttbl{\f0 Times;}}\pard visible {\*\generator Hidden;}words}`)).toEqual([
      'visible',
      'words',
    ]);
  });

  it('are found in any encoding, and in no image', async () => {
    expect(await wordsOfFile('gbk.txt', Buffer.from('c4e3bac3', 'hex'))).toEqual(['你好']);
    expect(await wordsOfFile('a.png', 'visible')).toEqual([]);
    expect(await wordsOfFile('broken.docx', 'PK visible')).toEqual([]);
  });
});

describe('the files of a corpus', () => {
  it('are those below the folder, or those that its index names', async () => {
    const corpus = join(folder, 'corpus');
    mkdirSync(join(corpus, 'deep'), { recursive: true });
    writeFileSync(join(corpus, 'deep', 'B.TXT'), 'two');
    writeFileSync(join(corpus, 'a.txt'), 'one');
    writeFileSync(join(corpus, '.hidden'), '');
    expect((await listFiles(corpus)).map(({ file, kind, bytes }) => `${file} ${kind} ${bytes}`)).toEqual([
      'a.txt txt 3',
      'deep/B.TXT txt 3',
    ]);
    writeFileSync(join(corpus, 'index.json'), JSON.stringify([{ file: 'a.txt', kind: 'note' }]));
    expect((await listFiles(corpus)).map(({ file, kind }) => `${file} ${kind}`)).toEqual(['a.txt note']);
  });
});
