import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { expect, it } from 'vitest';
import { wordsOf } from './slide-words.ts';

const slideOf = (texts: string[][], notes: string | null): DeckSlide => ({
  id: 256,
  isHidden: false,
  notes,
  texts: texts.map((paragraphs, shape) => ({ shape, name: '', paragraphs, isCounted: false })),
  pictures: [],
  page: 1,
  isChanged: false,
});

it('writes down the words of all slides, with their notes, and no empty lines of them', () => {
  const slides = [slideOf([['Plan'], ['One', '', 'Two']], 'Say hello\nand wait'), slideOf([], null), slideOf([['End']], '')];
  const words = wordsOf(slides, { title: 'Kick-off', slide: (n) => `Slide ${n}`, notes: 'Notes' });
  expect(words.split('\n\n')).toEqual([
    '# Kick-off',
    '## Slide 1',
    'Plan',
    'One',
    'Two',
    '### Notes',
    'Say hello',
    'and wait',
    '## Slide 2',
    '## Slide 3',
    'End\n',
  ]);
});
