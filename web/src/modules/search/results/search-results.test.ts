import { expect, test } from 'vitest';
import { splitSnippet } from './search-results.tsx';

test('only em is parsed, and escaped markup stays text', () => {
  expect(splitSnippet('the <em>plan</em> of &lt;b&gt; &amp;lt; <i>x</i>')).toEqual([
    { text: 'the ', found: false },
    { text: 'plan', found: true },
    { text: ' of <b> &lt; <i>x</i>', found: false },
  ]);
});

test('an unclosed or unopened em does no harm', () => {
  expect(splitSnippet('a</em>b<em>c')).toEqual([
    { text: 'a', found: false },
    { text: 'b', found: false },
    { text: 'c', found: true },
  ]);
  expect(splitSnippet('')).toEqual([]);
});
