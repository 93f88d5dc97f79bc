import type { OutputOf } from '@dossier/contract/core/route';
import { type PageBox, pagesByToken } from '@dossier/contract/preview/pages';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { type Finding, type Fit, type PdfState, noFinding } from '../pdf/pdf-state.ts';
import type { PagePosition } from '../viewer-preferences.ts';
import { wordsOf } from '../viewer/search-terms.ts';
import { type Size, pageAt, scaleFor, shownSize, sizesOf, topsOf, turned, withinScales } from './page-layout.ts';

export interface Pages {
  container: RefObject<HTMLDivElement | null>;
  sizes: Size[];
  tops: number[];
  scale: number;
  rotation: number;
  /** The rendered pages, those in view with some around them: first and last. */
  range: [first: number, last: number];
  words: boolean;
  state: Omit<PdfState, 'find' | 'document' | 'layers'>;
  error: CallError | null;
  goTo: (page: number, box?: PageBox) => void;
  zoomBy: (steps: number) => void;
  zoomTo: (scale: number | Fit) => void;
  rotate: (step: 90 | -90) => void;
  /** Reports a page whose image has another aspect ratio than announced. */
  correct: (page: number, ratio: number) => void;
}

const step = 1.1;
const around = 1;
/** In a wide window pages fit its width only up to a readable scale. */
const readable = { most: 1.5, instead: 1.25 } as const;
const none: Size = { width: 595, height: 842 };

/** The pages of a preview token: their layout and navigation; rotation and scale are restored. */
export function usePages(previewToken: string, left?: PagePosition): Pages {
  const container = useRef<HTMLDivElement>(null);
  const { facts, sizes, correct } = useSizes(previewToken);
  const [rotation, setRotation] = useState(left?.rotation ?? 0);
  const [fit, setFit] = useState<Fit | undefined>(left === undefined ? 'page-width' : left.fit);
  const [chosen, setChosen] = useState(left === undefined ? 1 : withinScales(left.scale));
  const { box, top } = useBox(container);
  const [page, setPage] = useState(1);
  const widest = useMemo(() => sizes.reduce((most, size) => Math.max(most, turned(size, rotation).width), 1), [sizes, rotation]);
  const fitted = fit && scaleFor(fit, box, { widest, current: turned(sizes[page - 1] ?? none, rotation) });
  const scale = fitted ?? chosen;
  const tops = useMemo(() => topsOf(sizes, { rotation, scale }), [sizes, rotation, scale]);
  const currentPage = pageAt(tops, top + box.height / 3);
  useEffect(() => setPage(currentPage), [currentPage]);
  useSamePlace({ container, tops, top });
  useReadableStart(left === undefined && sizes.length > 0 && box.width > 0, scale, (instead) => {
    setFit(undefined);
    setChosen(instead);
  });
  const zoomTo = (wanted: number | Fit): void => {
    setFit(typeof wanted === 'number' ? undefined : wanted);
    if (typeof wanted === 'number') setChosen(withinScales(wanted));
  };
  const goTo = useCallback(
    (wanted: number, at?: PageBox): void => {
      const number = Math.min(Math.max(1, wanted), Math.max(1, sizes.length));
      const height = shownSize(turned(sizes[number - 1] ?? none, rotation), scale).height;
      const within = at && rotation === 0 ? Math.max(0, at.y * height - 120) : 0;
      container.current?.scrollTo({ top: (tops[number - 1] ?? 0) - 4 + within });
    },
    [sizes, tops, rotation, scale],
  );
  const last = Math.min(sizes.length, pageAt(tops, top + box.height) + around);
  return {
    container,
    sizes,
    tops,
    scale,
    rotation,
    goTo,
    zoomTo,
    correct,
    error: facts.error,
    range: [Math.max(1, pageAt(tops, top) - around), last],
    words: facts.data?.words ?? false,
    state: { phase: facts.data ? 'ready' : 'opening', page, pages: sizes.length, scale, rotation, ...(fit && { fit }) },
    zoomBy: (steps) => zoomTo(scale * step ** steps),
    rotate: (by) => setRotation((rotation + by + 360) % 360),
  };
}

/** The sizes of all pages: as announced, corrected by the aspect ratio of loaded images. */
function useSizes(previewToken: string) {
  const facts = useFacts(previewToken);
  const [corrected, setCorrected] = useState<ReadonlyMap<number, Size>>(new Map());
  const sizes = useMemo(() => sizesOf(facts.data?.sizes ?? []).map((size, at) => corrected.get(at + 1) ?? size), [facts.data, corrected]);
  const correct = useCallback(
    (page: number, ratio: number): void => {
      const size = sizes[page - 1];
      if (size === undefined || Math.abs(size.height / size.width / ratio - 1) < 0.02) return;
      setCorrected((known) => new Map(known).set(page, { width: size.width, height: size.width * ratio }));
    },
    [sizes],
  );
  return { facts, sizes, correct };
}

