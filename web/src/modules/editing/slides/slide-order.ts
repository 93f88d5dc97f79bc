import { maxOrderedMessage } from '@dossier/contract/editing/editing';
import type { Ordered } from '@dossier/contract/editing/ordered-edits';
import {
  applySlideEdit,
  type DeckNow,
  type DeckState,
  EditMisfit,
  isStructuralSlideEdit,
  maxEditsOfMessage,
  sameCell,
  type SlideEdit,
} from '@dossier/contract/editing/slide-edits';
import type { Batch } from '../rooms/ordered-room.ts';

/** What was done at once, by what takes it back. */
interface Step {
  edits: SlideEdit[];
  /** Typing in one paragraph is one step as long as it goes on. */
  typed?: { place: string; at: number };
}

type TextEdit = Extract<SlideEdit, { kind: 'text' }>;

/** Bytes of an edit, and of those of one message. */
const maxBytes = maxOrderedMessage - 1000;
const encoder = new TextEncoder();
const bytesOf = (edit: SlideEdit): number => encoder.encode(JSON.stringify(edit)).length + 1;

/** Typing after a pause of so long is a step of its own. */
const pauseMs = 1500;
const mostSteps = 200;

const placeOf = ({ slide, shape, cell, paragraph }: TextEdit): string => [slide, shape, cell?.row, cell?.column, paragraph].join();
const isSamePlace = (one: TextEdit, other: TextEdit): boolean =>
  one.slide === other.slide && one.shape === other.shape && sameCell(one.cell, other.cell);

/** An edit that was made without knowing of another, after that: paragraphs have moved. Undefined where its paragraph is gone. */
function shifted(edit: SlideEdit, by: SlideEdit): SlideEdit | undefined {
  if (edit.kind !== 'text' || by.kind !== 'text' || by.texts.length === 1 || !isSamePlace(edit, by)) return edit;
  if (edit.paragraph === by.paragraph && by.texts.length === 0) return undefined;
  return edit.paragraph > by.paragraph ? { ...edit, paragraph: edit.paragraph + by.texts.length - 1 } : edit;
}

const shiftedAll = (edits: readonly SlideEdit[], by: readonly SlideEdit[]): SlideEdit[] =>
  edits.flatMap((edit) => by.reduce<SlideEdit | undefined>((moved, one) => moved && shifted(moved, one), edit) ?? []);

/** A state with those of some edits that fit it. */
function withFitting(state: DeckState, edits: readonly SlideEdit[]): { state: DeckState; fitting: SlideEdit[] } {
  const fitting: SlideEdit[] = [];
  let next = state;
  for (const edit of edits) {
    try {
      next = applySlideEdit(next, edit);
      fitting.push(edit);
    } catch (error) {
      if (!(error instanceof EditMisfit)) throw error;
    }
  }
  return { state: next, fitting };
}

/** What takes an edit back, in a state before it. */
function inverse({ deck: { slides } }: DeckState, edit: SlideEdit): SlideEdit[] {
  const place = slides.findIndex(({ id }) => id === edit.slide);
  const [slide, next] = [slides[place], slides[place + 1]?.id ?? null];
  if (edit.kind === 'restore') return [{ kind: 'delete', slide: edit.slide }];
  if (slide === undefined) return [];
  switch (edit.kind) {
    case 'text': {
      const known = slide.texts.find((one) => one.shape === edit.shape && sameCell(one.cell, edit.cell));
      return known === undefined ? [] : inverseOfText(edit, known.paragraphs);
    }
    case 'notes':
      return [{ ...edit, text: slide.notes ?? '' }];
    case 'hide':
      return [{ ...edit, hidden: slide.isHidden }];
    case 'move':
      return [{ ...edit, before: next }];
    case 'duplicate':
      return [{ kind: 'delete', slide: edit.id }];
    case 'delete':
      return [{ kind: 'restore', slide: edit.slide, before: next }];
    case 'picture':
      return [{ ...edit, picture: slide.pictures.find(({ shape }) => shape === edit.shape)?.picture ?? '' }];
  }
}

function inverseOfText(edit: TextEdit, paragraphs: readonly string[]): SlideEdit[] {
  const { paragraph: at, texts } = edit;
  const old = paragraphs[at] ?? '';
  if (texts.length > 0) {
    const added = Array.from(
      { length: texts.length - 1 },
      (_, place): SlideEdit => ({ ...edit, paragraph: at + texts.length - 1 - place, texts: [] }),
    );
    return [...added, { ...edit, texts: [old] }];
  }
  const before = paragraphs[at - 1];
  return before === undefined
    ? [{ ...edit, paragraph: 0, texts: [old, paragraphs[1] ?? ''] }]
    : [{ ...edit, paragraph: at - 1, texts: [before, old] }];
}

/** The edits of one window in the one order of its room: what is confirmed, what is on its way, and what takes it back. */
export class SlideOrder {
  /** The number of the last edits that are confirmed. */
  head = 0;
  private readonly window: string;
  private confirmed: DeckState | undefined;
  private shown: DeckState | undefined;
  private sent: Batch<SlideEdit> | undefined;
  private waiting: SlideEdit[] = [];
  private number = 0;
  private undone: Step[] = [];
  private done: Step[] = [];

  constructor(window: string) {
    this.window = window;
  }

