import { right } from '@dossier/contract/rights';
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import './print-paper.css';
import { ReaderContext } from './reader.ts';
import { usePrintGuard } from './use-print-guard.ts';
import type { View } from './ask-view.ts';

/** A page for the printer; its size in points. */
export interface Sheet {
  url: string;
  width: number;
  height: number;
}

export interface Printing {
  /** Absent where it is not allowed. */
  start: (() => void) | undefined;
  cancel: () => void;
  /** Pages that stand ready; absent while nothing is being printed. */
  done?: number;
  /** What the printer gets. */
  paper: ReactNode;
}

interface Paper {
  /** What opens the document as it is printed. */
  look: string;
  streamUrl: string;
  signal: AbortSignal;
  add: (sheet: Sheet) => void;
}

interface Printed {
  view: Pick<View, 'id' | 'rights'>;
  currentRev: string | undefined;
}

/** Prints in pages: the server notes it, `draw` makes them, then the browser asks for the printer. */
export function usePaper({ view: { id, rights }, currentRev }: Printed, draw: (paper: Paper) => Promise<void>): Printing {
  const reader = use(ReaderContext);
  const [done, setDone] = useState<number>();
  const [sheets, setSheets] = useState<Sheet[]>([]);
  const running = useRef<AbortController>(undefined);
  const mayPrint = (rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && sheets.length > 0);
  // a page that is on its way may take long: nobody waits for it
  const cancel = useCallback((): void => {
    running.current?.abort();
    setDone(undefined);
  }, []);
  const run = async (signal: AbortSignal): Promise<void> => {
    const drawn: Sheet[] = [];
    const add = (sheet: Sheet): void => {
      drawn.push(sheet);
      if (!signal.aborted) setDone(drawn.length);
    };
    try {
      await draw({ ...(await reader.print({ id, currentRev })), signal, add });
    } catch (error) {
      release(drawn);
      throw error;
    }
    if (signal.aborted) release(drawn);
    else setSheets(drawn);
  };
  const start = (): void => {
    if (done !== undefined || sheets.length > 0) return;
    const control = new AbortController();
    running.current = control;
    setDone(0);
    run(control.signal)
      .catch((error: unknown) => {
        // what the server refuses has been said, and what was ended fails for nobody
        if (!(error instanceof CallError) && !control.signal.aborted) notice.error(textOf('viewer')('pageFailed'));
      })
      .finally(() => {
        if (!control.signal.aborted) setDone(undefined);
      });
  };
  usePrinter(sheets, setSheets);
  useEffect(() => cancel, [cancel]);
  const paper = sheets.length > 0 && <PaperSheets sheets={sheets} />;
  return { start: mayPrint ? start : undefined, cancel, ...(done !== undefined && { done }), paper };
}

/** Asks for the printer once all sheets can be drawn, and lets go of them afterwards. */
function usePrinter(sheets: Sheet[], setSheets: (sheets: Sheet[]) => void): void {
  useEffect(() => {
    if (sheets.length === 0) return;
    const end = (): void => {
      release(sheets);
      setSheets([]);
    };
    addEventListener('afterprint', end, { once: true });
    void Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('[data-print-paper] img')].map((image) => image.decode().catch(() => undefined)),
    ).then(() => window.print());
    return () => removeEventListener('afterprint', end);
  }, [sheets, setSheets]);
}

/** A picture that stands ready to be printed; throws where it cannot be had. */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

function PaperSheets({ sheets }: { sheets: Sheet[] }): ReactNode {
  const [first] = sheets;
  return createPortal(
    <div data-print-paper>
      <style>{`@page { size: ${first?.width}pt ${first?.height}pt; margin: 0 }`}</style>
      {sheets.map(({ url }) => (
        <img key={url} src={url} alt="" />
      ))}
    </div>,
    document.body,
  );
}

/** Of pictures that the browser drew itself; nothing happens to addresses of the server. */
function release(sheets: Sheet[]): void {
  for (const { url } of sheets) URL.revokeObjectURL(url);
}
