import type { OutputOf } from '@dossier/contract/core/route';
import type { SheetFacts, SheetOrder, workbooks } from '@dossier/contract/preview/workbooks';
import { useCallback, useState } from 'react';
import { type Selection, cornerOf } from './selection.ts';

export type WorkbookSummary = OutputOf<typeof workbooks.book>;

interface SheetState {
  order: SheetOrder | undefined;
  selection: Selection;
  own: ReadonlyMap<number, number>;
}

const fresh: SheetState = { order: undefined, selection: cornerOf, own: new Map() };

/** The view of a workbook: open worksheet, order, and selection. */
export interface WorkbookModel extends SheetState {
  book: WorkbookSummary;
  sheet: number;
  facts: SheetFacts | undefined;
  open: (sheet: number, selection?: Selection) => void;
  select: (selection: Selection) => void;
  setOrder: (order: SheetOrder | undefined) => void;
  resize: (column: number, width: number) => void;
}

/** Keeps the state of each worksheet while the workbook is open. */
export function useWorkbookModel(book: WorkbookSummary): WorkbookModel {
  const [sheet, setSheet] = useState(() =>
    Math.max(
      0,
      book.sheets.findIndex(({ hidden }) => !hidden),
    ),
  );
  const [states, setStates] = useState<Record<number, SheetState>>({});
  const change = useCallback((place: number, make: (state: SheetState) => Partial<SheetState>): void => {
    setStates((all) => ({ ...all, [place]: { ...(all[place] ?? fresh), ...make(all[place] ?? fresh) } }));
  }, []);
  return {
    ...(states[sheet] ?? fresh),
    book,
    sheet,
    facts: book.sheets[sheet],
    open(place, selection) {
      if (selection) change(place, () => ({ selection, ...(place !== sheet && { order: undefined }) }));
      setSheet(place);
    },
    select: (selection) => change(sheet, () => ({ selection })),
    setOrder: (order) =>
      change(sheet, ({ selection }) => ({
        order,
        selection: { active: { row: 0, column: selection.active.column }, end: { row: 0, column: selection.active.column } },
      })),
    resize: (column, width) => change(sheet, ({ own }) => ({ own: new Map(own).set(column, width) })),
  };
}
