import { codes } from '@dossier/contract/core/codes';
import { applySlideEdits, type DeckState, EditMisfit, type SlideDeck, type SlideEdit } from '@dossier/contract/editing/slide-edits';
import type { Services } from '../../../platform/context.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { editTasks, requireAnswer } from '../journals/edit-tasks.ts';

/** Bytes of what a task answers: the file with its pictures. */
const maxOutput = 256 << 20;
const run = editTasks(new URL('./tasks.ts', import.meta.url), { ext: 'pptx', maxOutput });

type ReadDeck = Omit<SlideDeck, 'slides'> & { slides: Omit<SlideDeck['slides'][number], 'page' | 'isChanged'>[] };

/** By contents: large presentations have some megabytes of words. */
const known = new LimitedMap<SlideDeck>(20);

/** What can be edited in a presentation; refuses with 4614 one that cannot be: broken, encrypted, without slides, or beyond the bounds. */
export async function deckOf(services: Services, content: Content): Promise<SlideDeck> {
  const before = known.get(content.sha256);
  if (before !== undefined) return before;
  const answer = requireAnswer(await run(services, 'deck', content), codes.editFallsBackToView);
  const read = JSON.parse(answer.text) as ReadDeck;
  if (read.slides.length === 0) throw new Refusal(codes.editFallsBackToView);
  let page = 0;
  const slides = read.slides.map((slide) => ({ ...slide, page: slide.isHidden ? 0 : ++page, isChanged: false }));
  const deck = { ...read, slides };
  known.set(content.sha256, deck);
  return deck;
}

/** Edits that are applied at once: a few milliseconds. */
const editsOfTurn = 2000;

/** A presentation with edits more; refuses with 4647 such as do not fit it. */
export async function withEdits(state: DeckState, edits: readonly SlideEdit[]): Promise<DeckState> {
  const yieldNow = yieldToEventLoop();
  let next = state;
  try {
    for (let at = 0; at < edits.length; at += editsOfTurn) {
      await yieldNow();
      next = applySlideEdits(next, edits.slice(at, at + editsOfTurn));
    }
    return next;
  } catch (error) {
    throw error instanceof EditMisfit ? new Refusal(codes.editDamaged) : error;
  }
}

interface SlideChanges {
  edits: SlideEdit[];
  /** In base64, by their sha256. */
  pictures: Record<string, string>;
}

/** Makes the file of a presentation with edits; refuses with 4647 where these cannot be made, or something else was changed with them. */
export async function patchedSlides(services: Services, content: Content, { edits, pictures }: SlideChanges): Promise<Buffer> {
  const { deck } = await withEdits({ deck: await deckOf(services, content), deleted: [] }, edits);
  const expected = {
    ...deck,
    slides: deck.slides.map(({ page: _page, isChanged: _isChanged, texts, ...slide }) => ({
      ...slide,
      texts: texts.map(({ isChanged: _isRewritten, look: _look, ...rest }) => rest),
    })),
  };
  const { text, bytes } = requireAnswer(await run(services, 'patch', content, { edits, expected, pictures }), codes.editDamaged);
  if (bytes !== undefined) return bytes;
  services.log.warn({ differences: text }, 'an edited presentation is damaged');
  throw new Refusal(codes.editDamaged);
}
