import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { expect, test } from 'vitest';
import { drawnSlides } from './slide-differences.ts';

const slide = (
  id: number,
  page: number,
  more: { words?: string; isChanged?: boolean; picture?: string; isHidden?: boolean } = {},
): DeckSlide => ({
  id,
  page,
  isHidden: more.isHidden === true,
  notes: '',
  isChanged: more.isChanged === true,
  texts: [{ shape: 2, name: '', paragraphs: [more.words ?? 'drawn'], isCounted: false, ...(more.isChanged && { isChanged: true }) }],
  pictures: [{ shape: 3, name: '', picture: more.picture ?? '' }],
});
const first = { look: 'a', revisionId: '1' };
const second = { look: 'b', revisionId: '2' };
const written = { words: 'written', isChanged: true, picture: 'f00' };

test('what was changed lies over the drawing until that of the saved version has come', () => {
  const open = drawnSlides(new Map(), [slide(1, 1), slide(2, 2)], { made: first, revisionId: '1' });
  const changed = drawnSlides(open, [slide(1, 1, written), slide(2, 2)], { made: first, revisionId: '1' });
  expect(changed.get(1)).toEqual({ look: 'a', page: 1, slide: slide(1, 1, written) });
  // the saved version has what was written, and no drawing yet
  const saved = [slide(2, 1), slide(1, 2, { words: 'written' }), slide(5, 2, { words: 'written' })];
  const pending = drawnSlides(changed, saved, { made: first, revisionId: '2' });
  expect(pending.get(1)).toEqual({ look: 'a', page: 1, slide: slide(1, 2, written) });
  // a copy has the drawing of its original
  expect(pending.get(5)).toEqual({ look: 'a', page: 1, slide: slide(5, 2, written) });
  expect(pending.get(2)).toMatchObject({ look: 'a', page: 2, slide: { isChanged: false } });
  const drawn = drawnSlides(pending, saved, { made: second, revisionId: '2' });
  expect(drawn.get(1)).toEqual({ look: 'b', page: 2, slide: saved[1] });
});

test('a picture that is taken back before a version is saved shows that of the drawing', () => {
  const changed = drawnSlides(new Map(), [slide(1, 1, written)], { made: first, revisionId: '1' });
  const back = slide(1, 1, { isChanged: true });
  expect(drawnSlides(changed, [back], { made: first, revisionId: '1' }).get(1)?.slide).toEqual(back);
});

test('a slide that the newest version hides keeps its last drawing, and one that was never drawn has none', () => {
  const changed = drawnSlides(new Map(), [slide(1, 1, written), slide(2, 0, { isHidden: true })], { made: first, revisionId: '1' });
  expect(changed.has(2)).toBe(false);
  const hidden = drawnSlides(changed, [slide(1, 0, { words: 'written', isHidden: true })], { made: second, revisionId: '2' });
  expect(hidden.get(1)).toEqual({ look: 'a', page: 1, slide: slide(1, 0, { ...written, isHidden: true }) });
});
