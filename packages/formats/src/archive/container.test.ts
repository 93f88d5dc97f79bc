import { expect, it } from 'vitest';
import { type ContainerEntry, limitListing } from './container.ts';

const file = (path: string): ContainerEntry => ({ path, kind: 'file', size: 1, time: 0, locked: false });
const boundedOf = (paths: string[]) => {
  const { entries, cut } = limitListing({ entries: paths.map(file), cut: false, damaged: false });
  return [entries.length, cut];
};

it('an archive of folders in folders is listed in part', () => {
  expect(boundedOf(Array.from({ length: 1000 }, (_, n) => `${n}/${'a/'.repeat(60)}x`))).toEqual([Math.floor(50_000 / 61), true]);
  expect(boundedOf(Array.from({ length: 1000 }, (_, n) => `${'a/'.repeat(60)}${n}`))).toEqual([1000, false]);
  // deeper paths are one name each
  expect(boundedOf(Array.from({ length: 700 }, (_, n) => `${n}/${'a/'.repeat(400)}x`))).toEqual([700, false]);
  expect(boundedOf(Array.from({ length: 5000 }, () => 'x'.repeat(1000)))).toEqual([4000, true]);
});
