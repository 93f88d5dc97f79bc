import { type PageBox, pageLooks } from '@dossier/contract/page-looks';
import { useCallback, useRef, useState } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { type Finding, noFinding } from '../pdf/pdf-state.ts';
import { wordsOf } from '../viewer/search-words.ts';

export interface Hit {
  page: number;
  boxes: PageBox[];
}

export interface PageFind {
  state: Finding;
  hits: Hit[];
  /** The marked one. */
  current: Hit | undefined;
  find: (query: string, again?: 'next' | 'previous') => void;
}

const typingMs = 200;
const most = 5000;

interface Searching {
  look: string;
  /** The page that is read now: the first hit from there on is marked. */
  page: number;
  show: (hit: Hit) => void;
}

/** Searches the pages of a look on the server, part by part, and goes from hit to hit. */
export function usePageFind({ look, page, show }: Searching): PageFind {
  const [found, setFound] = useState<{ hits: Hit[]; at: number; finding: Finding }>({ hits: [], at: -1, finding: noFinding });
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ page, show, found });
  latest.current = { page, show, found };
  const mark = useCallback((hits: Hit[], ...[at, finding]: [number, Finding]): void => {
    setFound({ hits, at, finding: { ...finding, current: at + 1, total: hits.length } });
    const hit = hits[at];
    if (hit) latest.current.show(hit);
  }, []);
  const told = useCallback(
    (hits: Hit[], finding: Finding): void => {
      const { at } = latest.current.found;
      const first = hits.findIndex((hit) => hit.page >= latest.current.page);
      if (at >= 0 || hits.length === 0) setFound({ hits, at, finding: { ...finding, current: at + 1, total: hits.length } });
      else mark(hits, Math.max(0, first), finding);
    },
    [mark],
  );
  const find = useCallback(
    (query: string, again?: 'next' | 'previous'): void => {
      const { hits, at, finding } = latest.current.found;
      if (again && query === finding.query && hits.length > 0) {
        mark(hits, (at + (again === 'next' ? 1 : -1) + hits.length) % hits.length, finding);
        return;
      }
      if (query === finding.query && query !== '') return;
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const empty = query.trim() === '';
      setFound({ hits: [], at: -1, finding: empty ? noFinding : { ...noFinding, query, state: 'searching' } });
      if (empty) return;
      search({ look, query, signal: control.signal, told }).catch((error: unknown) => {
        if (control.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setFound({ hits: [], at: -1, finding: { ...noFinding, query, state: 'missing' } });
      });
    },
    [look, mark, told],
  );
  return { state: found.finding, hits: found.hits, current: found.hits[found.at], find };
}

interface Search {
  look: string;
  query: string;
  signal: AbortSignal;
  told: (hits: Hit[], finding: Finding) => void;
}

async function search({ look, query, signal, told }: Search): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, typingMs));
  const finding = (state: Finding['state']): Finding => ({ ...noFinding, query, state });
  const whole = await hitsOf({ look, keyword: query, signal, told: (hits) => told(hits, finding('searching')) });
  const hits = whole.length > 0 ? whole : await wordsApart(look, query, signal);
  if (!signal.aborted) told(hits, finding(hits.length > 0 ? 'found' : 'missing'));
}

interface Asked {
  look: string;
  keyword: string;
  signal: AbortSignal;
  told?: (hits: Hit[]) => void;
}

async function hitsOf({ look, keyword, signal, told }: Asked): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let from: number | undefined = 1; from !== undefined && hits.length < most && !signal.aborted; ) {
    const part: { hits: Hit[]; next?: number | undefined } = await call(pageLooks.find, { look, keyword, from }, { quiet: true, signal });
    hits.push(...part.hits);
    from = part.next;
    if (from !== undefined && !signal.aborted) told?.([...hits]);
  }
  return hits;
}

/** The words one by one, for documents that do not hold them side by side. */
async function wordsApart(look: string, query: string, signal: AbortSignal): Promise<Hit[]> {
  const all: Hit[] = [];
  for (const keyword of wordsOf(query)) all.push(...(await hitsOf({ look, keyword, signal })));
  return all.toSorted((one, other) => one.page - other.page || (one.boxes[0]?.y ?? 0) - (other.boxes[0]?.y ?? 0));
}
