import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { expect, it } from 'vitest';
import { slideOfPlace } from './slide-places.ts';

const slide = (id: number, page: number, ...paragraphs: string[]): DeckSlide => ({
  id,
  isHidden: page === 0,
  notes: null,
  texts: [{ shape: 2, name: 'Text', paragraphs, isCounted: false }],
  pictures: [],
  page,
  isChanged: false,
});

const opened = [slide(256, 1, 'Budget'), slide(257, 0, 'Hidden'), slide(258, 2, 'The rent is due', 'in May')];

it('leads to the slide that was on the page of a place, wherever it is now; words to the slide that has them', () => {
  const moved = [opened[2], opened[1], opened[0]].filter((one) => one !== undefined);
  expect(slideOfPlace({ kind: 'point', page: 2, x: 0.5, y: 0.5 }, moved, opened)?.id).toBe(258);
  expect(slideOfPlace({ kind: 'point', page: 2, x: 0.5, y: 0.5 }, moved.slice(1), opened)).toBeUndefined();
  const words = { kind: 'words', page: 1, quote: 'duein May', before: '', after: '' } as const;
  expect(slideOfPlace(words, moved, opened)?.id).toBe(258);
  expect(slideOfPlace({ ...words, quote: 'June' }, moved, opened)).toBeUndefined();
});
