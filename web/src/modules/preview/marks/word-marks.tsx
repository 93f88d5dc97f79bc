import { type ReactNode, useEffect, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import type { Box } from './mark-boxes.ts';
import styles from './marks.module.css';
import type { NumberedThread } from '../placed-threads.ts';
import { Pin, boxStyle } from './pin.tsx';
import { lettersOf, rangeOfWords } from '../words-in-page.ts';

/** The lines of some words on their page, in parts of it. */
function boxesOf(range: Range, page: DOMRect): Box[] {
  return [...range.getClientRects()]
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({
      x: (left - page.left) / page.width,
      y: (top - page.top) / page.height,
      width: width / page.width,
      height: height / page.height,
    }));
}

interface Found {
  thread: NumberedThread;
  boxes: Box[];
}

/** Where the words of some threads are on a page; those that it has not are left out. */
function findAll(threads: readonly NumberedThread[], words: HTMLElement): Found[] {
  const letters = lettersOf(words);
  const page = words.getBoundingClientRect();
  return threads.flatMap((thread) => {
    const range = thread.place.kind === 'words' ? rangeOfWords(letters, thread.place) : undefined;
    const boxes = range === undefined ? [] : boxesOf(range, page);
    return boxes.length === 0 ? [] : [{ thread, boxes }];
  });
}

/** Lights up the words of threads on a page, where they are in it; looked for whenever the text of the page changes. */
export function WordMarks({ threads, words }: { threads: readonly NumberedThread[]; words: HTMLElement }): ReactNode {
  const [found, setFound] = useState<Found[]>([]);
  useEffect(() => {
    const look = (): void => setFound(findAll(threads, words));
    look();
    const changes = new MutationObserver(look);
    changes.observe(words, { childList: true });
    return () => changes.disconnect();
  }, [words, threads]);
  return found.map((one) => <WordMark key={one.thread.id} {...one} />);
}

function WordMark({ thread, boxes: [first, ...more] }: Found): ReactNode {
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  if (first === undefined) return null;
  return (
    <>
      {[first, ...more].map((box) => (
        <i key={`${box.x} ${box.y}`} className={styles.words} style={boxStyle(box)} data-selected={isSelected || undefined} />
      ))}
      <span className={styles.anchor} style={boxStyle({ ...first, width: 0, height: 0 })}>
        <Pin thread={thread} />
      </span>
    </>
  );
}
