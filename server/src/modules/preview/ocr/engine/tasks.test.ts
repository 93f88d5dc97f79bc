import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { pictureOf } from '../../../../../test/scan-of.ts';
import { createSandbox } from '../../../../platform/sandbox/sandbox.ts';

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
