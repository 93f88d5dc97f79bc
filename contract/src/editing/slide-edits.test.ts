import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applySlideEdit, applySlideEdits, type DeckSlide, type DeckState, EditMisfit, type SlideEdit } from './slide-edits.ts';

const slide = (id: number): DeckSlide => ({
  id,
  isHidden: false,
  notes: '',
  texts: [1, 2].map((shape) => ({ shape, name: 'Text', paragraphs: ['a', 'b'], isCounted: shape === 2 })),
  pictures: [{ shape: 3, name: 'Picture', picture: '' }],
  page: 1,
  isChanged: false,
});
const state = (): DeckState => ({ deck: { width: 1, height: 1, slides: [slide(256), slide(257), slide(258)] }, deleted: [] });

const id = fc.integer({ min: 256, max: 261 });
const before = fc.option(id);
const edits = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('text' as const),
      slide: id,
      shape: fc.integer({ min: 1, max: 2 }),
      paragraph: fc.nat(2),
      texts: fc.array(fc.string(), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('notes' as const), slide: id, text: fc.string() }),
    fc.record({ kind: fc.constant('hide' as const), slide: id, hidden: fc.boolean() }),
    fc.record({ kind: fc.constant('picture' as const), slide: id, shape: fc.integer({ min: 2, max: 3 }), picture: fc.string() }),
    fc.record({ kind: fc.constant('move' as const), slide: id, before }),
    fc.record({ kind: fc.constant('restore' as const), slide: id, before }),
    fc.record({ kind: fc.constant('delete' as const), slide: id }),
    fc.record({ kind: fc.constant('duplicate' as const), slide: id, id }),
  ),
  { maxLength: 60 },
);

/** The edits of a list that fit one after the other, and what they lead to. */
function fitting(list: readonly SlideEdit[]): { state: DeckState; list: SlideEdit[] } {
  let now = state();
  const fit = list.filter((edit) => {
    try {
      now = applySlideEdit(now, edit);
      return true;
    } catch (error) {
      if (error instanceof EditMisfit) return false;
      throw error;
    }
  });
  return { state: now, list: fit };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const one of Object.values(Object.freeze(value))) frozen(one);
  return value;
}

it('edits together lead to what they lead to one by one, and leave the state before as it is', () => {
  fc.assert(
    fc.property(edits, (list) => {
      const one = fitting(list);
      expect(applySlideEdits(frozen(state()), one.list)).toEqual(one.state);
      const half = frozen(applySlideEdits(state(), one.list.slice(0, 5)));
      expect(applySlideEdits(half, one.list.slice(5))).toEqual(one.state);
    }),
  );
});

it('a copy does not change with its slide', () => {
  const text = (of: number, words: string): SlideEdit => ({ kind: 'text', slide: of, shape: 1, paragraph: 0, texts: [words] });
  const { deck } = applySlideEdits(state(), [text(256, 'x'), { kind: 'duplicate', slide: 256, id: 300 }, text(256, 'y'), text(300, 'z')]);
  expect(deck.slides.map(({ texts }) => texts[0]?.paragraphs[0])).toEqual(['y', 'z', 'a', 'a']);
});

it('copies what many edits change once', () => {
  const begun = state();
  let copies = 0;
  const [text] = begun.deck.slides[0]?.texts ?? [];
  const { paragraphs = [] } = text ?? {};
  Object.assign(text ?? {}, {
    paragraphs: new Proxy(paragraphs, {
      get: (target, key, receiver) => {
        if (key === Symbol.iterator) copies++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    }),
  });
  const many = Array.from({ length: 1000 }, (_, n): SlideEdit => ({ kind: 'text', slide: 256, shape: 1, paragraph: 0, texts: [`${n}`] }));
  const after = applySlideEdits(begun, many);
  expect(after.deck.slides[0]?.texts[0]?.paragraphs).toEqual(['999', 'b']);
  expect(copies).toBe(1);
});
