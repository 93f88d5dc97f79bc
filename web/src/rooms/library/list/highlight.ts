import { create } from 'zustand';

interface Highlight {
  /** An item that the open list is to bring into sight as soon as it has it. */
  id: string | undefined;
  /** Whether it is selected too. Somebody who has just made it may want to make the next one. */
  select: boolean;
  /** An item that was just made, and stands out for a moment. */
  fresh: string | undefined;
}

export const useHighlight = create<Highlight>(() => ({ id: undefined, select: true, fresh: undefined }));

/** Selects an item in the open list, and brings it into sight. */
export const highlight = (id: string | undefined): void => useHighlight.setState({ id, select: true });

const moment = 2500;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Brings what was just made into sight, and lets it stand out for a moment without being selected. */
export function presentNew(id: string): void {
  clearTimeout(timer);
  useHighlight.setState({ id, select: false, fresh: id });
  timer = setTimeout(() => useHighlight.setState({ fresh: undefined }), moment);
}
