import { useState } from 'react';
import type { TemplateDraft } from '../templates/template-draft.ts';

interface History {
  past: TemplateDraft[];
  now: TemplateDraft;
  future: TemplateDraft[];
  /** What was changed last: typing into one field is undone at once. */
  last: string | undefined;
}

const mostKept = 100;

export interface DraftHistory {
  draft: TemplateDraft;
  isChanged: boolean;
  /** Changes with the same `what` after one another are one step. */
  change: (changes: Partial<TemplateDraft>, what?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** A template while it is edited, with what undoes and redoes changes. */
export function useTemplateDraft(given: TemplateDraft): DraftHistory {
  const [before] = useState(given);
  const [history, setHistory] = useState<History>({ past: [], now: before, future: [], last: undefined });
  const { past, now, future } = history;
  const change: DraftHistory['change'] = (changes, what) =>
    setHistory((known) => ({
      past: what !== undefined && what === known.last ? known.past : [...known.past.slice(-mostKept), known.now],
      now: { ...known.now, ...changes },
      future: [],
      last: what,
    }));
  const undo = (): void =>
    setHistory((known) => {
      const previous = known.past.at(-1);
      if (previous === undefined) return known;
      return { past: known.past.slice(0, -1), now: previous, future: [known.now, ...known.future], last: undefined };
    });
  const redo = (): void =>
    setHistory((known) => {
      const [next, ...rest] = known.future;
      return next === undefined ? known : { past: [...known.past, known.now], now: next, future: rest, last: undefined };
    });
  return {
    draft: now,
    isChanged: now !== before,
    change,
    undo: past.length > 0 ? undo : undefined,
    redo: future.length > 0 ? redo : undefined,
  };
}
