import { MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { View, WindowProps } from '../view-request.ts';
import { FindBar } from '../viewer/find-bar.tsx';
import { PageTools, usePageKeys } from '../viewer/page-tools.tsx';
import { type PagePosition, lastPosition, usePane, useRememberPosition } from '../viewer/preferences.ts';
import { PrintButton, type PrintJob, PrintProgress, type PrintSheet, usePrintJob } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import './pdf-annotations.css';
import './pdf-pages.css';
import type { PdfSession } from './pdf-session.ts';
import { type PdfState, type PlaceholderBox, closedPdf, placeholderBox } from './pdf-state.ts';
import './pdf-text-layer.css';
import styles from './pdf.module.css';

export interface Pdf {
  container: RefObject<HTMLDivElement | null>;
  session: PdfSession | undefined;
  state: PdfState;
  mayPrint: boolean;
  mayDownload: boolean;
  /** Begins at the first page, not where it was left. */
  isAtStart: boolean;
}

const empty = { getState: () => closedPdf, getInitialState: () => closedPdf, subscribe: () => () => undefined };

/** Opens the PDF of a view in the container, and opens it again at the same place when the view brings a new address. */
export function usePdf(view: View): Pdf {
  const t = useText('preview.viewer');
  const container = useRef<HTMLDivElement>(null);
  const [left] = useState(() => lastPosition(view));
  const place = useRef<PagePosition | undefined>(left);
  const label = useRef(t);
  label.current = t;
  const [session, setSession] = useState<PdfSession>();
  const [loss, setLoss] = useState<unknown>();
  const { streamUrl: url, size } = view;
  useEffect(() => {
    const { current: box } = container;
    if (!box) return;
    const at = place.current;
    let opened: PdfSession | undefined;
    let gone = false;
    const open = async (): Promise<void> => {
      // apart from the window, which is seen sooner than what draws the pages has come
      const { openPdf } = await import('./pdf-session.ts');
      if (gone) return;
      opened = openPdf({ container: box, url, size, labelPage: (page) => label.current('pageN', { count: page }), ...(at && { at }) });
      setSession(opened);
    };
    open().catch(setLoss);
    return () => {
      gone = true;
      const last = opened?.store.getState();
      if (last && last.pages > 0) place.current = last;
      opened?.close();
    };
  }, [url, size]);
  // a piece of the client that did not come is told of as everywhere
  if (loss !== undefined) throw loss;
  const state = useStore(session?.store ?? empty);
  useRememberPosition(view, state.phase === 'ready', state);
  const [mayPrint, mayDownload] = [(view.rights & right.print) !== 0, (view.rights & right.download) !== 0];
  return { container, session, state, mayPrint, mayDownload, isAtStart: left === undefined };
}

interface PrintTerms {
  view: View;
  currentRev: string | undefined;
  document: PDFDocumentProxy | undefined;
}

const dotsPerInch = 150;
const pointsPerInch = 72;

/** Prints a PDF: its pages are drawn at 150 dots an inch. */
export function usePrinting({ document: pdf, ...printed }: PrintTerms): PrintJob {
  return usePrintJob(printed, async ({ signal, add }) => {
    if (pdf === undefined) return;
    for (let page = 1; page <= pdf.numPages && !signal.aborted; page++) add(await drawSheet(pdf, page));
  });
}

async function drawSheet(pdf: PDFDocumentProxy, number: number): Promise<PrintSheet> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((answer) => canvas.toBlob(answer));
  canvas.width = 0;
  canvas.height = 0;
  if (!blob) throw new Error('the browser gave no picture of a page');
  return { url: URL.createObjectURL(blob), width, height };
}

interface FrontProps {
  front: NonNullable<View['front']>;
  /** The page itself is drawn, or something else is seen instead. */
  over: boolean;
}

