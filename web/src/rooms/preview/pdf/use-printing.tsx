import { right } from '@dossier/contract/rights';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../../ground/call.ts';
import { ReaderContext } from '../viewer/reader.ts';
import { usePrintGuard } from '../viewer/use-print-guard.ts';
import type { View } from '../viewer/use-view.ts';
import './print-paper.css';

interface PrintTerms {
  view: View;
  currentRev?: string | undefined;
  document: PDFDocumentProxy | undefined;
}

/** A page for the printer; its size in points. */
export interface Sheet {
  url: string;
  width: number;
  height: number;
}

export interface Printing {
  start: () => void;
  cancel: () => void;
  /** Pages that stand ready; absent while nothing is being printed. */
  done?: number;
  sheets: Sheet[];
  /** What the printer gets. */
  paper: ReactNode;
}

const dotsPerInch = 150;
const pointsPerInch = 72;

/** Prints a PDF: the server notes it, the pages are drawn at 150 dots an inch, then the browser asks for the printer. */
export function usePrinting({ view, currentRev, document: pdf }: PrintTerms): Printing {
  const reader = use(ReaderContext);
  const [done, setDone] = useState<number>();
  const [sheets, setSheets] = useState<Sheet[]>([]);
  const running = useRef<AbortController>(undefined);
  const mayPrint = (view.rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && sheets.length > 0);
  const cancel = (): void => running.current?.abort();
  const run = async (signal: AbortSignal): Promise<void> => {
    if (!pdf) return;
    await reader.print({ id: view.id, currentRev });
    const drawn: Sheet[] = [];
    try {
      for (let page = 1; page <= pdf.numPages && !signal.aborted; page++) {
        drawn.push(await drawSheet(pdf, page));
        setDone(page);
      }
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
        if (!(error instanceof CallError)) throw error;
      })
      .finally(() => setDone(undefined));
  };
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
  }, [sheets]);
  useEffect(() => cancel, []);
  return { start, cancel, ...(done !== undefined && { done }), sheets, paper: paperOf(sheets) };
}

/** What the printer gets of these. */
export const paperOf = (sheets: Sheet[]): ReactNode => sheets.length > 0 && <Paper sheets={sheets} />;

function Paper({ sheets }: { sheets: Sheet[] }): ReactNode {
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

async function drawSheet(pdf: PDFDocumentProxy, number: number): Promise<Sheet> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((answer) => canvas.toBlob(answer));
  canvas.width = 0;
  canvas.height = 0;
  if (!blob) throw new Error('the browser gave no picture of a page');
  return { url: URL.createObjectURL(blob), width, height };
}

function release(sheets: Sheet[]): void {
  for (const { url } of sheets) URL.revokeObjectURL(url);
}
