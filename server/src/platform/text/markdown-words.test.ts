import { expect, test } from 'vitest';
import { markdownWords } from './markdown-words.ts';

test('headings, lists, emphasis, links and tables lose their marks, words keep what is part of them', () => {
  const text =
    '# Plan\n\n> **Budget** for *2026*, see [the plan](x.md) and ![a map](m.png)\n- one\n2. two\n\n| a | b |\n|---|:-:|\n| `c` | d_e_f |\n---\n';
  expect(markdownWords(text).replace(/\s+/g, ' ').trim()).toBe('Plan Budget for 2026, see the plan and a map one two a b c d_e_f');
  expect(markdownWords('3 * 4 * 5, snake_case and C#')).toBe('3 * 4 * 5, snake_case and C#');
});
