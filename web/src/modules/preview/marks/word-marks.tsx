import { type ReactNode, useEffect, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import type { Box } from './mark-boxes.ts';
import styles from './marks.module.css';
import { type NumberedThread, Pin, boxStyle } from './pin.tsx';
import { rangeOfWords } from './words-in-page.ts';

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

/** Lights up words of a page, where they are in it; looked for whenever the text of the page changes. */
export function WordMarks({ thread, words }: { thread: NumberedThread; words: HTMLElement }): ReactNode {
  const [boxes, setBoxes] = useState<Box[]>([]);
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  const { place } = thread;
  useEffect(() => {
    if (place.kind !== 'words') return undefined;
    const look = (): void => {
      const range = rangeOfWords(words, place);
      setBoxes(range === undefined ? [] : boxesOf(range, words.getBoundingClientRect()));
    };
    look();
    const changes = new MutationObserver(look);
    changes.observe(words, { childList: true });
    return () => changes.disconnect();
  }, [words, place]);
  const [first] = boxes;
  if (first === undefined) return null;
  return (
    <>
      {boxes.map((box) => (
        <i key={`${box.x} ${box.y}`} className={styles.words} style={boxStyle(box)} data-selected={isSelected || undefined} />
      ))}
      <span className={styles.anchor} style={boxStyle({ ...first, width: 0, height: 0 })}>
        <Pin thread={thread} />
      </span>
    </>
  );
}
