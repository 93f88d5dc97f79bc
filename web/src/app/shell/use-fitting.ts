import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What the button of the rest takes, before it stands there. */
const least = 96;

interface Fitting {
  box: RefObject<HTMLElement | null>;
  /** How many links from the first one stand in the row. */
  count: number;
  /** What all of them together would take, in pixels. */
  natural: number | undefined;
}

const widthOf = (part: Element): number => part.getBoundingClientRect().width;

/** How many links of a row find room in it beside the button of the rest; measured anew where its size or `words` change. */
export function useFitting(words: string): Fitting {
  const box = useRef<HTMLElement>(null);
  const [found, setFound] = useState<{ count: number; natural: number }>();
  useLayoutEffect(() => {
    const row = box.current;
    if (row === null) return;
    const links = [...row.querySelectorAll('a')];
    const rest = row.querySelector('button');
    const measure = (): void => {
      const natural = Math.ceil(links.reduce((sum, link) => sum + widthOf(link), 0));
      const width = Math.ceil(widthOf(row));
      let room = natural <= width ? natural : width - Math.max(least, rest === null ? 0 : widthOf(rest));
      const over = links.findIndex((link) => (room -= widthOf(link)) < 0);
      const count = over < 0 ? links.length : over;
      setFound((before) => (before?.count === count && before.natural === natural ? before : { count, natural }));
    };
    const watch = new ResizeObserver(measure);
    for (const part of [row, rest, ...links]) if (part !== null) watch.observe(part);
    measure();
    return () => watch.disconnect();
  }, [words]);
  return { box, count: found?.count ?? Number.POSITIVE_INFINITY, natural: found?.natural };
}