/** The picture of the first page, where that will stand: it is there sooner than what draws pages. Once over it does not come again. */
export function FirstPagePlaceholder({ front, over }: FrontProps): ReactNode {
  const picture = useRef<HTMLImageElement>(null);
  const [isOver, setOver] = useState(over);
  const [box, setBox] = useState<PlaceholderBox>();
  if (over && !isOver) setOver(true);
  useLayoutEffect(() => {
    const room = picture.current?.parentElement;
    if (!room) return;
    const place = (): void => setBox(placeholderBox(front, { width: room.clientWidth, height: room.clientHeight }));
    place();
    const resized = new ResizeObserver(place);
    resized.observe(room);
    return () => resized.disconnect();
  }, [front]);
  return !isOver && <img ref={picture} className={styles.front} src={front.url} alt="" style={box} />;
}

/** What few need at once, with the large parts of the toolkit that these stand on. */
const PasswordForm = lazyThemed(() => import('./pdf-not-opened.tsx').then((m) => m.PasswordForm));
const PdfFailureBox = lazyThemed(() => import('./pdf-not-opened.tsx').then((m) => m.PdfFailureBox));
const PdfSide = lazyThemed(() => import('./pdf-side.tsx').then((m) => m.PdfSide));

/** A PDF with its tools, its pages and outline at the left, and the search over it. */
export function PdfWindow({ view, query, again }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const pdf = usePdf(view);
  const { session, state, mayPrint } = pdf;
  const [side, setSide] = usePane('side');
  const [finding, setFinding] = useState(query.keyword !== undefined);
  const printing = usePrinting({ view, currentRev: query.currentRev, document: state.document });
  useFirstFinding(pdf, query.keyword);
  usePageKeys(session, state, setFinding);
  const isOff = state.phase === 'failed';
  const print = <PrintButton print={mayPrint && !isOff ? printing.start : undefined} disabled={state.phase !== 'ready'} />;
  const find = !isOff && (
    <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={finding} onClick={() => setFinding(!finding)} />
  );
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      page={state.phase === 'ready' ? state.page : 0}
      start={!isOff && <ToolButton label={t('pagesAndOutline')} icon={<MenuUnfoldOutlined />} on={side} onClick={() => setSide(!side)} />}
      tools={!isOff && <PageTools session={session} state={state} />}
      end={
        <>
          {find}
          {print}
        </>
      }
      side={side && session && <PdfSide state={state} session={session} close={() => setSide(false)} />}
    >
      {finding && session && (
        <FindBar session={session} state={state} start={phraseOf(query.keyword ?? '')} close={() => setFinding(false)} />
      )}
      <PdfStage pdf={pdf} name={view.name} front={pdf.isAtStart ? view.front : undefined}>
        <PdfFailureBox failure={state.failure ?? 'broken'} view={view} currentRev={query.currentRev} again={again} />
      </PdfStage>
      <PrintProgress printing={printing} pages={state.pages} />
    </ViewerFrame>
  );
}

interface StageProps {
  pdf: Pdf;
  name: string;
  front: View['front'];
  children: ReactNode;
}

/** The pages, and what lies over them while there are none; `children` is for a document that cannot be shown. */
function PdfStage({ pdf, name, front, children }: StageProps): ReactNode {
  const { phase, progress, wrongPassword, drawn, page } = pdf.state;
  const isElse = phase === 'password' || phase === 'failed';
  return (
    <>
      <div className={styles.container} ref={pdf.container} tabIndex={0} role="region" aria-label={name}>
        <div className="pdfViewer" />
        {front && <FirstPagePlaceholder front={front} over={drawn === true || page > 1 || isElse} />}
      </div>
      {phase === 'opening' && <Opening progress={progress} />}
      {phase === 'password' && pdf.session && <PasswordForm wrong={wrongPassword ?? false} enter={pdf.session.enterPassword} />}
      {phase === 'failed' && children}
    </>
  );
}

/** Searches for the word in the address, once, when the document stands. */
function useFirstFinding({ session, state }: Pdf, keyword: string | undefined): void {
  const asked = useRef(false);
  useEffect(() => {
    if (state.phase !== 'ready' || !session || !keyword || asked.current) return;
    asked.current = true;
    session.find(phraseOf(keyword));
  }, [state.phase, session, keyword]);
}

function Opening({ progress }: { progress: number | undefined }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <div className={styles.opening} role="status" aria-label={t('loading')}>
      <div className={styles.read} style={{ width: `${Math.round((progress ?? 0.05) * 100)}%` }} />
    </div>
  );
}
