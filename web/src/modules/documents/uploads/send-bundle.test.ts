import { describe, expect, test } from 'vitest';
import type { UploadEntry, UploadState } from '../upload-entries.ts';
import { nextTransfers, sentOfEach } from './send-bundle.ts';

const kilo = 1024;
const entry = (id: string, size: number, more: Partial<UploadEntry> = {}): UploadEntry => ({
  id,
  file: new File([new Uint8Array(size)], `${id}.bin`),
  drop: 1,
  parentId: '1',
  parentName: 'Plans',
  folderPath: '',
  onSameName: 'refuse',
  extract: false,
  state: 'waiting',
  sent: 0,
  speed: 0,
  ...more,
});
const many = (count: number, size: number, more: Partial<UploadEntry> = {}) =>
  Array.from({ length: count }, (_, n) => entry(`${more.drop ?? ''}s${n}`, size, more));
const idsOf = (transfers: UploadEntry[][]): string[][] => transfers.map((transfer) => transfer.map(({ id }) => id));

describe('the upload queue', () => {
  test('sends large files singly and small ones together, up to the free slots', () => {
    const entries = [entry('a', 300 * kilo), entry('b', 1), entry('c', 300 * kilo), entry('d', 256 * kilo), entry('e', 2)];
    expect(idsOf(nextTransfers(entries, 3))).toEqual([['a'], ['b', 'd', 'e'], ['c']]);
    expect(idsOf(nextTransfers(entries, 1))).toEqual([['a']]);
    expect(nextTransfers(entries, 0)).toEqual([]);
  });

  test('sends at most fifteen files in one request, and no more bytes than are cheap to repeat', () => {
    expect(nextTransfers(many(40, 10), 3).map((transfer) => transfer.length)).toEqual([15, 15, 10]);
    expect(nextTransfers(many(40, 10), 2).map((transfer) => transfer.length)).toEqual([15, 15]);
    expect(nextTransfers(many(7, 256 * kilo), 9).map((transfer) => transfer.length)).toEqual([3, 3, 1]);
  });

  test('bundles only files of the same drop with the same options', () => {
    const states = (['sending', 'paused', 'done', 'failed', 'skipped'] as UploadState[]).map((state) => entry(state, 1, { state }));
    const zip = entry('zip', 1, { extract: true });
    const deep = entry('deep', 1, { folderPath: 'x'.repeat(4001) });
    const entries = [...states, entry('a', 1), zip, entry('b', 1, { drop: 2 }), deep, entry('c', 1)];
    expect(idsOf(nextTransfers(entries, 9))).toEqual([['a', 'c'], ['zip'], ['b'], ['deep']]);
  });

  test('attributes sent bytes to the files in their order', () => {
    expect(sentOfEach([10, 0, 5], -40)).toEqual([0, 0, 0]);
    expect(sentOfEach([10, 0, 5], 4)).toEqual([4, 0, 0]);
    expect(sentOfEach([10, 0, 5], 12)).toEqual([10, 0, 2]);
    expect(sentOfEach([10, 0, 5], 900)).toEqual([10, 0, 5]);
  });
});
