import { CommentOutlined } from '@ant-design/icons';
import type { PlaceOf } from '@dossier/contract/comments/places';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { commentAt, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { type NumberedThread, useMayComment, useNumberedThreads } from '../placed-threads.ts';
import { Pin } from '../marks/pin.tsx';
import { useAskedPlace } from '../shown-place.ts';
import type { VisibleSpan } from './grid-layout.ts';
import type { Grid } from './use-grid.ts';
import type { WorkbookModel } from './use-workbook-model.ts';
import styles from './workbook-view.module.css';

type CellPlace = PlaceOf<'cell'>;

/** Begins a comment on a cell, by the button or by the key that spreadsheets have for it. */
export function CommentOnCell({ sheet, row, column }: Omit<CellPlace, 'kind'>): ReactNode {
  const t = useText('preview.viewer');
  const mayComment = useMayComment();
  const begin = (): void => commentAt({ kind: 'cell', sheet, row, column });
  useHotkeys({ 'shift+F2': begin }, mayComment);
  if (!mayComment) return null;
  return <ToolButton label={t('commentOnCell')} icon={<CommentOutlined />} hotkey="shift+F2" onClick={begin} />;
}

/** Where a row or column of the file is drawn; undefined where it is not, or lies below the frozen ones. */
function drawnAt(span: VisibleSpan, isIt: (place: number) => boolean): VisibleSpan['places'][number] | undefined {
  const found = span.places.find(({ place }) => isIt(place));
  return found === undefined || found.place < span.frozenCount || found.start >= span.frozen ? found : undefined;
}

/** The cell of a place in the drawn part of its sheet. */
function cellBox(grid: Grid, { row, column }: CellPlace, isOrdered: boolean): CSSProperties | undefined {
  const down = drawnAt(grid.rows, (place) => (isOrdered ? grid.data.at(place)?.row : place) === row - 1);
  const across = drawnAt(grid.columns, (place) => place === column - 1);
  if (down === undefined || across === undefined) return undefined;
  return { left: grid.heads.width + across.start, top: grid.heads.height + down.start, width: across.size, height: down.size };
}

interface CellMarksProps {
  grid: Grid;
  /** The name of the open sheet. */
  sheet: string;
  /** The rows are sorted or filtered. */
  isOrdered: boolean;
}

/** The numbers of the threads on the cells that are drawn, and the frame around the cell that a comment is begun on. */
export function CellMarks({ grid, sheet, isOrdered }: CellMarksProps): ReactNode {
  const threads = useNumberedThreads();
  const chosen = useCommentPlaces((places) => places.chosen);
  const selected = useCommentPlaces((places) => places.selected);
  const cells = new Map<string, { box: CSSProperties; threads: NumberedThread[] }>();
  for (const thread of threads) {
    const { place } = thread;
    if (place.kind !== 'cell' || place.sheet !== sheet) continue;
    const key = `${place.row} ${place.column}`;
    const box = cells.get(key)?.box ?? cellBox(grid, place, isOrdered);
    if (box) cells.set(key, { box, threads: [...(cells.get(key)?.threads ?? []), thread] });
  }
  const chosenBox = chosen?.kind === 'cell' && chosen.sheet === sheet ? cellBox(grid, chosen, isOrdered) : undefined;
  if (cells.size === 0 && chosenBox === undefined) return null;
  return (
    <div className={styles.marks} style={{ width: grid.view.width, height: grid.view.height }}>
      {[...cells].map(([key, cell]) => (
        <span
          key={key}
          className={styles.commented}
          style={cell.box}
          data-selected={cell.threads.some(({ id }) => id === selected) || undefined}
        >
          {cell.threads.map((thread, at) => (
            <span key={thread.id} className={styles.pin} style={{ insetInlineEnd: at * pinWidth }}>
              <Pin thread={thread} pose={smaller} />
            </span>
          ))}
        </span>
      ))}
      {chosenBox && <span className={styles.chosen} style={chosenBox} />}
    </div>
  );
}

/** Smaller than on pages: the values of the cells around it stay legible. */
const smaller = { scale: 1.5, turn: 0, flipX: false, flipY: false };
/** In pixels, with the gap to the next. */
const pinWidth = 24;

/** Tells the panel of comments the sheets of the workbook, and goes to the cell that it asks for. */
export function useCellPlaces({ book, sheet, order, setOrder, open }: WorkbookModel, isTable: boolean): void {
  const viewed = useCommentPlaces((places) => places.viewed);
  const visible = book.sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const names = JSON.stringify(visible);
  useEffect(() => {
    // after the viewer has said anew which document it shows
    if (viewed !== undefined) useCommentPlaces.setState({ sheets: JSON.parse(names) as string[] });
  }, [viewed, names]);
  useAskedPlace(['cell'], isTable, (place) => {
    const at = book.sheets.findIndex(({ name, hidden }) => !hidden && name === place.sheet);
    const cell = { row: place.row - 1, column: place.column - 1 };
    // rows that are sorted or filtered are elsewhere
    if (at === sheet && order !== undefined) setOrder(undefined);
    open(at, { active: cell, end: cell });
  });
}
