import { useEffect, useRef } from 'react';
import type { RowSource } from './row-source.ts';
import type { Selection } from './selection.ts';

/** Keeps the keyboard on its row while rows come and go around it; where the row itself is gone, on the one that took its place. */
export function useFocusRow<T extends { id: string }>(
  source: RowSource<T>,
  selection: Selection,
  select: (next: (before: Selection) => Selection) => void,
): void {
  const stands = useRef<{ index: number; id: string | undefined }>({ index: -1, id: undefined });
  useEffect(() => {
    const { focus, anchor } = selection;
    const { total = 0 } = source;
    const id = source.rowAt(focus)?.id;
    const before = stands.current;
    if (focus < 0 || focus !== before.index || before.id === undefined || total === 0) {
      stands.current = { index: focus, id };
      return;
    }
    // a row that is still being read may be the same one
    if (id === before.id || (id === undefined && focus < total)) return;
    const first = anchor < 0 ? focus : Math.min(anchor, focus);
    const next = source.find(before.id)?.index ?? Math.min(first, total - 1);
    stands.current = { index: next, id: source.rowAt(next)?.id };
    if (next !== focus) select((now) => ({ ...now, focus: next, anchor: next }));
  }, [source, selection, select]);
}
