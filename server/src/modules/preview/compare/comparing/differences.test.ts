import { expect, it } from 'vitest';
import { type Run, alignRows, differences, internKeys, marksIn, overlap, slideRuns } from './differences.ts';

const late = (): number => performance.now() + 60_000;

function runsOf(a: string, b: string): Run[] {
  const known = new Map<string, number>();
  return differences(internKeys([...a], known), internKeys([...b], known), late());
}

/** Applies the differences to the first sequence: they are right when this yields the second. */
function rebuilt(a: readonly number[], b: readonly number[], runs: Run[]): number[] {
  const made: number[] = [];
  let at = 0;
  for (const [fromA, toA, fromB, toB] of runs) {
    made.push(...a.slice(at, fromA), ...b.slice(fromB, toB));
    at = toA;
  }
  return [...made, ...a.slice(at)];
}

it('finds the fewest differences, in order', () => {
  expect(runsOf('abcde', 'abcde')).toEqual([]);
  expect(runsOf('abcde', 'abxde')).toEqual([[2, 3, 2, 3]]);
  expect(runsOf('abcde', 'bcdef')).toEqual([
    [0, 1, 0, 0],
    [5, 5, 4, 5],
  ]);
  expect(runsOf('', 'ab')).toEqual([[0, 0, 0, 2]]);
  expect(runsOf('ab', '')).toEqual([[0, 2, 0, 0]]);
});

it('yields the second sequence, whatever the input is', () => {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round++) {
    const a = Array.from({ length: next(40) }, () => next(1 + next(6)));
    const b = a.flatMap((part) => (next(4) === 0 ? [] : next(5) === 0 ? [part, next(6)] : [part]));
    expect(rebuilt(a, b, differences(Int32Array.from(a), Int32Array.from(b), late()))).toEqual(b);
  }
});

it('starts an insertion at the start of a line', () => {
  const known = new Map<string, number>();
  const [a, b] = [internKeys(['x', 'end', 'y'], known), internKeys(['x', 'end', 'new', 'end', 'y'], known)];
  const rank = (at: number): number => (at === 2 ? 1 : 0);
  const runs = differences(a, b, late());
  expect(slideRuns([[1, 1, 1, 3]], { a, b }, { a: rank, b: rank })).toEqual([[2, 2, 2, 4]]);
  expect(slideRuns(runs, { a, b }, { a: rank, b: rank })).toEqual([[2, 2, 2, 4]]);
});

it('stays fast where everything differs, and still finds what occurs once in both', () => {
  const [a, b] = [Array.from({ length: 60_000 }, (_, at) => at * 2), Array.from({ length: 60_000 }, (_, at) => at * 2 + 1)];
  for (const at of [10_000, 40_000]) [a[at], b[at + 40]] = [-at, -at];
  const began = process.cpuUsage();
  const runs = differences(Int32Array.from(a), Int32Array.from(b), late());
  expect(process.cpuUsage(began).user).toBeLessThan(8_000_000);
  expect(runs).toEqual([
    [0, 10_000, 0, 10_040],
    [10_001, 40_000, 10_041, 40_040],
    [40_001, 60_000, 40_041, 60_000],
  ]);
});

it('pairs the most similar lines', () => {
  const [a, b] = [
    ['one two three', 'seven eight'],
    ['something else entirely', 'one two four', 'seven eight nine'],
  ];
  const alike = (one: number, other: number): number => overlap((a[one] ?? '').split(' '), (b[other] ?? '').split(' '));
  expect(alignRows(a.length, b.length, alike)).toEqual([
    [undefined, 0],
    [0, 1],
    [1, 2],
  ]);
});

it('marks the words that differ, Chinese by characters, blanks where they count', () => {
  const how = { spaces: true, until: late() };
  expect(marksIn('the red house', 'the blue house', how)).toEqual([
    [4, 7],
    [4, 8],
  ]);
  expect(marksIn('本合同于五月生效', '本合同于六月生效', how)).toEqual([
    [4, 5],
    [4, 5],
  ]);
  expect(marksIn('a  b', 'a b', how)).toEqual([
    [1, 3],
    [1, 2],
  ]);
  expect(marksIn('a  b', 'a b', { ...how, spaces: false })).toEqual([[], []]);
  expect(marksIn('nothing in common', 'altogether other words here', how)).toBeUndefined();
});
