import { right } from '@dossier/contract/rights';
import { use, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { textOf } from '../../../ground/text.ts';
import { paperOf, type Printing, type Sheet } from '../pdf/use-printing.tsx';
import { ReaderContext } from '../viewer/reader.ts';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import type { View } from '../viewer/use-view.ts';
import type { Size } from './page-layout.ts';

const printWidth = 1600;

/** Prints pages: the server notes it and gives their pictures for it, then the browser asks for the printer. */
export function usePagePrinting({ view, currentRev, sizes }: { view: View; currentRev: string | undefined; sizes: Size[] }): Printing {
  const reader = use(ReaderContext);
  const [done, setDone] = useState<number>();
  const [sheets, setSheets] = useState<Sheet[]>([]);
  const running = useRef<AbortController>(undefined);
  const mayPrint = (view.rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && sheets.length > 0);
  const cancel = (): void => running.current?.abort();
  const run = async (signal: AbortSignal): Promise<void> => {
    const { look } = await reader.print({ id: view.id, currentRev });
    const loaded: Sheet[] = [];
    for (const [at, size] of sizes.entries()) {
      if (signal.aborted) return;
      const url = `/look/page/${look}/${at + 1}?width=${printWidth}`;
      await load(url);
      loaded.push({ url, ...size });
      setDone(at + 1);
    }
    setSheets(loaded);
  };
  const start = (): void => {
    if (done !== undefined || sheets.length > 0) return;
    const control = new AbortController();
    running.current = control;
    setDone(0);
    run(control.signal)
      .catch((error: unknown) => {
        // what the server refuses has been said
        if (!(error instanceof CallError)) notice.error(textOf('preview')('pageFailed'));
      })
      .finally(() => setDone(undefined));
  };
  useEffect(() => {
    if (sheets.length === 0) return;
    const end = (): void => setSheets([]);
    addEventListener('afterprint', end, { once: true });
    void Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('[data-print-paper] img')].map((image) => image.decode().catch(() => undefined)),
    ).then(() => window.print());
    return () => removeEventListener('afterprint', end);
  }, [sheets]);
  useEffect(() => cancel, []);
  return { start, cancel, ...(done !== undefined && { done }), sheets, paper: paperOf(sheets) };
}

async function load(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}
