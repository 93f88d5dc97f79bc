import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { View } from '../viewer/ask-view.ts';
import { type FrontBox, frontBox } from './front-box.ts';
import styles from './pdf.module.css';

interface FrontProps {
  front: NonNullable<View['front']>;
  /** The page itself is drawn, or something else is seen instead. */
  over: boolean;
}

/** The picture of the first page, where that will stand: it is there sooner than what draws pages. Once over it does not come again. */
export function PdfFront({ front, over }: FrontProps): ReactNode {
  const picture = useRef<HTMLImageElement>(null);
  const [isOver, setOver] = useState(over);
  const [box, setBox] = useState<FrontBox>();
  if (over && !isOver) setOver(true);
  useLayoutEffect(() => {
    const room = picture.current?.parentElement;
    if (!room) return;
    const place = (): void => setBox(frontBox(front, { width: room.clientWidth, height: room.clientHeight }));
    place();
    const resized = new ResizeObserver(place);
    resized.observe(room);
    return () => resized.disconnect();
  }, [front]);
  return !isOver && <img ref={picture} className={styles.front} src={front.url} alt="" style={box} />;
}
