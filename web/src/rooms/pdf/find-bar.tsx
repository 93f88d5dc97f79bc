import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { FindLine } from '../viewer/find-line.tsx';
import type { PageMoves } from './pdf-session.ts';
import type { PageState } from './pdf-state.ts';

interface FindBarProps {
  session: Pick<PageMoves, 'find'>;
  state: Pick<PageState, 'find'>;
  start: string;
  close: () => void;
}

/** Searches the pages of a document. */
export function FindBar({ session, state: { find }, start, close }: FindBarProps): ReactNode {
  const t = useText('viewer');
  const [words, setWords] = useState(start);
  const latest = useRef(session);
  latest.current = session;
  useEffect(() => () => latest.current.find(''), []);
  const typed = (text: string): void => {
    setWords(text);
    session.find(text);
  };
  const at = find.total > 0 ? t('countOf', { n: find.current, m: find.total }) : find.state === 'searching' ? '…' : '';
  return (
    <FindLine
      label={t('findInDocument')}
      words={words}
      setWords={typed}
      count={find.state === 'missing' ? t('notFound') : at}
      hits={find.total}
      turn={(by) => session.find(words, by > 0 ? 'next' : 'previous')}
      close={close}
      autoFocus={start === ''}
    />
  );
}