  /** The presentation with all that was done here; undefined before it has come. */
  get state(): DeckState | undefined {
    return this.shown;
  }

  get hasPending(): boolean {
    return this.sent !== undefined || this.waiting.length > 0;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** The presentation as the server has it now. */
  filled({ seq, deck, deleted }: DeckNow): void {
    this.head = seq;
    this.confirmed = { deck, deleted };
    this.show();
  }

  /** Edits of the room, in their order; `isMine`: they were made by this person, in this window or another one. */
  received({ seq, origin, edits }: Ordered<SlideEdit>, isMine: boolean): void {
    const isOwn = isMine && origin.window === this.window;
    if (isOwn && this.sent !== undefined && origin.number >= this.sent.origin.number) this.sent = undefined;
    if (seq <= this.head || this.confirmed === undefined) return;
    this.head = seq;
    this.confirmed = withFitting(this.confirmed, edits).state;
    const structural = isOwn ? [] : edits.filter(isStructuralSlideEdit);
    if (structural.length > 0) {
      if (this.sent !== undefined) this.sent.edits = shiftedAll(this.sent.edits, structural);
      this.waiting = shiftedAll(this.waiting, structural);
      for (const step of [...this.done, ...this.undone]) step.edits = shiftedAll(step.edits, structural);
    }
    this.show();
  }

  private show(): void {
    if (this.confirmed === undefined) return;
    this.shown = withFitting(this.confirmed, [...(this.sent?.edits ?? []), ...this.waiting]).state;
  }

  /** Something was done here; false where it does not fit. */
  local(edit: SlideEdit, now = Date.now()): boolean {
    // no room takes it
    if (bytesOf(edit) > maxBytes) return false;
    const back = this.make([edit]);
    if (back === undefined) return false;
    this.undone = [];
    const last = this.done.at(-1);
    const place =
      edit.kind === 'text' && edit.texts.length === 1 ? placeOf(edit) : edit.kind === 'notes' ? `notes ${edit.slide}` : undefined;
    if (place !== undefined && last?.typed?.place === place && now - last.typed.at < pauseMs) last.typed.at = now;
    else this.done = [...this.done, { edits: back, ...(place !== undefined && { typed: { place, at: now } }) }].slice(-mostSteps);
    return true;
  }

  /** Makes edits; answers what takes them back. */
  private make(edits: readonly SlideEdit[]): SlideEdit[] | undefined {
    if (this.shown === undefined) return undefined;
    const back: SlideEdit[] = [];
    let state = this.shown;
    for (const edit of edits) {
      const { state: next, fitting } = withFitting(state, [edit]);
      if (fitting.length === 0) continue;
      back.unshift(...inverse(state, edit));
      state = next;
      this.queue(edit);
    }
    this.shown = state;
    return back.length === 0 ? undefined : back;
  }

  /** The last state of a paragraph that is being typed is enough. */
  private queue(edit: SlideEdit): void {
    const last = this.waiting.at(-1);
    const isRepeated =
      last !== undefined &&
      ((last.kind === 'text' &&
        edit.kind === 'text' &&
        last.texts.length === 1 &&
        edit.texts.length === 1 &&
        placeOf(last) === placeOf(edit)) ||
        (last.kind === 'notes' && edit.kind === 'notes' && last.slide === edit.slide));
    if (isRepeated) this.waiting[this.waiting.length - 1] = edit;
    else this.waiting.push(edit);
  }

  /** Takes back the last step that still can be; answers the slide that it was about. */
  undo(): number | undefined {
    return this.step(this.done, this.undone);
  }

  redo(): number | undefined {
    return this.step(this.undone, this.done);
  }

  private step(from: Step[], to: Step[]): number | undefined {
    for (let step = from.pop(); step !== undefined; step = from.pop()) {
      const back = this.make(step.edits);
      if (back === undefined) continue;
      to.push({ edits: back });
      return step.edits.at(-1)?.slide;
    }
    return undefined;
  }

  /** What is to be sent now: one message is on its way at a time. */
  next(): Batch<SlideEdit> | undefined {
    if (this.sent !== undefined || this.waiting.length === 0) return undefined;
    let [count, bytes] = [0, 0];
    for (const edit of this.waiting.slice(0, maxEditsOfMessage)) {
      bytes += bytesOf(edit);
      if (count > 0 && bytes > maxBytes) break;
      count++;
    }
    const edits = this.waiting.splice(0, count);
    this.sent = { after: this.head, origin: { window: this.window, number: this.number++ }, edits };
    return this.sent;
  }

  /** The room ends the connection again and again for what was sent. */
  refuseSent(): void {
    if (this.sent !== undefined) this.refused(this.sent.origin.number);
  }

  /** What was sent, once more: with what was learnt since. */
  again(): Batch<SlideEdit> | undefined {
    if (this.sent === undefined || this.confirmed === undefined) return this.next();
    const { fitting } = withFitting(this.confirmed, this.sent.edits);
    if (fitting.length === 0) {
      this.sent = undefined;
      this.show();
      return this.next();
    }
    this.sent = { ...this.sent, after: this.head, edits: fitting };
    return this.sent;
  }

  /** What was sent cannot be made. */
  refused(number: number): void {
    if (this.sent?.origin.number !== number) return;
    this.sent = undefined;
    this.show();
  }
}
