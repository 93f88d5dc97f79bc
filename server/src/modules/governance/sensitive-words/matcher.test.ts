import { expect, it } from 'vitest';
import { cpuTime } from '../../../../test/cpu-time.ts';
import { longestGap } from '../../../../test/longest-gap.ts';
import { type Matcher, createMatcher } from './matcher.ts';
import { continueMatching, findMatches, matchesIn, startMatching } from './text-matching.ts';

const matcherOf = (words: string[], exceptions: string[] = []) =>
  createMatcher([
    ...words.map((word) => ({ word, group: 1, isException: false })),
    ...exceptions.map((word) => ({ word, group: 1, isException: true })),
  ]);
const wordsIn = (matcher: Matcher, text: string): string[] =>
  findMatches(matcher, text).flatMap(({ pattern, count }) => Array.from({ length: count }, () => pattern.word));

it('finds every word at every position, overlapping and nested ones too', async () => {
  const matcher = await matcherOf(['机密', '机密文件', '密文', 'he', 'she', 'hers']);
  expect(wordsIn(matcher, '这份机密文件')).toEqual(['机密', '密文', '机密文件']);
  expect(wordsIn(matcher, 'she said he was hers')).toEqual(['she', 'he', 'hers']);
});

it('ignores width, case and invisible characters', async () => {
  const matcher = await matcherOf(['Top Secret', '机密']);
  expect(wordsIn(matcher, 'ＴＯＰ\u3000ｓｅｃｒｅｔ, TOP\n  SECRET')).toEqual(['Top Secret', 'Top Secret']);
  expect(wordsIn(matcher, '机\u200B密 机 密 机\n密')).toEqual(['机密', '机密', '机密']);
});

it('does not match a part of a longer word', async () => {
  const matcher = await matcherOf(['ass', 'a']);
  expect(wordsIn(matcher, 'class assess passé')).toEqual([]);
  expect(wordsIn(matcher, 'an ass, 驴ass驴')).toEqual(['ass', 'ass']);
});

it('leaves out matches inside an exception', async () => {
  const matcher = await matcherOf(['秘密'], ['秘密花园']);
  expect(wordsIn(matcher, '秘密花园')).toEqual([]);
  expect(wordsIn(matcher, '秘密花园的秘密')).toEqual(['秘密']);
});

it('answers the position of a match', async () => {
  const [match] = findMatches(await matcherOf(['top secret']), 'A  TOP   SECRET.');
  expect([match?.from, match?.to]).toEqual([3, 15]);
});

it('finds the same in pieces of any length', async () => {
  const matcher = await matcherOf(['abc def', '机密文件', 'f']);
  const text = 'xx abc  def 机密\n文件 abc def f';
  const matching = startMatching(matcher, text);
  while (matching.at < matching.text.length) continueMatching(matcher, matching, 1);
  expect(matchesIn(matching)).toEqual(findMatches(matcher, text));
});

it('takes time in proportion to the text, whatever the words are', async () => {
  const words = Array.from({ length: 5000 }, (_, n) => `${'a'.repeat(n % 90)}${n}`);
  const matcher = await matcherOf([...words, '甲'.repeat(100)]);
  const text = (length: number): string => 'a'.repeat(length) + '甲'.repeat(length);
  const quickest = async (length: number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < 3; n++) times.push(await cpuTime(async () => void findMatches(matcher, text(length))));
    return Math.min(...times);
  };
  await quickest(50_000);
  // ten times the text: with its square it would be a hundred times
  expect((await quickest(1_000_000)) / (await quickest(100_000))).toBeLessThan(40);
});

it('counts a match after any number of exceptions, and none inside one', async () => {
  const matcher = await matcherOf(['秘密'], ['秘密花园', '大秘密花园']);
  expect(wordsIn(matcher, `${'大秘密花园，'.repeat(3000)}秘密`)).toEqual(['秘密']);
  expect(wordsIn(matcher, '秘密花园'.repeat(3000))).toEqual([]);
});

it('yields to the event loop, with the most words and a text of nothing else', async () => {
  const groups = Array.from({ length: 50 }, (_, group) =>
    Array.from({ length: 100 }, (__, n) => ({ word: '一'.repeat(n + 1), group, isException: false })),
  ).flat();
  const others = Array.from({ length: 9000 }, (_, n) => ({
    word: String.fromCharCode(...Array.from({ length: 100 }, (__, k) => 0x4e_00 + ((n * 7919 + k * k * 31 + n * k) % 8000))),
    group: 1,
    isException: false,
  }));
  let matcher: Matcher | undefined;
  const spent = (since?: NodeJS.CpuUsage): number => {
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1000;
  };
  const begun = process.threadCpuUsage();
  const building = await longestGap(async () => (matcher = await createMatcher([...groups, ...others])));
  const [took, built] = [spent(begun), process.threadCpuUsage()];
  const matching = startMatching(matcher as Matcher, '一'.repeat(100_000));
  let longest = 0;
  while (matching.at < matching.text.length)
    longest = Math.max(longest, await longestGap(async () => continueMatching(matcher as Matcher, matching, 8192)));
  expect(matchesIn(matching).length).toBe(5000);
  // parts of the whole, which takes long or short with the machine
  expect(building).toBeLessThan(took / 2);
  expect(longest).toBeLessThan(spent(built) / 2);
});
