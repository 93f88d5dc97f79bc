import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { longestGap } from '../../../test/longest-gap.ts';
import { type TextPage, readTextPage } from './text-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

function write(bytes: Uint8Array | string): string {
  const path = join(folder, `${++count}.txt`);
  writeFileSync(path, bytes);
  return path;
}

async function allPages(path: string): Promise<TextPage[]> {
  const pages: TextPage[] = [];
  for (let page = 1; ; page++) {
    const got = await readTextPage(path, page);
    if (!got) return pages;
    pages.push(got);
  }
}

function expectWhole(pages: TextPage[], text: string): void {
  expect(pages.map((page) => page.text).join('') === text).toBe(true);
  let line = 1;
  pages.forEach((page, at) => {
    expect(page).toMatchObject({ page: at + 1, pages: pages.length, firstLine: line });
    line += page.text.split('\n').length - 1;
  });
}

const lines = Array.from({ length: 40_000 }, (_, at) => `第 ${at + 1} 行：合同审批流程 ${'x'.repeat(at % 50)}😀`).join('\n');

test('pages are whole lines, and together the file', async () => {
  const pages = await allPages(write(lines));
  expect(pages.length).toBeGreaterThan(8);
  expectWhole(pages, lines);
  for (const page of pages.slice(1)) expect(page.text.startsWith(`第 ${page.firstLine} 行`)).toBe(true);
});

test('both byte orders of UTF-16, with and without a byte order mark', async () => {
  const little = Buffer.from(lines, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.concat([Buffer.from('fffe', 'hex'), little])]) {
    const pages = await allPages(write(bytes));
    expect(pages[0]?.encoding).toMatch(/^utf-16/);
    expectWhole(pages, lines);
  }
});

test('one line longer than several pages is cut between characters', async () => {
  const long = `a${'合同😁'.repeat(120_000)}`;
  expectWhole(await allPages(write(long)), long);
  expectWhole(await allPages(write(Buffer.from(long, 'utf16le'))), long);
});

test('GB18030, in lines and in one line, with four-byte characters', async () => {
  const bytes = Buffer.from('b9d8d3dabacfcdacc9f3c5fac1f7b3ccb5c4cda8d6aa', 'hex');
  const rare = Buffer.from('8139ef30', 'hex');
  for (const end of ['\n', '']) {
    const whole = Buffer.concat(Array.from({ length: 30_000 }, () => [bytes, rare, Buffer.from(end)]).flat());
    const pages = await allPages(write(Buffer.concat([Buffer.from('a'), whole])));
    expect(pages.length).toBeGreaterThan(2);
    expectWhole(pages, `a${new TextDecoder('gb18030').decode(whole)}`);
    expect(pages.map((page) => page.text).join('')).not.toContain('\ufffd');
  }
});

test('Chinese that first occurs on a late page', async () => {
  const bytes = Buffer.concat([
    Buffer.from('ascii only\n'.repeat(60_000)),
    Buffer.from('b9d8d3dabacfcdacc9f3c5fac1f7b3ccb5c4cda8d6aa', 'hex'),
  ]);
  const pages = await allPages(write(bytes));
  expect(pages.at(-1)?.text.endsWith('关于合同审批流程的通知')).toBe(true);
});

test('empty files, exact sizes, pages out of range', async () => {
  expect(await allPages(write(''))).toEqual([{ text: '', encoding: 'utf-8', page: 1, pages: 1, firstLine: 1 }]);
  expectWhole(await allPages(write('x'.repeat(256 * 1024))), 'x'.repeat(256 * 1024));
  expectWhole(await allPages(write('x\n'.repeat(128 * 1024))), 'x\n'.repeat(128 * 1024));
  expect(await readTextPage(write('a'), 2)).toBeUndefined();
  expect(await readTextPage(write('a'), 0)).toBeUndefined();
  await expect(readTextPage(join(folder, 'missing'), 1)).rejects.toThrow('ENOENT');
});

test('a file that changes is indexed anew', async () => {
  const path = write('one');
  expect((await readTextPage(path, 1))?.text).toBe('one');
  writeFileSync(path, 'other');
  expect((await readTextPage(path, 1))?.text).toBe('other');
});

test('a large file does not block the others', async () => {
  const path = write(Buffer.alloc(200 * 1024 * 1024, 'a line of a large log file, some eighty characters wide as they often are ......\n'));
  let page: TextPage | undefined;
  const gap = await longestGap(async () => void (page = await readTextPage(path, 500)));
  expect(page?.pages).toBeGreaterThan(700);
  expect(page?.text.startsWith('a line of')).toBe(true);
  expect(gap).toBeLessThan(100);
});
