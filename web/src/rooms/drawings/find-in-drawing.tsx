import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { FindLine } from '../viewer/find-line.tsx';
import type { DrawingModel } from './use-drawing-model.ts';

/** Finds words in the model and on all sheets; Enter goes to the next place, Shift Enter to the one before. */
export function FindInDrawing({ model, close }: { model: DrawingModel; close: () => void }): ReactNode {
  const t = useText('viewer');
  const own = useText('drawings');
  const { words, setWords, hits, hitAt, turnTo, size } = model;
  const ready = size.width > 0;
  const latest = useRef(turnTo);
  latest.current = turnTo;
  // the first place is gone to as soon as there is one
  useEffect(() => {
    if (ready && words.trim() !== '') latest.current(0);
  }, [words, ready]);
  const turn = (by: number): void => {
    if (hits.length > 0) turnTo((hitAt + by + hits.length) % hits.length);
  };
  const leave = (): void => {
    setWords('');
    close();
  };
  return (
    <FindLine
      label={own('findWords')}
      words={words}
      setWords={setWords}
      count={words.trim() !== '' && (hits.length > 0 ? t('countOf', { n: hitAt + 1, m: hits.length }) : t('notFound'))}
      hits={hits.length}
      turn={turn}
      close={leave}
    />
  );
}
