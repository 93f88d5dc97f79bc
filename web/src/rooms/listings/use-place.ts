import { createContext, use, useCallback, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { matching } from '../../ground/page-query.ts';

/** The places that lead to the archive or mail inside, outermost first. */
export const WayInside = createContext<readonly number[]>([]);

const EntryQuery = { entry: matching(/^\d{1,7}(\.\d{1,7}){0,7}$/) };

interface Place {
  /** The file that is open, if any. */
  place: number | undefined;
  open: (place: number) => void;
  leave: () => void;
}

/** Which file of an archive or a mail is open. The address tells it: the browser's way back leads out of the file, and loading anew into it. */
export function usePlace(): Place {
  const go = useGo();
  const { history } = useRouter();
  const way = use(WayInside);
  const { entry } = usePageQuery(EntryQuery);
  const places = entry?.split('.').map(Number) ?? [];
  const isOnWay = way.every((place, level) => places[level] === place);
  const opened = useRef(false);
  const goTo = useCallback(
    (inside: readonly number[], how?: { replace: boolean }): void => {
      const query = Object.fromEntries(new URLSearchParams(location.search));
      go(location.pathname, { ...query, entry: inside.length > 0 ? inside.join('.') : undefined }, how);
    },
    [go],
  );
  const open = useCallback(
    (place: number): void => {
      opened.current = true;
      goTo([...way, place]);
    },
    [goTo, way],
  );
  const leave = useCallback((): void => {
    // who loaded the page inside of it has no way back to the archive
    if (opened.current) history.back();
    else goTo(way, { replace: true });
    opened.current = false;
  }, [goTo, history, way]);
  return { place: isOnWay ? places[way.length] : undefined, open, leave };
}

/** Whether what stands at this way inside is what is seen, and not something in it. */
export function useIsInnermost(inside: readonly number[]): boolean {
  const { entry } = usePageQuery(EntryQuery);
  return entry === inside.join('.');
}
