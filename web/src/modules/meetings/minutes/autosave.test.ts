import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from './autosave.ts';

test.each([
  { base: 'a\nb\nc', mine: 'A\nb\nc', theirs: 'a\nb\nC', both: 'A\nb\nC' },
  { base: 'a\nb\nc', mine: 'a\nb\nC', theirs: 'A\nb\nc', both: 'A\nb\nC' },
  { base: 'a\nb', mine: 'a\nmine', theirs: 'a\ntheirs', both: 'a\ntheirs\nmine' },
  { base: '', mine: 'mine', theirs: 'theirs', both: 'theirs\nmine' },
  { base: 'a\nb', mine: 'a\nx\nb', theirs: 'a\ny\nb', both: 'a\ny\nx\nb' },
  { base: 'a', mine: 'a more', theirs: 'before\na', both: 'before\na more' },
  { base: 'a', mine: 'before\na', theirs: 'a more', both: 'before\na more' },
  { base: 'a', mine: 'a', theirs: 'b', both: 'b' },
  { base: 'a', mine: 'b', theirs: 'a', both: 'b' },
  { base: 'a', mine: 'b', theirs: 'b', both: 'b' },
  { base: 'a\nb\nc', mine: 'a\nc', theirs: 'a\nb\nC', both: 'a\nC' },
])('merging $mine and $theirs, both from $base, gives $both', ({ base, mine, theirs, both }) => {
  expect(mergeLines(base, mine, theirs)).toBe(both);
});

test('no added line is lost', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      // each added line is unique to its author
      const own = mine.map((line, at) => (base.includes(line) ? line : `mine ${at}`));
      const other = theirs.map((line, at) => (base.includes(line) ? line : `theirs ${at}`));
      const both = mergeLines(base.join('\n'), own.join('\n'), other.join('\n')).split('\n');
      const added = [...own, ...other].filter((line) => /^(mine|theirs)/.test(line));
      return added.every((line) => both.includes(line));
    }),
  );
});
