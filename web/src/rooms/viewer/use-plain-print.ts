import { right } from '@dossier/contract/rights';
import { use, useCallback, useEffect, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import { ReaderContext } from './reader.ts';
import { usePrintGuard } from './use-print-guard.ts';

interface Printed {
  id: string;
  rights: number;
  currentRev?: string | undefined;
}

/** Printing for what the page itself shows: the server notes it first. Absent where it is not allowed; then, and until the server has noted it, the paper stays empty. */
export function usePlainPrint({ id, rights, currentRev }: Printed): (() => void) | undefined {
  const reader = use(ReaderContext);
  const mayPrint = (rights & right.print) !== 0;
  const [ready, setReady] = useState(false);
  usePrintGuard(mayPrint, ready);
  useEffect(() => {
    if (!ready) return;
    const end = (): void => setReady(false);
    addEventListener('afterprint', end, { once: true });
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [ready]);
  const start = useCallback(() => {
    reader.print({ id, currentRev }).then(
      () => setReady(true),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  }, [reader, id, currentRev]);
  return mayPrint ? start : undefined;
}
