import { EnterOutlined, SearchOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/rights';
import { sheets } from '@dossier/contract/sheets';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { SheetView } from '../../sheets/sheet-view.tsx';
import { type Book, useSheetModel } from '../../sheets/use-sheet-model.ts';
import { phraseOf } from '../../viewer/search-words.ts';
import { SourceWindow } from '../source/source-window.tsx';
import { PrintButton } from '../../viewer/print-button.tsx';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { WindowProps } from '../../viewer/window-props.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import styles from './sheet.module.css';
import { useSheetPrinting } from './use-sheet-printing.tsx';

/** Tables of plain text are read as text too. */
const plain: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** A workbook as a grid; one of plain text can be read as that as well. */
export function SheetWindow(props: WindowProps): ReactNode {
  const t = useText('viewer');
  const s = useText('sheets');
  const [shown, setShown] = useState<'table' | 'text'>('table');
  const mayHave = (props.view.rights & right.download) !== 0;
  const choice = plain.has(props.view.ext) && mayHave && (
    <Segmented
      size="small"
      aria-label={t('showAs')}
      value={shown}
      onChange={setShown}
      options={[
        { value: 'table', label: s('asTable') },
        { value: 'text', label: s('asText') },
      ]}
    />
  );
  if (shown === 'text') return <SourceWindow {...props} start={choice} />;
  return <OpenedWorkbook {...props} start={choice} />;
}

type Started = WindowProps & { start: ReactNode };

function OpenedWorkbook(props: Started): ReactNode {
  const t = useText('viewer');
  const { view, query } = props;
  const book = useCall(sheets.book, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  usePrintGuard((view.rights & right.print) !== 0, false);
  if (book.data) return <Workbook {...props} book={book.data} />;
  return (
    <ViewerFrame view={view} currentRev={query.currentRev} start={props.start}>
      {book.error ? (
        <ErrorBox error={book.error} retry={() => void book.refetch()} />
      ) : (
        <Waiting className={styles.waiting} label={t('loading')} delay={150} />
      )}
    </ViewerFrame>
  );
}

const zooms = [0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

function Workbook({ view, query, start, book }: Started & { book: Book }): ReactNode {
  const t = useText('viewer');
  const { currentRev, keyword } = query;
  const model = useSheetModel(book);
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
        {...{ model, finding, words, setWords, canCopy }}
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
