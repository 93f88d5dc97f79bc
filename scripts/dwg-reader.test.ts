import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { offerDwgReader } from './dwg-reader.mjs';

let folder: string;
let asked: string[];
let installed: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-dwg-'));
  [asked, installed] = [[], 0];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Offers the reader at a console where this is answered; undefined where nobody answers. */
const offer = (answer: string | undefined, { isWatched = true, canRead = false } = {}): Promise<void> =>
  offerDwgReader({
    isWatched: () => isWatched,
    canRead: () => canRead,
    answered: join(folder, 'cache', 'answer'),
    ask: async (question: string) => {
      asked.push(question);
      return answer;
    },
    install: async () => void installed++,
  });

it.each([
  ['y', 1],
  [' YES ', 1],
  ['n', 0],
  ['', 0],
  ['yesterday', 0],
])('the reader of DWG is installed on a yes only, and offered once: %j', async (answer, times) => {
  await offer(answer);
  expect([asked.length, installed]).toEqual([1, times]);
  expect(asked[0]).toContain('GPL');
  expect(readFileSync(join(folder, 'cache', 'answer'), 'utf8')).toBe(answer);
  await offer('y');
  expect([asked.length, installed]).toEqual([1, times]);
});

it('a start that nobody watches is not asked, nor one that can read DWG already', async () => {
  await offer('y', { isWatched: false });
  await offer('y', { canRead: true });
  expect([asked, installed]).toEqual([[], 0]);
});

it('who does not answer in time is asked at the next start', async () => {
  await offer(undefined);
  await offer('y');
  expect([asked.length, installed]).toEqual([2, 1]);
});
