import type { CellStyle, SheetFacts, SheetRow } from '@dossier/contract/preview/workbooks';
import { type ReactNode, useState } from 'react';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import '../viewer/printing.css';
import { WatermarkOverlay } from '../watermarks/watermark-overlay.tsx';
import { lengthsOf } from './grid-layout.ts';
import { mergeAt, rangesOf } from './selection.ts';
import { cellAlignment, cellCss } from './sheet-row.tsx';
import { textAt } from './sheet-rows.ts';

interface PrintProps {
  look: string;
  title: string;
  facts: SheetFacts;
  looks: CellStyle[];
  rows: SheetRow[];
  isOrdered: boolean;
}

const mostColumns = 200;
/** The most header rows: browsers drop the head of a table that takes much of each page. */
const mostStill = 12;

/** A worksheet as a printable table, with its title, the time and its header rows on each page. */
export function SheetPrint({ look: previewToken, title, facts, looks, rows, isOrdered }: PrintProps): ReactNode {
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
          colSpan: columns.filter((index) => index >= merge.left && index <= merge.right).length,
          rowSpan: shown.filter(({ row: index }) => index >= merge.top && index <= merge.bottom).length,
        };
        return (
          <td key={column} {...span} style={{ ...(style && cellCss(style, 0.75)), textAlign: cellAlignment(style, isNumber) }}>
            {textAt(row, column)}
          </td>
        );
      })}
    </tr>
  );
  const frozen = facts.frozenRows > mostStill ? 0 : facts.frozenRows;
  return (
    <div data-print-paper="sheet">
      <WatermarkOverlay look={previewToken} />
      <PrintHead title={title} />
      <table>
        <colgroup>
          {columns.map((column) => (
            <col key={column} style={{ width: widths.sizeOf(column) }} />
          ))}
        </colgroup>
        <thead>
          {/* space for the page header, which is repeated on each page */}
          <tr data-paper-room>
            <td colSpan={columns.length} />
          </tr>
          {shown.filter(({ row }) => row < frozen).map(line)}
        </thead>
        <tbody>{shown.filter(({ row }) => row >= frozen).map(line)}</tbody>
      </table>
    </div>
  );
}

/** The page header. */
function PrintHead({ title }: { title: string }): ReactNode {
  const [printed] = useState(() => formatExactTime(new Date().toISOString()));
  return (
    <header>
      <span>{title}</span>
      <span>{printed}</span>
    </header>
  );
}
