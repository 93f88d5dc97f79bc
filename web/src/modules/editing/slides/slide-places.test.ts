import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { expect, it } from 'vitest';
import { placeOfSlide, slideOfPlace } from './slide-places.ts';

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

it('is the page of a slide when the window was opened, or the box of its open text, and none where that version does not show it', () => {
  const [budget, hidden] = opened;
  const boxed = budget && {
    ...budget,
    texts: budget.texts.map((text) => ({ ...text, box: { x: 4, y: -1, width: 20, height: 3, turned: 0 } })),
  };
  const deck = { slides: [boxed, hidden].filter((one) => one !== undefined), width: 16, height: 8 };
  expect(placeOfSlide({ id: 256, text: undefined }, deck)).toEqual({ kind: 'area', page: 1, x: 0, y: 0, width: 1, height: 1 });
  expect(placeOfSlide({ id: 256, text: { shape: 2 } }, deck)).toEqual({ kind: 'area', page: 1, x: 0.25, y: 0, width: 0.75, height: 0.25 });
  expect(placeOfSlide({ id: 256, text: { shape: 3 } }, deck)).toMatchObject({ width: 1, height: 1 });
  expect(placeOfSlide({ id: 257, text: undefined }, deck)).toBeUndefined();
  expect(placeOfSlide({ id: 300, text: undefined }, deck)).toBeUndefined();
});
