import { EnterOutlined, SearchOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import { type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import { type ReactNode, Suspense, lazy, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { LazyErrorBox, LazySpinner, lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ReaderContext } from '../reader.ts';
import { usePlaceElsewhere } from '../shown-place.ts';
import type { View, WindowProps } from '../view-request.ts';
import { PrintButton, usePrintGuard } from '../viewer/printing.tsx';
import { phraseOf } from '../viewer/search-terms.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer-parts.tsx';
import { useCellPlaces } from './cell-comments.tsx';
import { SheetPrint } from './sheet-print.tsx';
import { fetchRows } from './sheet-rows.ts';
import { type WorkbookModel, type WorkbookSummary, useWorkbookModel } from './use-workbook-model.ts';
import styles from './workbook-view.module.css';
import { WorkbookView } from './workbook-view.tsx';

type WorkbookDisplay = 'table' | 'text' | 'pages';

const Choice = lazyThemed(() => import('./display-choice.tsx').then((m) => m.DisplayChoice<WorkbookDisplay>));

interface ShownProps {
  shown: WorkbookDisplay;
  setShown: (shown: WorkbookDisplay) => void;
  other: 'text' | 'pages';
}

/** The switch between table and other view of a workbook. Its space is reserved until Ant Design is loaded. */
function WorkbookDisplayChoice({ shown, setShown, other }: ShownProps): ReactNode {
  const t = useText('preview.viewer');
  const s = useText('preview.workbooks');
  const options: { value: WorkbookDisplay; label: string }[] = [
    { value: 'table', label: s('asTable') },
    { value: other, label: s(other === 'text' ? 'asText' : 'asPages') },
  ];
  return (
    <div className={styles.choice}>
      <Row className={styles.placeholder} aria-hidden="true">
        {options.map(({ value, label }) => (
          <span key={value} data-label={label} />
        ))}
      </Row>
      <Choice label={t('showAs')} value={shown} choose={setShown} options={options} />
    </div>
  );
}

/** Tables as plain text. */
const plainTables: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** Browsers take minutes to print longer tables; the original can be printed instead. */
const mostRows = 2000;

interface PrintTerms {
  view: View;
  currentRev?: string | undefined;
  model: WorkbookModel;
}

/** Prints the open worksheet in its order: the server logs it, its rows are loaded, then the print dialog opens. */
function useSheetPrinting({ view, currentRev, model }: PrintTerms): {
  start: (() => void) | undefined;
  busy: boolean;
  paper: ReactNode;
} {
  const t = useText('preview.workbooks');
  const reader = use(ReaderContext);
  const [rows, setRows] = useState<SheetRow[]>();
  const [busy, setBusy] = useState(false);
  const mayPrint = (view.rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && rows !== undefined);
  const { facts, sheet, order } = model;
  const run = async (): Promise<void> => {
    await reader.print({ id: view.id, currentRev });
    if ((facts?.rows ?? 0) > mostRows) notice.info(t('printCut', { count: mostRows }));
    setRows(await fetchRows({ look: view.look, sheet, order }, [0, mostRows]));
  };
  const start = (): void => {
    setBusy(true);
    run()
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      })
      .finally(() => setBusy(false));
  };
  useEffect(() => {
    if (rows === undefined) return;
    const end = (): void => setRows(undefined);
    addEventListener('afterprint', end, { once: true });
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [rows]);
  // the single sheet of a plain-text table has no name of its own
  const title = plainTables.has(view.ext) ? view.name : `${view.name}: ${facts?.name ?? ''}`;
  const paper =
    rows &&
    facts &&
    createPortal(
      <SheetPrint look={view.look} title={title} facts={facts} looks={model.book.styles} rows={rows} isOrdered={order !== undefined} />,
      document.body,
    );
  return { start: mayPrint ? start : undefined, busy, paper };
}

/** Loaded on demand. */
const SourceWindow = lazyThemed(() => import('../windows/source-window.tsx').then((m) => m.SourceWindow));
const WorkbookPages = lazy(() => import('./workbook-pages.tsx').then((m) => ({ default: m.WorkbookPages })));

type WorkbookWindowProps = WindowProps & { start: ReactNode };

/** A workbook as a grid; alternatively plain text as source, others as printed pages. */
export function WorkbookWindow(props: WindowProps): ReactNode {
  const { view } = props;
  const [shown, setShown] = useState<WorkbookDisplay>('table');
  const book = useCall(workbooks.book, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const isPlain = plainTables.has(view.ext);
  const other = isPlain ? (view.rights & right.download) !== 0 && 'text' : book.data?.asPages === true && 'pages';
  usePlaceElsewhere(other === 'text' ? shown : undefined, ({ kind }) => (kind === 'words' ? 'text' : 'table'), setShown);
  const start = other && <WorkbookDisplayChoice {...{ shown, setShown, other }} />;
  if (shown === 'text') return <SourceWindow {...props} start={start} />;
  if (book.data) return <OpenedWorkbook {...props} {...{ start, shown }} book={book.data} turnTo={setShown} />;
  return <Unopened {...props} start={start} error={book.error} retry={() => void book.refetch()} />;
}

function Unopened({ view, query, start, error, retry }: WorkbookWindowProps & { error: CallError | null; retry: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const late = useDelayed(!error);
  usePrintGuard((view.rights & right.print) !== 0, false);
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} isAwaited={!error} start={start}>
      {error ? (
        <LazyErrorBox error={error} retry={retry} />
      ) : (
        late && (
          <Waiting>
            <LazySpinner label={t('loading')} />
          </Waiting>
        )
      )}
    </ViewerFrame>
  );
}

type Opened = WorkbookWindowProps & { book: WorkbookSummary; shown: 'table' | 'pages'; turnTo: (display: 'table' | 'pages') => void };

/** The open worksheet is kept while the pages are shown; a search keyword has selected it before. */
function OpenedWorkbook({ shown, turnTo, book, ...props }: Opened): ReactNode {
  const model = useWorkbookModel(book);
  useCellPlaces(model, shown === 'table');
  usePlaceElsewhere(book.asPages ? shown : undefined, ({ kind }) => (kind === 'cell' ? 'table' : 'pages'), turnTo);
  const [wasAway, setWasAway] = useState(false);
  if (shown === 'pages' && !wasAway) setWasAway(true);
  const query = wasAway ? { ...props.query, keyword: undefined } : props.query;
  if (shown !== 'pages')
    return <Workbook {...props} query={query} model={model} showPages={book.asPages ? () => turnTo('pages') : undefined} />;
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
}: WorkbookWindowProps & { model: WorkbookModel; showPages: (() => void) | undefined }): ReactNode {
  const t = useText('preview.viewer');
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
      tools={<WorkbookTools {...{ zoom, setZoom, wrap, setWrap }} />}
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
      <WorkbookView
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

function WorkbookTools({ zoom, setZoom, wrap, setWrap }: ToolsProps): ReactNode {
  const t = useText('preview.viewer');
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
      <ToolButton label={t('lifeSize')} text={`${Math.round(zoom * 100)}%`} onClick={() => setZoom(1)} />
      <ToolButton label={t('zoomIn')} icon={<ZoomInOutlined />} hotkey="mod+=" disabled={zoom === zooms.at(-1)} onClick={() => zoomBy(1)} />
      <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
    </>
  );
}
