import type { SheetRow } from '@dossier/contract/sheets';
import { right } from '@dossier/contract/rights';
import { type ReactNode, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { useText } from '../../../ground/text.ts';
import { SheetPaper } from '../../sheets/sheet-paper.tsx';
import type { SheetModel } from '../../sheets/use-sheet-model.ts';
import { fetchRows } from '../../sheets/use-sheet-rows.ts';
import { ReaderContext } from '../../viewer/reader.ts';
import { usePrintGuard } from '../../viewer/use-print-guard.ts';
import type { View } from '../../viewer/ask-view.ts';

/** Tables of plain text. */
export const plainTables: ReadonlySet<string> = new Set(['csv', 'tsv']);

/** A browser takes minutes over longer tables; whoever needs more prints the file. */
const mostRows = 2000;

interface PrintTerms {
  view: View;
  currentRev?: string | undefined;
  model: SheetModel;
}

/** Prints the sheet that is open, in its order: the server notes it, its rows are fetched, then the browser asks for the printer. */
export function useSheetPrinting({ view, currentRev, model }: PrintTerms): {
  start: (() => void) | undefined;
  busy: boolean;
  paper: ReactNode;
} {
  const t = useText('sheets');
  const reader = use(ReaderContext);
  const [rows, setRows] = useState<SheetRow[]>();
  const [busy, setBusy] = useState(false);
  const mayPrint = (view.rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && rows !== undefined);
  const { facts, sheet, order } = model;
  const run = async (): Promise<void> => {
    await reader.print({ id: view.id, currentRev });
    if ((facts?.rows ?? 0) > mostRows) notice.info(t('printCut', { n: mostRows }));
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
  // the one sheet of a table of plain text has no name of its own
  const title = plainTables.has(view.ext) ? view.name : `${view.name}: ${facts?.name ?? ''}`;
  const paper =
    rows &&
    facts &&
    createPortal(
      <SheetPaper look={view.look} title={title} facts={facts} looks={model.book.styles} rows={rows} isOrdered={order !== undefined} />,
      document.body,
    );
  return { start: mayPrint ? start : undefined, busy, paper };
}
