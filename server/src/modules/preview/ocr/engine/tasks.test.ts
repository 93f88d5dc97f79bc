import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { pictureOf } from '../../../../../test/scan-of.ts';
import { createSandbox } from '../../../../platform/sandbox/sandbox.ts';
import { isLatin, isWeak, recognisedText, turnedOver } from './tasks.ts';

const folder = mkdtempSync(join(tmpdir(), 'recognised-'));
const recogniser = createSandbox({ readable: [folder], tasks: fileURLToPath(new URL('./tasks.ts', import.meta.url)), heapMb: 128 });
afterAll(() => {
  recogniser.close();
  rmSync(folder, { recursive: true });
});

it.each([0, 90, 180, 270])('a scan is recognised in any orientation: rotated by %i', async (turn) => {
  const path = join(folder, `${turn}.jpg`);
  const upright = await pictureOf(['设备采购合同', 'Purchase of forty turbines', '交货地点为上海港', '付款期限为四周']);
  writeFileSync(path, await sharp(upright).rotate(turn).jpeg().toBuffer());
  const answer = await recogniser.run('recognise', { path, ext: 'jpg', name: '', size: 0 });
  const pieces = JSON.parse(answer.ok ? (answer.bytes?.toString() ?? '') : '[]') as [number, number, number, number, string][];
  const text = pieces.map((piece) => piece[4]).join(' ');
  expect(text).toContain('采购合同');
  expect(text).toContain('turbines');
  // the first line has its box in the page's orientation
  const [x, y, width, height] = pieces.find((piece) => piece[4].includes('采购合同')) ?? [0, 0, 0, 0];
  const [across, down] = [x + width / 2, y + height / 2];
  expect({ 0: down < 0.4, 90: across > 0.6, 180: down > 0.6, 270: across < 0.4 }[turn]).toBe(true);
});

const piecesIn = (table: string) => recognisedText(table).pieces;
const page = '1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t';
const word = (line: number, left: number, sure: number, text: string): string =>
  `5\t1\t1\t1\t${line}\t1\t${left}\t${line * 100}\t80\t40\t${sure}\t${text}`;

it('words of a line are joined, Chinese ones without the spaces between them', () => {
  const rows = [page, word(1, 100, 95, '采购'), word(1, 200, 93, '合同'), word(1, 300, 96, 'Purchase'), word(1, 400, 96, 'contract')];
  expect(piecesIn([...rows, word(2, 100, 91, '第'), word(2, 200, 90, '一'), word(2, 300, 96, '页'), ''].join('\n'))).toEqual([
    [0.1, 0.2, 0.38, 0.08, '采购合同 Purchase contract'],
    [0.1, 0.4, 0.28, 0.08, '第一页'],
  ]);
});

it('uncertain words are left out', () => {
  const unsure = [
    word(1, 100, 95, 'Invoice'),
    word(1, 200, 7, 'xq'),
    word(2, 100, 41, 'leaves'),
    word(3, 100, 96, '|'),
    word(3, 200, 95, '—'),
  ];
  expect(piecesIn([page, ...unsure].join('\n')).map((piece) => piece[4])).toEqual(['Invoice']);
});

it('an invalid table has no text', () => {
  expect(piecesIn('')).toEqual([]);
  expect(piecesIn(word(1, 100, 95, 'no page'))).toEqual([]);
  expect(piecesIn(`${page}\n5\t1`)).toEqual([]);
});

it('a page with hardly any Chinese counts as Latin', () => {
  const isLatinText = (text: string): boolean => isLatin([[0, 0, 1, 1, text]]);
  expect([isLatinText('Purchase agreement of the twelfth of March 与'), isLatinText('采购 contract'), isLatinText('采购合同')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('a page with little text may be upside down; text found then has its boxes in the orientation of the page', () => {
  const found = (sure: number, text: string) => ({
    sure,
    pieces: [[0.1, 0.2, 0.3, 0.05, text]] as [number, number, number, number, string][],
  });
  expect([found(92, 'ul pau3IS'), found(62, 'x'.repeat(100)), found(92, 'x'.repeat(100))].map(isWeak)).toEqual([true, true, false]);
  expect(turnedOver(found(92, 'a')).pieces).toEqual([[0.6, 0.75, 0.3, 0.05, 'a']]);
});
