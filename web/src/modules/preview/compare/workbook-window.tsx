import type { ComparedRow } from '@dossier/contract/preview/compare';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { columnLetters } from '../../../platform/place-texts.ts';
import { ScrollRegion, SheetTabs, ViewerLine } from '../viewer-parts.tsx';
import styles from './compare.module.css';
import { type WindowProps, useRows } from './use-comparison.ts';

const cellWidth = 140;
const rowHead = 64;

/** Two workbooks as one table per worksheet: added and removed rows, cells with old and new value. */
export function WorkbookWindow(props: WindowProps): ReactNode {
  const t = useText('preview.compare');
  const sheets = useText('preview.workbooks');
  const { found, current, round } = props;
  const chosen = found.changes[current];
  const [sheet, setSheet] = useState(() =>
    Math.max(
      0,
      found.tables.findIndex(({ state }) => state !== 'same'),
    ),
  );
  useEffect(() => {
    if (chosen?.table !== undefined) setSheet(chosen.table);
  }, [chosen, round]);
  const names = found.tables.map(({ name, state }) =>
    state === 'same' ? name : state === 'changed' ? `${name} ●` : `${name} (${t(state)})`,
  );
  return (
    <Stack grow>
      <ViewerLine>
        <SheetTabs label={sheets('sheets')} names={names} current={sheet} choose={setSheet} />
      </ViewerLine>
      <SheetRows key={sheet} {...props} sheet={sheet} />
    </Stack>
  );
}

function SheetRows({ looks, found, current, round, sheet }: WindowProps & { sheet: number }): ReactNode {
  const t = useText('preview.compare');
  const box = useRef<HTMLDivElement>(null);
  const table = found.tables[sheet];
  const [first, columns] = [table?.first ?? 0, table?.columns ?? 0];
  const lines = useVirtualizer({ count: table?.rows ?? 0, getScrollElement: () => box.current, estimateSize: () => 29, overscan: 20 });
  const shown = lines.getVirtualItems();
  const rowAt = useRows(looks, sheet, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  const change = found.changes[current];
  const chosen = change?.table === sheet ? change : undefined;
  const show = useEffectEvent(() => {
    if (chosen?.row === undefined) return;
    lines.scrollToIndex(chosen.row, { align: 'center' });
    if (chosen.column !== undefined) box.current?.scrollTo({ left: Math.max(0, (chosen.column - first - 1) * cellWidth) });
  });
  useEffect(() => show(), [chosen, round]);
  const grid = { gridTemplateColumns: `${rowHead}px repeat(${columns}, ${cellWidth}px)`, width: rowHead + columns * cellWidth };
  return (
    <ScrollRegion ref={box} label={table?.name ?? t('comparison')}>
      <div className={styles.head} style={grid} aria-hidden="true">
        <span />
        {Array.from({ length: columns }, (_, at) => (
          <span key={columnLetters(first + at)}>{columnLetters(first + at)}</span>
        ))}
      </div>
      {table?.rows === 0 && <p className={styles.gap}>{t('emptySheet')}</p>}
      <Stack anchor style={{ height: lines.getTotalSize(), width: grid.width }}>
        {shown.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div
              key={index}
              data-index={index}
              ref={lines.measureElement}
              className={styles.row}
              data-kind={row?.kind}
              data-chosen={(chosen?.row === index && chosen.column === undefined) || undefined}
              style={{ ...grid, transform: `translateY(${start}px)` }}
            >
              {row && <Cells row={row} columns={columns} chosen={chosen?.row === index ? (chosen.column ?? -1) - first : undefined} />}
            </div>
          );
        })}
      </Stack>
    </ScrollRegion>
  );
}

function Cells({ row, columns, chosen }: { row: ComparedRow; columns: number; chosen: number | undefined }): ReactNode {
  const t = useText('preview.compare');
  if (row.kind === 'gap') return <p className={styles.gap}>{t('sameRows', { count: row.count ?? 0 })}</p>;
  const after = row.after ?? row.before;
  const changed = new Set(row.marksAfter);
  const texts = row.kind === 'removed' ? row.before : after;
  return (
    <>
      <i>{row.lineAfter ?? row.lineBefore}</i>
      {Array.from({ length: columns }, (_, at) => {
        const [was, is] = [row.before[at] ?? '', texts[at] ?? ''];
        if (!changed.has(at))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their places
            <span key={at} title={is}>
              {is}
            </span>
          );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their places
          <span key={at} data-cell={at === chosen ? 'chosen' : 'changed'} title={`${was} → ${is}`}>
            {was !== '' && was !== is && <del>{was}</del>}
            {is !== '' && <ins>{is}</ins>}
          </span>
        );
      })}
    </>
  );
}
