import type { CellStyle, SheetFacts, SheetRow } from '@dossier/contract/sheets';
import type { ReactNode } from 'react';
import { MarkOverlay } from '../watermarks/mark-overlay.tsx';
import { acrossOf, cellLook } from './cell-look.ts';
import { lengthsOf } from './lengths.ts';
import { mergeAt, rangesOf } from './selection.ts';
import './sheet-paper.css';
import { textAt } from './use-sheet-rows.ts';

interface PaperProps {
  look: string;
  title: string;
  facts: SheetFacts;
  looks: CellStyle[];
  rows: SheetRow[];
  isOrdered: boolean;
}

const mostColumns = 200;

/** A sheet as the printer gets it: a table, its first rows on each page. */
export function SheetPaper({ look, title, facts, looks, rows, isOrdered }: PaperProps): ReactNode {
  const widths = lengthsOf({ count: facts.columns, usual: facts.columnWidth, runs: facts.widths, zoom: 1 });
  const heights = lengthsOf({ count: facts.rows, usual: facts.rowHeight, runs: facts.heights, zoom: 1 });
  const merges = rangesOf(facts.merges).filter(({ bottom }) => !isOrdered || bottom < facts.header);
  const columns = Array.from({ length: Math.min(facts.columns, mostColumns) }, (_, column) => column).filter(
    (column) => widths.sizeOf(column) > 0,
  );
  const shown = rows.filter(({ row }) => isOrdered || heights.sizeOf(row) > 0);
  const line = (row: SheetRow): ReactNode => (
    <tr key={row.row}>
      {columns.map((column) => {
        const merge = mergeAt(merges, { row: row.row, column });
        if (merge && (merge.top !== row.row || merge.left !== column)) return null;
        const style = looks[row.styles[column - row.at] ?? 0];
        const isNumber = (row.values[column - row.at] ?? null) !== null;
        const span = merge && {
          colSpan: columns.filter((one) => one >= merge.left && one <= merge.right).length,
          rowSpan: shown.filter(({ row: one }) => one >= merge.top && one <= merge.bottom).length,
        };
        return (
          <td key={column} {...span} style={{ ...(style && cellLook(style, 0.75)), textAlign: acrossOf(style, isNumber) }}>
            {textAt(row, column)}
          </td>
        );
      })}
    </tr>
  );
  const still = shown.filter(({ row }) => row < facts.frozenRows);
  return (
    <div data-print-paper data-sheet-paper>
      <MarkOverlay look={look} />
      <table>
        <caption>{`${title}: ${facts.name}`}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column} style={{ width: widths.sizeOf(column) }} />
          ))}
        </colgroup>
        {still.length > 0 && <thead>{still.map(line)}</thead>}
        <tbody>{shown.filter(({ row }) => row >= facts.frozenRows).map(line)}</tbody>
      </table>
    </div>
  );
}
