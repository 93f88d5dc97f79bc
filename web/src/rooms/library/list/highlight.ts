import { create } from 'zustand';

interface Highlight {
  /** An item that the open list is to bring into sight as soon as it has it. */
  id: string | undefined;
  /** Whether it is selected too. Somebody who has just made it may want to make the next one. */
  select: boolean;
  /** Items that were just made or put here, and stand out for a moment. */
  fresh: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const useHighlight = create<Highlight>(() => ({ id: undefined, select: true, fresh: none }));

/** Selects an item in the open list, and brings it into sight. */
export const highlight = (id: string | undefined): void => useHighlight.setState({ id, select: true });

const moment = 2500;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Brings the first of what was just made into sight, and lets all of it stand out for a moment without being selected. */
export function presentNew(ids: readonly string[]): void {
  if (ids.length === 0) return;
  clearTimeout(timer);
  useHighlight.setState({ id: ids[0], select: false, fresh: new Set(ids) });
  timer = setTimeout(() => useHighlight.setState({ fresh: none }), moment);
}
