import { AppstoreOutlined, HighlightOutlined, MenuUnfoldOutlined, SearchOutlined, SignatureOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { MarkLayer } from '../marks/comment-marks.tsx';
import { SelectedWords } from '../marks/selected-words.tsx';
import { useShownPlace } from '../shown-place.ts';
import { ReaderContext } from '../reader.ts';
import type { View, WindowProps } from '../view-request.ts';
import { FindBar } from '../viewer/find-bar.tsx';
import { PageTools, usePageKeys } from '../viewer/page-tools.tsx';
import { type PagePosition, lastPosition, usePane, useRememberPosition } from '../viewer-preferences.ts';
import { PrintButton, type PrintJob, PrintProgress, usePrintJob } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { DocumentAction } from '../viewer/share-buttons.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { PagesRegion } from '../viewer-parts.tsx';
import { useNumberedThreads } from '../placed-threads.ts';
import './pdf-pages.css';
import { isChangeable } from './change-rights.ts';
import { drawSheet } from './draw-sheet.ts';
import type { PdfSession } from './pdf-session.ts';
import { type PdfState, type PlaceholderBox, closedPdf, placeholderBox } from './pdf-state.ts';
import styles from './pdf.module.css';

interface Pdf {
  container: RefObject<HTMLDivElement | null>;
  session: PdfSession | undefined;
  state: PdfState;
  mayPrint: boolean;
  mayDownload: boolean;
  /** Starts at the first page, not at the last position. */
  isAtStart: boolean;
  /** Asks for the view once more, and opens it. */
  reload: () => void;
}

const empty = { getState: () => closedPdf, getInitialState: () => closedPdf, subscribe: () => () => undefined };

/** Opens the PDF of a view in the container, and reopens it at the same position when the view has a new address. */
function usePdf(view: View, again: WindowProps['again']): Pdf {
  const t = useText('preview.viewer');
  const container = useRef<HTMLDivElement>(null);
  const [left] = useState(() => lastPosition(view));
  const place = useRef<PagePosition | undefined>(left);
  const label = useRef(t);
  label.current = t;
  const [session, setSession] = useState<PdfSession>();
  const [loss, setLoss] = useState<unknown>();
  // an address that is asked for twice within a second is the same one
  const [turn, setTurn] = useState(0);
  const { streamUrl: url, size } = view;
  useEffect(() => {
    const { current: box } = container;
    if (!box) return;
    const at = place.current;
    let opened: PdfSession | undefined;
    let gone = false;
    const open = async (): Promise<void> => {
      // a separate chunk: the window is visible before the PDF library is loaded
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
  }, [url, size, turn]);
  // a chunk that failed to load is reported by the page's error boundary
  if (loss !== undefined) throw loss;
  const state = useStore(session?.store ?? empty);
  useRememberPosition(view, state.phase === 'ready', state);
  const [mayPrint, mayDownload] = [(view.rights & right.print) !== 0, (view.rights & right.download) !== 0];
  const reload = (): void => void again().then((came) => came && setTurn((before) => before + 1));
  return { container, session, state, mayPrint, mayDownload, isAtStart: left === undefined, reload };
}

interface PrintTerms {
  view: View;
  currentRev: string | undefined;
  document: PDFDocumentProxy | undefined;
}

/** Prints a PDF: its pages are rendered at 150 dpi. */
function usePrinting({ document: pdf, ...printed }: PrintTerms): PrintJob {
  return usePrintJob(printed, async ({ signal, add }) => {
    if (pdf === undefined) return;
    for (let page = 1; page <= pdf.numPages && !signal.aborted; page++) add(await drawSheet(pdf, page));
  });
}

interface FrontProps {
  front: NonNullable<View['front']>;
  /** The page itself is rendered, or replaced by a message. */
  over: boolean;
}

/** The placeholder image of the first page, shown until PDF.js has rendered it. Once removed it does not return. */
function FirstPagePlaceholder({ front: placeholder, over }: FrontProps): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const [isOver, setOver] = useState(over);
  const [box, setBox] = useState<PlaceholderBox>();
  if (over && !isOver) setOver(true);
  useLayoutEffect(() => {
    const containerElement = image.current?.parentElement;
    if (!containerElement) return;
    const place = (): void =>
      setBox(placeholderBox(placeholder, { width: containerElement.clientWidth, height: containerElement.clientHeight }));
    place();
    const resized = new ResizeObserver(place);
    resized.observe(containerElement);
    return () => resized.disconnect();
  }, [placeholder]);
  return !isOver && <img ref={image} className={styles.front} src={placeholder.url} alt="" style={box} />;
}

/** Rarely needed at first, and with large parts of Ant Design. */
const PasswordForm = lazyThemed(() => import('./pdf-not-opened.tsx').then((m) => m.PasswordForm));
const PdfFailureBox = lazyThemed(() => import('./pdf-not-opened.tsx').then((m) => m.PdfFailureBox));
const PdfSide = lazyThemed(() => import('./pdf-side.tsx').then((m) => m.PdfSide));
/** Who reads needs neither. */
const PagesEditor = lazyThemed(() => import('./pages-editor.tsx').then((m) => m.PagesEditor));
const RedactionEditor = lazyThemed(() => import('./redaction-editor.tsx').then((m) => m.RedactionEditor));

const changers = { pages: PagesEditor, redaction: RedactionEditor };

/** Whether the window's own document is shown in its newest revision, and may be changed by who looks. */
function useChangeable(view: View, currentRev: string | undefined): boolean {
  const { isVisitor, partOf } = use(ReaderContext);
  // a phone has no room for the tools, its menu signs as well, and pages are turned there by the finger that would draw
  const phone = useMedia('phone');
  return !phone && !isVisitor && partOf === undefined && currentRev === undefined && isChangeable(view);
}

interface ToggleProps {
  on: boolean;
  toggle: () => void;
}

function SideButton({ on, toggle }: ToggleProps): ReactNode {
  const t = useText('preview.viewer');
  return <ToolButton label={t('pagesAndOutline')} icon={<MenuUnfoldOutlined />} on={on} onClick={toggle} />;
}

function FindButton({ on, toggle }: ToggleProps): ReactNode {
  const t = useText('preview.viewer');
  return <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" on={on} onClick={toggle} />;
}

/** A PDF with its tools, thumbnails and outline at the left, and search. */
export function PdfWindow({ view, query, again }: WindowProps): ReactNode {
  const pdf = usePdf(view, again);
  const { session, state, mayPrint } = pdf;
  const [side, setSide] = usePane('side', view);
  const [finding, setFinding] = useState(query.keyword !== undefined);
  const printing = usePrinting({ view, currentRev: query.currentRev, document: state.document });
  useFirstFinding(pdf, query.keyword);
  const [changing, setChanging] = useState<keyof typeof changers>();
  const isReading = changing === undefined;
  usePageKeys(session, state, setFinding, isReading);
  useShownPlace({ isReady: state.phase === 'ready' && isReading, goTo: session?.goTo, find: session?.find });
  const isOff = state.phase === 'failed';
  const print = <PrintButton print={mayPrint && !isOff ? printing.start : undefined} disabled={state.phase !== 'ready'} />;
  const isOpen = isReading && state.phase === 'ready';
  const { currentRev } = query;
  const closeChange = async (isSaved: boolean): Promise<void> => {
    // a new version comes in a window of its own: what was begun in this one would end with it
    if (isSaved) await again();
    setChanging(undefined);
  };
  const Changer = changing && changers[changing];
  const isPhone = useMedia('phone');
  const sideButton = !isOff && isReading && <SideButton on={side} toggle={() => setSide(!side)} />;
  return (
    <ViewerFrame
      view={view}
      currentRev={query.currentRev}
      page={state.phase === 'ready' ? state.page : 0}
      isAwaited={state.phase !== 'ready' && !isOff}
      start={!isPhone && sideButton}
      tools={!isOff && isReading && <PageTools session={session} state={state} />}
      marking={isReading && !isOff && 'area'}
      end={
        isReading && (
          <>
            {isOpen && <SignButton view={view} currentRev={currentRev} />}
            {!isOff && <FindButton on={finding} toggle={() => setFinding(!finding)} />}
            {print}
          </>
        )
      }
      more={
        <>
          {isPhone && sideButton}
          {isOpen && <ChangeButtons view={view} currentRev={currentRev} open={setChanging} />}
        </>
      }
      side={side && isReading && session && <PdfSide state={state} session={session} close={() => setSide(false)} />}
    >
      {finding && isReading && session && (
        <FindBar session={session} state={state} start={phraseOf(query.keyword ?? '')} close={() => setFinding(false)} />
      )}
      <PdfStage pdf={pdf} name={view.name} front={pdf.isAtStart ? view.front : undefined}>
        <PdfFailureBox failure={state.failure ?? 'broken'} view={view} currentRev={query.currentRev} again={pdf.reload} />
      </PdfStage>
      {Changer && state.document && <Changer view={view} document={state.document} page={state.page} close={closeChange} />}
      <PrintProgress printing={printing} pages={state.pages} />
    </ViewerFrame>
  );
}

interface ChangeProps {
  view: View;
  currentRev: string | undefined;
  open: (how: keyof typeof changers) => void;
}

function ChangeButtons({ view, currentRev, open }: ChangeProps): ReactNode {
  const t = useText('preview.changes');
  if (!useChangeable(view, currentRev)) return null;
  return (
    <>
      <ToolButton label={t('editPages')} icon={<AppstoreOutlined />} onClick={() => open('pages')} />
      <ToolButton label={t('blackOutMode')} icon={<HighlightOutlined />} onClick={() => open('redaction')} />
    </>
  );
}

function SignButton({ view, currentRev }: Omit<ChangeProps, 'open'>): ReactNode {
  const t = useText('preview.changes');
  const mayChange = useChangeable(view, currentRev);
  const [isOpen, setOpen] = useState(false);
  if (!mayChange || (view.rights & right.download) === 0) return null;
  return (
    <>
      <ToolButton label={t('signDots')} word={t('sign')} icon={<SignatureOutlined />} onClick={() => setOpen(true)} />
      {isOpen && <DocumentAction id={view.id} action="signatures.sign" done={() => setOpen(false)} />}
    </>
  );
}

interface StageProps {
  pdf: Pdf;
  name: string;
  front: View['front'];
  children: ReactNode;
}

/** The pages, with an overlay while there are none; `children` is shown instead of a failed document. */
function PdfStage({ pdf, name, front: placeholder, children }: StageProps): ReactNode {
  const { phase, progress, wrongPassword, drawn, page } = pdf.state;
  const isElse = phase === 'password' || phase === 'failed';
  return (
    <>
      <PagesRegion ref={pdf.container} label={name}>
        <div className="pdfViewer" />
        {placeholder && <FirstPagePlaceholder front={placeholder} over={drawn === true || page > 1 || isElse} />}
      </PagesRegion>
      <PdfMarks pdf={pdf} />
      {phase === 'opening' && <Opening progress={progress} />}
      {phase === 'password' && pdf.session && <PasswordForm wrong={wrongPassword ?? false} enter={pdf.session.enterPassword} />}
      {phase === 'failed' && children}
    </>
  );
}

/** The page of an element of the text over a page, and that text. */
function textOfPage(element: Element): { page: number; words: HTMLElement } | undefined {
  const words = element.closest<HTMLElement>('.textLayer');
  const page = Number(words?.closest<HTMLElement>('.page')?.dataset['pageNumber']);
  return words && page > 0 ? { page, words } : undefined;
}

/** The comments over the pages that are rendered, and the offer to comment on selected words. */
function PdfMarks({ pdf: { container, state } }: { pdf: Pdf }): ReactNode {
  const threads = useNumberedThreads();
  return (
    <>
      {[...(state.layers ?? [])].map(([page, { host, words }]) =>
        createPortal(<MarkLayer page={page} threads={threads} rotation={state.rotation} words={words} />, host, String(page)),
      )}
      <SelectedWords container={container} textOf={textOfPage} />
    </>
  );
}

/** Searches for the keyword in the address, once the document is loaded. */
function useFirstFinding({ session, state }: Pdf, keyword: string | undefined): void {
  const wasSearched = useRef(false);
  useEffect(() => {
    if (state.phase !== 'ready' || !session || !keyword || wasSearched.current) return;
    wasSearched.current = true;
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
