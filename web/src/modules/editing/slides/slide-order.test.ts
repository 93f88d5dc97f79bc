import type { Ordered } from '@dossier/contract/editing/ordered-edits';
import { applySlideEdit, type DeckNow, type DeckState, isStructuralSlideEdit, type SlideEdit } from '@dossier/contract/editing/slide-edits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlideOrder } from './slide-order.ts';

const slide = (id: number) => ({
  id,
  isHidden: false,
  notes: '',
  texts: [{ shape: 2, name: '', paragraphs: ['one', 'two'], isCounted: false }],
  pictures: [{ shape: 3, name: '', picture: '' }],
  page: 1,
  isChanged: false,
});
const first: DeckNow = { seq: 0, revisionId: '1', deck: { width: 1, height: 1, slides: [300, 301, 302].map(slide) }, deleted: [] };
const text = (texts: string[], paragraph = 0, id = 300): SlideEdit => ({ kind: 'text', slide: id, shape: 2, paragraph, texts });

/** A room as the server's: one order, in which edits that do not know of a structural one are behind, and those that do not fit are refused. */
class Room {
  readonly windows: SlideOrder[];
  private state: DeckState = { deck: first.deck, deleted: [] };
  private structural = 0;
  private readonly rows: Ordered<SlideEdit>[] = [];
  private readonly heard: number[];

  constructor(count: number) {
    this.windows = Array.from({ length: count }, (_, at) => new SlideOrder(`window-${at}`));
    for (const window of this.windows) window.filled(first);
    this.heard = this.windows.map(() => 0);
  }

  /** A window hears one message of the order. */
  hear(at: number): boolean {
    const row = this.rows[this.heard[at] ?? 0];
    if (row === undefined) return false;
    this.heard[at] = (this.heard[at] ?? 0) + 1;
    this.windows[at]?.received(row, true);
    return true;
  }

  /** A window sends what waits; where it is behind, again once it has heard all. */
  send(at: number): boolean {
    const window = this.windows[at];
    if (window === undefined) return false;
    for (let batch = window.next(); batch !== undefined; ) {
      if (batch.after < this.structural) {
        while (this.hear(at));
        batch = window.again();
        continue;
      }
      try {
        this.state = batch.edits.reduce(applySlideEdit, this.state);
      } catch {
        window.refused(batch.origin.number);
        return true;
      }
      const seq = this.rows.length + 1;
      if (batch.edits.some(isStructuralSlideEdit)) this.structural = seq;
      this.rows.push({ seq, personId: '1', origin: batch.origin, edits: structuredClone(batch.edits) });
      return true;
    }
    return false;
  }

  settle(): DeckState {
    for (let isBusy = true; isBusy; ) {
      isBusy = false;
      for (const at of this.windows.keys()) {
        while (this.hear(at)) isBusy = true;
        isBusy = this.send(at) || isBusy;
      }
    }
    return this.state;
  }
}

const word = fc.constantFrom('a', 'b', '', '中文', 'x\ny');
const id = fc.constantFrom(300, 301, 302, 400, 401);
const anEdit: fc.Arbitrary<SlideEdit> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    slide: id,
    shape: fc.constant(2),
    paragraph: fc.nat(3),
    texts: fc.array(word, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('notes' as const), slide: id, text: word }),
  fc.record({ kind: fc.constant('move' as const), slide: id, before: fc.option(id) }),
  fc.record({ kind: fc.constant('hide' as const), slide: id, hidden: fc.boolean() }),
  fc.record({ kind: fc.constant('duplicate' as const), slide: id, id }),
  fc.record({ kind: fc.constant('delete' as const), slide: id }),
  fc.record({ kind: fc.constant('restore' as const), slide: id, before: fc.option(id) }),
  fc.record({ kind: fc.constant('picture' as const), slide: id, shape: fc.constant(3), picture: fc.constantFrom('', 'p', 'q') }),
);

it('ends equal in all windows and on the server, whatever they do at once', () => {
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ at: fc.nat(2), edit: anEdit }) },
    {
      weight: 3,
      arbitrary: fc.record({ at: fc.nat(2), act: fc.constantFrom('send' as const, 'hear' as const, 'undo' as const, 'redo' as const) }),
    },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const room = new Room(3);
      for (const one of acts) {
        if ('edit' in one) room.windows[one.at]?.local(one.edit, 0);
        else if (one.act === 'send') room.send(one.at);
        else if (one.act === 'hear') room.hear(one.at);
        else room.windows[one.at]?.[one.act]();
      }
      const state = room.settle();
      for (const window of room.windows) {
        expect(window.state).toEqual(state);
        expect(window.hasPending).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

it('takes back all that was done, step by step, and does it again', () => {
  fc.assert(
    fc.property(fc.array(anEdit, { maxLength: 20 }), (edits) => {
      const order = new SlideOrder('a-window');
      order.filled(first);
      for (const edit of edits) order.local(edit, 0);
      const shown = (): unknown =>
        order.state?.deck.slides.map(({ id: own, isHidden, notes, texts, pictures }) => [
          own,
          isHidden,
          notes,
          texts[0]?.paragraphs,
          pictures[0]?.picture,
        ]);
      const done = shown();
      while (order.canUndo) order.undo();
      expect(shown()).toEqual(first.deck.slides.map((one) => [one.id, false, '', ['one', 'two'], '']));
      while (order.canRedo) order.redo();
      expect(shown()).toEqual(done);
    }),
    { numRuns: 300 },
  );
});

it('takes typing as one step, and sends its last state', () => {
  const order = new SlideOrder('a-window');
  order.filled(first);
  for (const [at, words] of ['o', 'on', 'onl', 'only'].entries()) order.local(text([words]), at * 100);
  expect(order.next()?.edits).toEqual([text(['only'])]);
  expect(order.next()).toBeUndefined();
  order.undo();
  expect(order.state?.deck.slides[0]?.texts[0]?.paragraphs).toEqual(['one', 'two']);
  expect(order.canUndo).toBe(false);
});

it('moves what is typed below a paragraph that a colleague splits', () => {
  const room = new Room(2);
  const [mine, theirs] = room.windows;
  theirs?.local(text(['o', 'ne'], 0));
  room.send(1);
  mine?.local(text(['TWO'], 1));
  room.settle();
  expect(mine?.state?.deck.slides[0]?.texts[0]?.paragraphs).toEqual(['o', 'ne', 'TWO']);
});

it('edits of somebody else who names this window and its number are not taken for what is on its way', () => {
  const order = new SlideOrder('window-0');
  order.filled(first);
  order.local(text(['mine']));
  const batch = order.next();
  expect(batch?.origin).toEqual({ window: 'window-0', number: 0 });
  order.received({ seq: 1, personId: '2', origin: { window: 'window-0', number: 0 }, edits: [text(['theirs'])] }, false);
  expect(order.hasPending).toBe(true);
  expect(order.state?.deck.slides[0]?.texts[0]?.paragraphs[0]).toBe('mine');
  order.received({ seq: 2, personId: '1', origin: { window: 'window-0', number: 0 }, edits: [text(['mine'])] }, true);
  expect(order.hasPending).toBe(false);
});
