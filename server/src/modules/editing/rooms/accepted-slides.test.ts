import type { SlideEdit } from '@dossier/contract/editing/slide-edits';
import { expect, it } from 'vitest';
import { AcceptedSlides } from './accepted-slides.ts';

const id = 256;
const text = { shape: 1, name: 'Text', paragraphs: ['a'], isCounted: false };
const slide = {
  id,
  isHidden: false,
  notes: '',
  texts: [text],
  pictures: [{ shape: 2, name: 'Logo', picture: '' }],
  page: 1,
  isChanged: false,
};
const accepted = (): AcceptedSlides => new AcceptedSlides({ deck: { width: 1, height: 1, slides: [slide] }, deleted: [] });

/** How many of some messages have to be tried. */
function triesOf(messages: SlideEdit[][]): number {
  let state = accepted();
  return messages.filter((edits) => {
    state = state.with(edits);
    return state.mustTry;
  }).length;
}
const many = (count: number, ...edits: SlideEdit[]): SlideEdit[][] => Array.from({ length: count }, () => edits);
const words = (texts: string[]): SlideEdit => ({ kind: 'text', slide: id, shape: 1, paragraph: 0, texts });

it('edits are tried long before a version would take too long, by what they cost', () => {
  expect(triesOf(many(1000, words(['a few words'])))).toBe(0);
  expect(triesOf(many(200, words(['x'.repeat(20_000)])))).toBe(4);
  expect(triesOf(many(300, ...many(250, words(['a', 'b']), words([])).flat()))).toBeGreaterThanOrEqual(3);
  expect(triesOf(many(250, { kind: 'picture', slide: id, shape: 2, picture: '' }))).toBe(2);
  // a page of notes that there was not is a part of the package
  const notes = (of: string): SlideEdit => ({ kind: 'notes', slide: id, text: of });
  expect(triesOf(many(250, notes('note')))).toBe(0);
  expect(triesOf(many(250, notes('note'), notes('')))).toBe(2);
});
