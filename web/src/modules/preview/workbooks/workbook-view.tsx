import type { CellStyle, Drawn, SheetFacts } from '@dossier/contract/preview/workbooks';
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { currentLanguage, languageTags, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { LazyErrorBox, lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { FloatingLine, TextButton, ViewerLine } from '../viewer-parts.tsx';
import { WatermarkOverlay } from '../watermarks/watermark-overlay.tsx';
import { CellMarks, CommentOnCell } from './cell-comments.tsx';
import { type Range, mergeAt, rangeOf } from './selection.ts';
import { SheetGrid, revealCell } from './sheet-grid.tsx';
import { type SheetTarget, cellsAsText, copyFetched, isTooLargeToCopy } from './sheet-rows.ts';
import { type Grid, type ViewOptions, useGrid, useGridKeys } from './use-grid.ts';
import type { WorkbookModel } from './use-workbook-model.ts';
import { FindInWorkbook, FormulaBar, SheetBar } from './workbook-bars.tsx';
import styles from './workbook-view.module.css';

interface OverlayNoteProps {
  drawn: Drawn;
  /** Absent where no pages can be rendered. */
  showPages: (() => void) | undefined;
}

/** Lists the objects over the cells that the table leaves out. */
function OverlayNote({ drawn: { charts, pictures: images, shapes }, showPages }: OverlayNoteProps): ReactNode {
  const t = useText('preview.workbooks');
  const parts = [
    charts > 0 && t('nCharts', { count: charts }),
    images > 0 && t('nPictures', { count: images }),
    shapes > 0 && t('nShapes', { count: shapes }),
  ];
  const what = new Intl.ListFormat(languageTags[currentLanguage()]).format(parts.filter((part) => part !== false));
  return (
    <ViewerLine as="p" wrap sunken role="note">
      <Text size="s" tone="muted">
        {t('drawnOver', { what })}
      </Text>
      {showPages && <TextButton onClick={showPages}>{t('showPages')}</TextButton>}
    </ViewerLine>
  );
}

const FilterPopover = lazyThemed(() => import('./filter-menu.tsx').then((m) => m.FilterPopover));

interface SheetViewProps {
  model: WorkbookModel;
  look: string;
  label: string;
  sight: Omit<ViewOptions, 'own'>;
  canCopy: boolean;
  /** Rises with each request for the search; 0 is closed. */
  finding: number;
  closeFind: () => void;
  words: string;
  setWords: (words: string) => void;
  /** Shows the workbook as pages; absent where the server cannot render them. */
  showPages: (() => void) | undefined;
}

/** A workbook: active cell, grid, and tabs. */
export function WorkbookView(props: SheetViewProps): ReactNode {
  const t = useText('preview.workbooks');
  const { facts } = props.model;
  if (!facts || facts.hidden) return <Empty title={t('noSheets')} />;
  return <OneSheet key={props.model.sheet} {...props} facts={facts} looks={props.model.book.styles} />;
}

type OneSheetProps = SheetViewProps & { facts: SheetFacts; looks: CellStyle[] };

function OneSheet(props: OneSheetProps): ReactNode {
  const { model, look: previewToken, label, facts, looks, canCopy, words } = props;
  const { order, selection, select } = model;
  const target: SheetTarget = { look: previewToken, sheet: model.sheet, order };
  const sight = { ...props.sight, own: model.own };
  const grid = useGrid(facts, target, sight);
  const [filter, setFilter] = useState<OpenFilter>();
  const range = rangeOf(selection, grid.bounds.merges);
  const merge = mergeAt(grid.bounds.merges, selection.active);
  const active = merge ? { row: merge.top, column: merge.left } : selection.active;
  const row = grid.data.at(active.row);
  useRevealing(grid, selection.end);
  const copy = useCopying({ grid, target, facts, range, canCopy });
  const closeMenu = (): void => {
    setFilter(undefined);
    focusCells(grid);
  };
  const openMenu = (): void => openFilter(grid.box.current, selection.active.column, setFilter);
  const keys = useGridKeys({ grid, target, selection, select, openFilter: openMenu });
  return (
    <Stack grow>
      <AboveCells {...props} active={active} row={row} />
      <Stack grow anchor data-stage>
        <SheetGrid
          {...{ grid, facts, looks, sight, order, selection, range, select }}
          label={`${label}, ${facts.name}`}
          keyword={props.finding > 0 ? words.trim().toLowerCase() : ''}
          onKeyDown={keys}
          onCopy={copy}
          resize={model.resize}
          filter={(column, anchor) => setFilter({ column, anchor })}
        />
        {filter && (
          <FilterPopover
            key={filter.column}
            anchor={filter.anchor}
            {...{ target, facts, rows: grid.data, column: filter.column, setOrder: model.setOrder, close: closeMenu }}
          />
        )}
        <OverCells {...props} grid={grid} target={target} />
      </Stack>
      <SheetBar model={model} target={target} range={range} shown={order ? grid.data.total : undefined} />
    </Stack>
  );
}

/** The formula bar, and the note on omitted objects. */
function AboveCells({
  model,
  facts,
  canCopy,
  showPages,
  active,
  row,
}: OneSheetProps & Pick<Parameters<typeof FormulaBar>[0], 'active' | 'row'>): ReactNode {
  const { order, select } = model;
  const number = order ? (row?.row ?? 0) : active.row;
  return (
    <>
      <FormulaBar {...{ active, row, canCopy, number }} goTo={order ? undefined : (to) => select({ active: to, end: to })}>
        <CommentOnCell sheet={facts.name} row={number + 1} column={active.column + 1} />
      </FormulaBar>
      {facts.drawn && <OverlayNote drawn={facts.drawn} showPages={showPages} />}
    </>
  );
}

/** Overlays of the grid: empty sheet, failed load, search. */
function OverCells({ model, facts, grid, target, ...props }: OneSheetProps & { grid: Grid; target: SheetTarget }): ReactNode {
  const t = useText('preview.workbooks');
  const close = (): void => {
    props.closeFind();
    focusCells(grid);
  };
  const go = (hit: { sheet: number; place: number; column: number }): void => {
    const to = { row: hit.place, column: hit.column };
    model.open(hit.sheet, { active: to, end: to });
  };
  return (
    <>
      <CellMarks grid={grid} sheet={facts.name} isOrdered={target.order !== undefined} />
      <WatermarkOverlay look={props.look} />
      {facts.rows === 0 && !facts.drawn && (
        <Stack align="center" justify="center" cover className={styles.sheetEmpty}>
          <Empty title={t('emptySheet')} />
        </Stack>
      )}
      {grid.data.error && (
        <FloatingLine>
          <LazyErrorBox small error={grid.data.error} retry={grid.data.again} />
        </FloatingLine>
      )}
      {props.finding > 0 && (
        <FindInWorkbook {...{ target, go, close }} words={props.words} setWords={props.setWords} asked={props.finding} />
      )}
    </>
  );
}

interface Copying {
  grid: Grid;
  target: SheetTarget;
  facts: SheetFacts;
  range: Range;
  canCopy: boolean;
}

/** Copies the selection: at once if it is loaded, else after loading. */
function useCopying({ grid, target, facts, range, canCopy }: Copying): (event: ClipboardEvent) => void {
  const t = useText('preview.workbooks');
  return (event) => {
    event.preventDefault();
    if (!canCopy) return notice.warning(t('copyRefused'));
    const bottom = Math.min(range.bottom, Math.max(facts.rows - 1, range.top));
    const within = { ...range, bottom, right: Math.min(range.right, Math.max(facts.columns - 1, range.left)) };
    if (isTooLargeToCopy(within)) return notice.warning(t('copyTooMuch'));
    const isHere = within.top >= grid.rows.first && within.bottom <= grid.rows.last && !grid.data.waiting;
    if (isHere) return event.clipboardData.setData('text/plain', cellsAsText(within, grid.data.at));
    void copyFetched(target, within).then(
      () => notice.success(t('copied')),
      () => undefined,
    );
  };
}

const focusCells = ({ box }: Grid): void => box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();

interface OpenFilter {
  column: number;
  anchor: HTMLElement;
}

/** Scrolls to the end of the selection, however it was changed. */
function useRevealing(grid: Grid, { row, column }: { row: number; column: number }): void {
  const latest = useRef(grid);
  latest.current = grid;
  const isReady = grid.view.height > 0;
  useEffect(() => {
    const { bounds } = latest.current;
    // selecting whole rows or columns does not scroll
    if (isReady && row < bounds.rows - 1 && column < bounds.columns - 1) revealCell(latest.current, { row, column });
  }, [row, column, isReady]);
}

function openFilter(box: HTMLElement | null, column: number, set: (filter: OpenFilter) => void): void {
  const anchor = box?.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${column + 2}"]`);
  if (anchor) set({ column, anchor });
}