/** Starts pages that would be huge at a readable scale. */
function useReadableStart(isReady: boolean, scale: number, begin: (scale: number) => void): void {
  const began = useRef(false);
  useEffect(() => {
    if (began.current || !isReady) return;
    began.current = true;
    if (scale > readable.most) begin(readable.instead);
  });
}

const useFacts = (previewToken: string) =>
  useQuery<OutputOf<typeof pagesByToken.pages>, CallError>({
    queryKey: [pagesByToken.pages.path, previewToken],
    queryFn: ({ signal }) => call(pagesByToken.pages, { look: previewToken }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The size of the scroll container, and its scroll position. */
function useBox(container: RefObject<HTMLDivElement | null>): { box: Size; top: number } {
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = (): void => setBox({ width: element.clientWidth, height: element.clientHeight });
    // an observer tells the first size with the next frame, and pages may come before that
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    const scrolled = (): void => setTop(element.scrollTop);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [container]);
  return { box, top };
}

interface Place {
  container: RefObject<HTMLDivElement | null>;
  tops: number[];
  top: number;
}

/** Keeps the current page in place when pages are zoomed or rotated. */
function useSamePlace({ container, tops, top }: Place): void {
  const before = useRef({ tops, top });
  useLayoutEffect(() => {
    const { tops: old, top: from } = before.current;
    if (old !== tops && old.length === tops.length && container.current && from > 0) {
      const page = pageAt(old, from);
      const [start = 0, end = 1] = [old[page - 1], old[page]];
      const [newStart = 0, newEnd = 1] = [tops[page - 1], tops[page]];
      const wanted = newStart + ((from - start) / (end - start)) * (newEnd - newStart);
      if (Math.abs(wanted - container.current.scrollTop) > 1) container.current.scrollTop = wanted;
    }
    before.current = { tops, top };
  }, [container, tops, top]);
}

export interface Hit {
  page: number;
  boxes: PageBox[];
}

export interface PageSearch {
  state: Finding;
  hits: Hit[];
  /** The current hit. */
  current: Hit | undefined;
  find: (query: string, again?: 'next' | 'previous') => void;
}

const typingMs = 200;
const most = 5000;

interface Searching {
  look: string;
  /** The current page: the first hit from there on becomes the current one. */
  page: number;
  show: (hit: Hit) => void;
}

/** Searches the pages of a preview token on the server, part by part, and steps through the hits. */
export function usePageSearch({ look: previewToken, page, show }: Searching): PageSearch {
  const [found, setFound] = useState<{ hits: Hit[]; at: number; finding: Finding }>({ hits: [], at: -1, finding: noFinding });
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ page, show, found });
  latest.current = { page, show, found };
  const mark = useCallback((hits: Hit[], at: number, finding: Finding): void => {
    setFound({ hits, at, finding: { ...finding, current: at + 1, total: hits.length } });
    const hit = hits[at];
    if (hit) latest.current.show(hit);
  }, []);
  const shown = useCallback(
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
      search({ look: previewToken, query, signal: control.signal, told: shown }).catch((error: unknown) => {
        if (control.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setFound({ hits: [], at: -1, finding: { ...noFinding, query, state: 'missing' } });
      });
    },
    [previewToken, mark, shown],
  );
  return { state: found.finding, hits: found.hits, current: found.hits[found.at], find };
}

interface Search {
  look: string;
  query: string;
  signal: AbortSignal;
  told: (hits: Hit[], finding: Finding) => void;
}

async function search({ look: previewToken, query, signal, told: shown }: Search): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, typingMs));
  const finding = (state: Finding['state']): Finding => ({ ...noFinding, query, state });
  const whole = await hitsOf({ look: previewToken, keyword: query, signal, told: (hits) => shown(hits, finding('searching')) });
  const hits = whole.length > 0 ? whole : await wordsApart(previewToken, query, signal);
  if (!signal.aborted) shown(hits, finding(hits.length > 0 ? 'found' : 'missing'));
}

interface HitsRequest {
  look: string;
  keyword: string;
  signal: AbortSignal;
  told?: (hits: Hit[]) => void;
}

async function hitsOf({ look: previewToken, keyword, signal, told: shown }: HitsRequest): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let from: number | undefined = 1; from !== undefined && hits.length < most && !signal.aborted; ) {
    const part: { hits: Hit[]; next?: number | undefined } = await call(
      pagesByToken.find,
      { look: previewToken, keyword, from },
      { quiet: true, signal },
    );
    hits.push(...part.hits);
    from = part.next;
    if (from !== undefined && !signal.aborted) shown?.([...hits]);
  }
  return hits;
}

/** The single words, for documents that do not contain the phrase. */
async function wordsApart(previewToken: string, query: string, signal: AbortSignal): Promise<Hit[]> {
  const all: Hit[] = [];
  for (const keyword of wordsOf(query)) all.push(...(await hitsOf({ look: previewToken, keyword, signal })));
  return all.toSorted((one, other) => one.page - other.page || (one.boxes[0]?.y ?? 0) - (other.boxes[0]?.y ?? 0));
}
