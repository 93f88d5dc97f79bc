import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ListProps } from './list-props.ts';
import type { RowSource } from './row-source.ts';

/** Tells the source which rows are in sight. */
export function useSight<T>(source: RowSource<T>, rows: readonly { index: number }[], lanes = 1): void {
  const from = (rows[0]?.index ?? 0) * lanes;
  const to = ((rows.at(-1)?.index ?? 0) + 1) * lanes - 1;
  const { show } = source;
  useEffect(() => show(from, to), [show, from, to]);
}

interface Scroller {
  scrollToIndex: (index: number, options?: { align?: 'auto' | 'center' | 'start' }) => void;
}

/** Comes back to the remembered scroll when the rows are there, and keeps it up to date. */
export function useScrollMemory<T>(
  scroller: RefObject<HTMLDivElement | null>,
  { source, state, reveal }: Pick<ListProps<T>, 'source' | 'state' | 'reveal'>,
  virtualizer: Scroller,
): void {
  const { scroll } = state;
  const known = source.total !== undefined;
  const memory = useRef(scroll);
  useLayoutEffect(() => {
    memory.current = scroll;
  }, [scroll]);
  useLayoutEffect(() => {
    const top = memory.current.read();
    if (known && top > 0) scroller.current?.scrollTo({ top });
  }, [scroller, known]);
  useEffect(() => {
    if (reveal !== undefined) virtualizer.scrollToIndex(reveal, { align: 'auto' });
  }, [virtualizer, reveal]);
  // Whoever came here by the keyboard goes on with it: the list that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) takeQuietly(scroller.current);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const keep = (): void => memory.current.keep(element.scrollTop);
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [scroller]);
}

/** Takes the focus without a ring around everything: nobody came here by a key. */
function takeQuietly(list: HTMLElement | null): void {
  if (list === null) return;
  list.dataset.quiet = '';
  list.addEventListener('blur', () => delete list.dataset.quiet, { once: true });
  list.focus({ preventScroll: true });
}
