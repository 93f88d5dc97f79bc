import { EnterOutlined, SearchOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/rights';
import { sheets } from '@dossier/contract/sheets';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CallError } from '../../../ground/call.ts';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorLater, WaitingLater } from '../../../ground/ui/later.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { SheetView } from '../../sheets/sheet-view.tsx';
import { type Book, type SheetModel, useSheetModel } from '../../sheets/use-sheet-model.ts';
import { phraseOf } from '../../viewer/search-words.ts';
import { SourceLater } from '../source/source-later.ts';
import { PrintButton } from '../../viewer/print-button.tsx';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import { type Shown, ShownAs } from './shown-as.tsx';
import styles from './sheet.module.css';
import { plainTables, useSheetPrinting } from './use-sheet-printing.tsx';

/** Not before somebody asks for it. */
const WorkbookPages = lazy(() => import('./workbook-pages.tsx').then((m) => ({ default: m.WorkbookPages })));

type Started = WindowProps & { start: ReactNode };

/** A workbook as a grid; one of plain text can be read as that as well, another one as the pages that it prints. */
export function SheetWindow(props: WindowProps): ReactNode {
  const { view } = props;
  const [shown, setShown] = useState<Shown>('table');
  const book = useCall(sheets.book, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const isPlain = plainTables.has(view.ext);
  const other = isPlain ? (view.rights & right.download) !== 0 && 'text' : book.data?.asPages === true && 'pages';
  const start = other && <ShownAs {...{ shown, setShown, other }} />;
  if (shown === 'text') return <SourceLater {...props} start={start} />;
  if (book.data) return <OpenedWorkbook {...props} {...{ start, shown }} book={book.data} showPages={() => setShown('pages')} />;
  return <Unopened {...props} start={start} error={book.error} retry={() => void book.refetch()} />;
}

function Unopened({ view, query, start, error, retry }: Started & { error: CallError | null; retry: () => void }): ReactNode {
  const t = useText('viewer');
  const late = useDelayed(!error);
  usePrintGuard((view.rights & right.print) !== 0, false);
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} start={start}>
      {error ? <ErrorLater error={error} retry={retry} /> : late && <WaitingLater className={styles.waiting} label={t('loading')} />}
    </ViewerFrame>
  );
}

type Opened = Started & { book: Book; shown: Shown; showPages: () => void };

/** Which sheet is open is kept while the workbook is shown as pages; the word of a search has led to it before. */
function OpenedWorkbook({ shown, showPages, book, ...props }: Opened): ReactNode {
  const model = useSheetModel(book);
  const [wasAway, setWasAway] = useState(false);
  if (shown === 'pages' && !wasAway) setWasAway(true);
  const query = wasAway ? { ...props.query, keyword: undefined } : props.query;
  if (shown !== 'pages') return <Workbook {...props} query={query} model={model} showPages={book.asPages ? showPages : undefined} />;
  return (
    <Suspense>
      <WorkbookPages {...props} query={query} sheet={model.facts?.name} />
    </Suspense>
  );
}

const zooms = [0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

function Workbook({
  view,
  query,
  start,
  model,
  showPages,
}: Started & { model: SheetModel; showPages: (() => void) | undefined }): ReactNode {
  const t = useText('viewer');
  const { currentRev, keyword } = query;
  const [zoom, setZoom] = useState(1);
  const [wrap, setWrap] = useState(false);
  const [finding, setFinding] = useState(keyword ? 1 : 0);
  const [words, setWords] = useState(phraseOf(keyword ?? ''));
  const printing = useSheetPrinting({ view, currentRev, model });
  const find = (): void => setFinding(finding + 1);
  const canCopy = (view.rights & right.download) !== 0;
  useHotkeys({ 'mod+f': find });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      start={start}
      tools={<SheetTools {...{ zoom, setZoom, wrap, setWrap }} />}
      end={
        <>
          <ToolButton
            label={t('find')}
            icon={<SearchOutlined />}
            hotkey="mod+f"
            on={finding > 0}
            onClick={() => (finding > 0 ? setFinding(0) : find())}
          />
          <PrintButton print={printing.start} disabled={printing.busy} />
        </>
      }
    >
      <SheetView
        {...{ model, finding, words, setWords, canCopy, showPages }}
        look={view.look}
        label={view.name}
        sight={{ zoom, wrap }}
        closeFind={() => setFinding(0)}
      />
      {printing.paper}
    </ViewerFrame>
  );
}

interface ToolsProps {
  zoom: number;
  setZoom: (zoom: number) => void;
  wrap: boolean;
  setWrap: (wrap: boolean) => void;
}

function SheetTools({ zoom, setZoom, wrap, setWrap }: ToolsProps): ReactNode {
  const t = useText('viewer');
  const zoomBy = (step: number): void => setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + step))] ?? 1);
  useHotkeys({
    'alt+z': () => setWrap(!wrap),
    'mod+=': () => zoomBy(1),
    'mod++': () => zoomBy(1),
    'mod+-': () => zoomBy(-1),
    'mod+0': () => setZoom(1),
  });
  return (
    <>
      <ToolButton label={t('zoomOut')} icon={<ZoomOutOutlined />} hotkey="mod+-" disabled={zoom === zooms[0]} onClick={() => zoomBy(-1)} />
      <button type="button" className={styles.zoom} title={t('lifeSize')} onClick={() => setZoom(1)}>
        {Math.round(zoom * 100)}%
      </button>
      <ToolButton label={t('zoomIn')} icon={<ZoomInOutlined />} hotkey="mod+=" disabled={zoom === zooms.at(-1)} onClick={() => zoomBy(1)} />
      <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
    </>
  );
}
