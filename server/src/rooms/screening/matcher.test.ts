import { expect, it } from 'vitest';
import { beginWalk, createMatcher, findNow, foundIn, walkOn } from './matcher.ts';

const matcherOf = (words: string[], exceptions: string[] = []) =>
  createMatcher([
    ...words.map((word) => ({ word, group: 1, isException: false })),
    ...exceptions.map((word) => ({ word, group: 1, isException: true })),
  ]);
const wordsIn = (matcher: ReturnType<typeof matcherOf>, text: string): string[] =>
  findNow(matcher, text).map(({ pattern }) => pattern.word);

it('finds every word wherever it stands, those that overlap or lie in each other as well', () => {
  const matcher = matcherOf(['机密', '机密文件', '密文', 'he', 'she', 'hers']);
  expect(wordsIn(matcher, '这份机密文件')).toEqual(['机密', '密文', '机密文件']);
  expect(wordsIn(matcher, 'she said he was hers')).toEqual(['she', 'he', 'hers']);
});

it('takes letters of any width and case for the same, and looks through what is not seen', () => {
  const matcher = matcherOf(['Top Secret', '机密']);
  expect(wordsIn(matcher, 'ＴＯＰ\u3000ｓｅｃｒｅｔ, TOP\n  SECRET')).toEqual(['Top Secret', 'Top Secret']);
  expect(wordsIn(matcher, '机\u200B密 机 密 机\n密')).toEqual(['机密', '机密', '机密']);
});

it('takes no part of a word of letters for a word', () => {
  const matcher = matcherOf(['ass', 'a']);
  expect(wordsIn(matcher, 'class assess passé')).toEqual([]);
  expect(wordsIn(matcher, 'an ass, 驴ass驴')).toEqual(['ass', 'ass']);
});

it('leaves out what stands in an exception', () => {
  const matcher = matcherOf(['秘密'], ['秘密花园']);
  expect(wordsIn(matcher, '秘密花园')).toEqual([]);
  expect(wordsIn(matcher, '秘密花园的秘密')).toEqual(['秘密']);
});

it('says where it stands', () => {
  const [match] = findNow(matcherOf(['top secret']), 'A  TOP   SECRET.');
  expect([match?.from, match?.to]).toEqual([3, 15]);
});

it('finds the same in pieces of any length', () => {
  const matcher = matcherOf(['abc def', '机密文件', 'f']);
  const text = 'xx abc  def 机密\n文件 abc def f';
  const walk = beginWalk(matcher, text);
  while (walk.at < walk.text.length) walkOn(matcher, walk, 1);
  expect(foundIn(walk)).toEqual(findNow(matcher, text));
});

it('takes time in proportion to the text, whatever the words are', () => {
  const words = Array.from({ length: 5000 }, (_, n) => `${'a'.repeat(n % 90)}${n}`);
  const matcher = matcherOf([...words, '甲'.repeat(100)]);
  const took = (text: string): number => {
    const began = performance.now();
    findNow(matcher, text);
    return performance.now() - began;
  };
  took('a'.repeat(100_000));
  expect(took('a'.repeat(1_000_000) + '甲'.repeat(1_000_000))).toBeLessThan(4000);
});
