import { MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { type PagePiece, pagesByToken } from '@dossier/contract/preview/pages';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, memo, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { LazySpinner, lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { MarkLayer } from '../marks/comment-marks.tsx';
import { SelectedWords } from '../marks/selected-words.tsx';
import { useShownPlace } from '../shown-place.ts';
import type { View, WindowProps } from '../view-request.ts';
import { FindBar } from '../viewer/find-bar.tsx';
import { PageTools, usePageKeys } from '../viewer/page-tools.tsx';
import { lastPosition, usePane, useRememberPosition } from '../viewer-preferences.ts';
import { PrintButton, type PrintJob, PrintProgress, loadPicture, usePrintJob } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { CardInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { useNumberedThreads } from '../placed-threads.ts';
import { type Size, gap, shownSize, turned } from './page-layout.ts';
import { PageScroller, PageSheet, PageState } from './page-parts.tsx';
import styles from './pages.module.css';
import { type Hit, type PageSearch, type Pages, usePageSearch, usePages } from './use-pages.ts';

const printWidth = 1600;

/** Prints the page images that the server renders for printing. */
function usePagePrinting({ sizes, ...printed }: { view: View; currentRev: string | undefined; sizes: Size[] }): PrintJob {
  return usePrintJob(printed, async ({ look: previewToken, signal, add }) => {
    for (const [at, size] of sizes.entries()) {
      if (signal.aborted) return;
      const url = `/look/page/${previewToken}/${at + 1}?width=${printWidth}`;
      await loadPicture(url);
      add({ url, ...size });
    }
  });
}

interface PageViewProps {
  look: string;
  page: number;
  top: number;
  /** In CSS pixels, before rotation. */
  size: Size;
  rotation: number;
  words: boolean;
  hits: Hit[];
  current: Hit | undefined;
  correct: (page: number, ratio: number) => void;
}

/** A page: its image, its search hits, and its text layer. */
function PageView({ look: previewToken, page, top, size, rotation, words, hits, current, correct }: PageViewProps): ReactNode {
  const t = useText('preview.viewer');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const late = useDelayed(state === 'loading', 300);
  const wanted = Math.ceil(size.width * Math.min(2, devicePixelRatio));
  return (
    <PageSheet page={page} label={t('pageN', { count: page })} top={top} size={turned(size, rotation)}>
      <div
        className={styles.upright}
        style={{ width: size.width, height: size.height, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
      >
        <img
          src={`/look/page/${previewToken}/${page}?width=${widthOf(wanted)}`}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setState('shown');
            correct(page, naturalHeight / naturalWidth);
          }}
          onError={() => setState('failed')}
        />
        {hits.flatMap((hit) =>
          hit.boxes.map((box) => (
            <i
              key={`${box.x} ${box.y}`}
              className={hit === current ? styles.current : styles.hit}
              style={{
                left: `${box.x * 100}%`,
                top: `${box.y * 100}%`,
                width: `${box.width * size.width}px`,
                height: `${box.height * size.height}px`,
                ...(box.turn && { transform: `rotate(${box.turn}deg)` }),
              }}
            />
          )),
        )}
        {words && <Words look={previewToken} page={page} width={size.width} height={size.height} />}
      </div>
      <PageMarks page={page} rotation={rotation} />
      {late && (
        <PageState>
          <LazySpinner label={t('loading')} />
        </PageState>
      )}
      {state === 'failed' && <PageState>{t('pageFailed')}</PageState>}
    </PageSheet>
  );
}

/** The comments over a page. */
function PageMarks({ page, rotation }: { page: number; rotation: number }): ReactNode {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const threads = useNumberedThreads();
  return (
    <div ref={setLayer} className={styles.marks}>
      <MarkLayer
        page={page}
        threads={threads}
        rotation={rotation}
        words={layer?.parentElement?.querySelector<HTMLElement>('[data-words]')}
      />
    </div>
  );
}

/** The page of an element of the text over a page, and that text. */
function textOfPage(element: Element): { page: number; words: HTMLElement } | undefined {
  const words = element.closest<HTMLElement>('[data-words]');
  const page = Number(words?.closest<HTMLElement>('[data-page]')?.dataset['page']);
  return words && page > 0 ? { page, words } : undefined;
}

/** Few widths, so that small zoom steps request no new image. */
const widthOf = (wanted: number): number => [240, 900, 1600].find((width) => width >= wanted) ?? 2400;

const Words = memo(function Words({
  look: previewToken,
  page,
  width,
  height,
}: {
  look: string;
  page: number;
  width: number;
  height: number;
}): ReactNode {
  const words = useQuery({
    queryKey: [pagesByToken.words.path, previewToken, page],
    queryFn: ({ signal }) => call(pagesByToken.words, { look: previewToken, page }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  return (
    <div className={styles.words} data-words>
      {words.data?.pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a page never change their places
        <Piece key={at} piece={piece} width={width} height={height} />
      ))}
    </div>
  );
});

let measure: CanvasRenderingContext2D | null | undefined;
const measured = 100;

/** The width of a text at a font size of one pixel. */
function widthOfText(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (!measure) return 0;
  measure.font = `${measured}px sans-serif`;
  return measure.measureText(text).width / measured;
}

function Piece({ piece, width, height }: { piece: PagePiece; width: number; height: number }): ReactNode {
  const text = piece.text.replace(/\n$/, '');
  const size = piece.height * height;
  const natural = widthOfText(text) * size;
  const stretch = natural > 0 ? (piece.width * width) / natural : 1;
  return (
    <>
      <span
        style={{
          left: `${piece.x * 100}%`,
          top: `${piece.y * 100}%`,
          fontSize: size,
          transform: `${piece.turn ? `rotate(${piece.turn}deg) ` : ''}scaleX(${stretch})`,
        }}
      >
        {text}
      </span>
      {piece.text.endsWith('\n') && <br />}
    </>
  );
}

const PagesSide = lazyThemed(() => import('./pages-side.tsx').then((m) => m.PagesSide));

interface PagesProps extends WindowProps {
  /** Tools beside that of the left pane. */
  start?: ReactNode;
  /** The first page to show, once it is known. */
  first?: number | undefined;
}

/** A document as page images with a text layer: for users without the right to the original, and for scans. */
export function PagesWindow({ view, query, start, first }: PagesProps): ReactNode {
  const [left] = useState(() => lastPosition(view));
  const pages = usePages(view.look, left);
  const [side, setSide] = usePane('side', view);
  const [finding, setFinding] = useState(query.keyword !== undefined);
  const { goTo, words } = pages;
  const show = useCallback(({ page, boxes }: Hit) => goTo(page, boxes[0]), [goTo]);
  const find = usePageSearch({ look: view.look, page: pages.state.page, show });
  useFirstFinding(pages, find, query.keyword);
  useFirstPage(pages, first ?? left?.page);
  useRememberPosition(view, pages.state.phase === 'ready' && pages.sizes.length > 0, pages.state);
  const printing = usePagePrinting({ view, currentRev: query.currentRev, sizes: pages.sizes });
  const session = { goTo, zoomBy: pages.zoomBy, zoomTo: pages.zoomTo, rotate: pages.rotate, find: find.find };
  const state = { ...pages.state, find: find.state };
  usePageKeys(session, state, (wanted) => setFinding(wanted && words));
  const ready = state.phase === 'ready';
  useShownPlace({ isReady: ready, goTo, find: find.find });
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      page={state.phase === 'ready' ? state.page : 0}
      isAwaited={!ready && !pages.error}
      start={<Start {...{ side, setSide, start }} />}
      tools={<PageTools session={session} state={state} />}
      marking={ready && 'area'}
      end={<End words={words} finding={finding} setFinding={setFinding} print={printing.start} ready={ready} />}
      side={side && ready && <Side look={view.look} state={state} sizes={pages.sizes} goTo={goTo} close={() => setSide(false)} />}
    >
      {finding && words && (
        <FindBar session={session} state={state} start={phraseOf(query.keyword ?? '')} close={() => setFinding(false)} />
      )}
      {pages.error ? (
        <CardInstead view={view} currentRev={query.currentRev} reason={pages.error.message} />
      ) : (
        <Sheets look={view.look} name={view.name} pages={pages} find={find} />
      )}
      <SelectedWords container={pages.container} textOf={textOfPage} />
      <PrintProgress printing={printing} pages={state.pages} />
    </ViewerFrame>
  );
}

interface SideProps {
  look: string;
  state: Pages['state'];
  sizes: Size[];
  goTo: Pages['goTo'];
  close: () => void;
}

function Side({ look: previewToken, state: { page, rotation }, sizes, goTo, close }: SideProps): ReactNode {
  return <PagesSide look={previewToken} page={page} sizes={sizes} rotation={rotation} goTo={goTo} close={close} />;
}

interface StartProps {
  side: boolean;
  setSide: (side: boolean) => void;
  start: ReactNode;
}

function Start({ side, setSide, start }: StartProps): ReactNode {
  const t = useText('preview.viewer');
  return (
    <>
      <ToolButton label={t('pagesAndOutline')} icon={<MenuUnfoldOutlined />} on={side} onClick={() => setSide(!side)} />
      {start}
    </>
  );
}

interface EndProps {
  words: boolean;
  finding: boolean;
  setFinding: (finding: boolean) => void;
  print: (() => void) | undefined;
  ready: boolean;
}

function End({ words, finding, setFinding, print, ready }: EndProps): ReactNode {
  const t = useText('preview.viewer');
  return (
    <>
      {words && <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={finding} onClick={() => setFinding(!finding)} />}
      <PrintButton print={print} disabled={!ready} />
    </>
  );
}

function Sheets({ look: previewToken, name, pages, find }: { look: string; name: string; pages: Pages; find: PageSearch }): ReactNode {
  const { container, sizes, tops, scale, rotation, range, words, correct } = pages;
  const [first, last] = range;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const widest = sizes.reduce((most, size) => Math.max(most, shownSize(turned(size, rotation), scale).width), 0);
  return (
    <PageScroller label={name} ref={container} extent={{ height: tops.at(-1) ?? gap, width: widest }}>
      {numbers.map((page) => (
        <PageView
          key={page}
          look={previewToken}
          page={page}
          top={tops[page - 1] ?? 0}
          size={shownSize(sizes[page - 1] ?? { width: 1, height: 1 }, scale)}
          rotation={rotation}
          words={words}
          hits={find.hits.filter((hit) => hit.page === page)}
          current={find.current}
          correct={correct}
        />
      ))}
    </PageScroller>
  );
}

/** Searches for the keyword in the address, once the pages are loaded. */
function useFirstFinding({ state: { phase }, words }: Pages, { find }: PageSearch, keyword: string | undefined): void {
  const wasSearched = useRef(false);
  useEffect(() => {
    if (phase !== 'ready' || !words || !keyword || wasSearched.current) return;
    wasSearched.current = true;
    find(phraseOf(keyword));
  }, [phase, words, find, keyword]);
}

/** Starts at another page than the first. */
function useFirstPage({ state: { phase }, goTo }: Pages, first: number | undefined): void {
  const gone = useRef(false);
  useEffect(() => {
    if (phase !== 'ready' || first === undefined || gone.current) return;
    gone.current = true;
    goTo(first);
  }, [phase, first, goTo]);
}
