import { type RefObject, useRef } from 'react';
import type { ListProps } from './list-props.ts';
import { cover, nothing, type Selection } from './selection.ts';
import { type Box, useMarquee } from './use-marquee.ts';

/** Selects what a marquee covers. */
export function useMarqueeSelection<T extends { id: string }>(
  scroller: RefObject<HTMLDivElement | null>,
  { state, source }: Pick<ListProps<T>, 'state' | 'source'>,
  covered: (box: Box) => number[],
): ReturnType<typeof useMarquee> {
  const before = useRef<Selection>(nothing);
  return useMarquee({
    scroller,
    begin: (add) => {
      before.current = add ? state.selection : nothing;
    },
    over: (box) => state.select(cover(before.current, covered(box), (at) => source.rowAt(at)?.id)),
  });
}
