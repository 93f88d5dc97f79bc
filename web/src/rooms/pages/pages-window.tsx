import { MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { dressedLater } from '../../ground/ui/dress.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { FindBar } from '../pdf/find-bar.tsx';
import pdf from '../pdf/pdf.module.css';
import { PdfTools } from '../pdf/pdf-tools.tsx';
import { PrintProgress } from '../pdf/print-progress.tsx';
import { usePageKeys } from '../pdf/use-page-keys.ts';
import { phraseOf } from '../viewer/search-words.ts';
import { leftAt, useLeaving } from '../viewer/left-at.ts';
import { CardInstead } from '../viewer/not-shown.ts';
import { PrintButton } from '../viewer/print-button.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { usePane } from '../viewer/viewer-prefs.ts';
import type { WindowProps } from '../viewer/window-props.ts';
import { gap, shownSize, turned } from './page-layout.ts';
import { PageSheet } from './page-sheet.tsx';
import styles from './pages.module.css';
import { type Hit, type PageFind, usePageFind } from './use-page-find.ts';
import { usePagePrinting } from './use-page-printing.ts';
import { type Pages, usePages } from './use-pages.ts';

const PagesSide = dressedLater(() => import('./pages-side.tsx').then((m) => m.PagesSide));

interface PagesProps extends WindowProps {
  /** Tools beside that of the left pane. */
  start?: ReactNode;
  /** The page to begin at, once it is known. */
  first?: number | undefined;
}

/** A document as pictures of its pages, with their text: for whoever may look and not have it, and for scans. */
export function PagesWindow({ view, query, start, first }: PagesProps): ReactNode {
  const [left] = useState(() => leftAt(view));
  const pages = usePages(view.look, left);
  const [side, setSide] = usePane('side');
  const [finding, setFinding] = useState(query.keyword !== undefined);
  const { goTo, words } = pages;
  const show = useCallback(({ page, boxes }: Hit) => goTo(page, boxes[0]), [goTo]);
  const find = usePageFind({ look: view.look, page: pages.state.page, show });
  useFirstFinding(pages, find, query.keyword);
  useFirstPage(pages, first ?? left?.page);
  useLeaving(view, pages.state.phase === 'ready' && pages.sizes.length > 0, pages.state);
  const printing = usePagePrinting({ view, currentRev: query.currentRev, sizes: pages.sizes });
  const session = { goTo, zoomBy: pages.zoomBy, zoomTo: pages.zoomTo, rotate: pages.rotate, find: find.find };
  const state = { ...pages.state, find: find.state };
  usePageKeys(session, state, (wanted) => setFinding(wanted && words));
  const ready = state.phase === 'ready';
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      page={state.phase === 'ready' ? state.page : 0}
      start={<Start {...{ side, setSide, start }} />}
      tools={<PdfTools session={session} state={state} />}
      end={<End words={words} finding={finding} setFinding={setFinding} print={printing.start} ready={ready} />}
      side={side && ready && <Side look={view.look} state={state} goTo={goTo} close={() => setSide(false)} />}
    >
      {finding && words && (
        <FindBar session={session} state={state} start={phraseOf(query.keyword ?? '')} close={() => setFinding(false)} />
      )}
      {pages.error ? (
        <CardInstead view={view} currentRev={query.currentRev} reason={pages.error.message} />
      ) : (
        <Sheets look={view.look} name={view.name} pages={pages} find={find} />
      )}
      <PrintProgress printing={printing} pages={state.pages} />
    </ViewerFrame>
  );
}

interface SideProps {
  look: string;
  state: Pages['state'];
  goTo: Pages['goTo'];
  close: () => void;
}

function Side({ look, state: { page, pages, rotation }, goTo, close }: SideProps): ReactNode {
  return <PagesSide look={look} page={page} pages={pages} rotation={rotation} goTo={goTo} close={close} />;
}

interface StartProps {
  side: boolean;
  setSide: (side: boolean) => void;
  start: ReactNode;
}

function Start({ side, setSide, start }: StartProps): ReactNode {
  const t = useText('viewer');
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
  const t = useText('viewer');
  return (
    <>
      {words && <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={finding} onClick={() => setFinding(!finding)} />}
      <PrintButton print={print} disabled={!ready} />
    </>
  );
}

function Sheets({ look, name, pages, find }: { look: string; name: string; pages: Pages; find: PageFind }): ReactNode {
  const { container, sizes, tops, scale, rotation, range, words, correct } = pages;
  const [first, last] = range;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const widest = sizes.reduce((most, size) => Math.max(most, shownSize(turned(size, rotation), scale).width), 0);
  return (
    <div className={pdf.container} style={{ paddingTop: 0 }} ref={container} tabIndex={0} role="region" aria-label={name}>
      <div className={styles.pages} style={{ height: tops.at(-1) ?? gap, width: widest }}>
        {numbers.map((page) => (
          <PageSheet
            key={page}
            look={look}
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
      </div>
    </div>
  );
}

/** Searches for the word in the address, once, when the pages stand. */
function useFirstFinding({ state: { phase }, words }: Pages, { find }: PageFind, keyword: string | undefined): void {
  const asked = useRef(false);
  useEffect(() => {
    if (phase !== 'ready' || !words || !keyword || asked.current) return;
    asked.current = true;
    find(phraseOf(keyword));
  }, [phase, words, find, keyword]);
}

/** Begins at another page than the first one. */
function useFirstPage({ state: { phase }, goTo }: Pages, first: number | undefined): void {
  const gone = useRef(false);
  useEffect(() => {
    if (phase !== 'ready' || first === undefined || gone.current) return;
    gone.current = true;
    goTo(first);
  }, [phase, first, goTo]);
}
