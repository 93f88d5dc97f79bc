import { sheets } from '@dossier/contract/sheets';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindLine } from '../viewer/find-line.tsx';
import { useLater } from './use-later.ts';
import type { SheetTarget } from './use-sheet-rows.ts';

interface FindProps {
  target: SheetTarget;
  words: string;
  setWords: (words: string) => void;
  go: (hit: { sheet: number; place: number; column: number }) => void;
  close: () => void;
  /** Raised when the field is asked for again. */
  asked: number;
}

/** The places of a text, and which of them one is at; the first is gone to as soon as it is known. */
function useHits({ target, words, go }: Pick<FindProps, 'target' | 'words' | 'go'>) {
  const settled = useLater(words.trim(), 250);
  const [at, setAt] = useState(0);
  // hits in other sheets do not depend on which one is open, those of an order do
  const terms = {
    look: target.look,
    sheet: target.order ? target.sheet : 0,
    ...(target.order && { order: target.order }),
    keyword: settled,
  };
  const found = useCall(sheets.find, terms, { enabled: settled !== '', staleTime: 300_000 });
  const hits = settled === '' ? [] : (found.data?.hits ?? []);
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    setAt(0);
    const [first] = found.data?.hits ?? [];
    if (first) latest.current(first);
  }, [found.data]);
  const turn = (by: number): void => {
    const next = (at + by + hits.length) % Math.max(1, hits.length);
    const hit = hits[next];
    if (!hit) return;
    setAt(next);
    go(hit);
  };
  return { found, settled, hits, at, turn };
}

/** Finds a text in all sheets while one types; Enter goes to the next place, Shift Enter to the one before. */
export function FindInBook({ target, words, setWords, go, close, asked }: FindProps): ReactNode {
  const t = useText('viewer');
  const own = useText('sheets');
  const { found, settled, hits, at, turn } = useHits({ target, words, go });
  const count = hits.length > 0 ? t('countOf', { n: at + 1, m: `${hits.length}${found.data?.more ? '+' : ''}` }) : '';
  const none = settled !== '' && hits.length === 0 ? t('notFound') : count;
  return (
    <FindLine
      label={own('findInSheets')}
      words={words}
      setWords={setWords}
      count={found.error?.message ?? (found.isLoading && settled !== '' ? '…' : none)}
      hits={hits.length}
      turn={turn}
      close={close}
      asked={asked}
    />
  );
}
