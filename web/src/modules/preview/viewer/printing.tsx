import { CloseOutlined, PrinterOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CallError } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { describeKey, useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import './printing.css';
import { FloatingLine } from '../viewer-parts.tsx';

/** The sentences that stand instead of the page; a viewer and a print job over it may each have one. */
const guards = new Map<symbol, string>();

function showGuard(): void {
  const { dataset } = document.documentElement;
  const sentence = [...guards.values()].at(-1);
  if (sentence === undefined) {
    delete dataset.print;
    delete dataset.printText;
  } else {
    dataset.print = 'refused';
    dataset.printText = sentence;
  }
}

/** Prints one sentence instead of the page while printing is not allowed, or the print version is not ready. */
export function usePrintGuard(mayPrint: boolean, ready = mayPrint): void {
  const t = useText('preview.viewer');
  const sentence = mayPrint ? t('printByButton') : t('printRefused');
  useEffect(() => {
    if (ready) return;
    const key = Symbol('guard');
    guards.set(key, sentence);
    showGuard();
    return () => {
      guards.delete(key);
      showGuard();
    };
  }, [ready, sentence]);
}

interface PrintTarget {
  id: string;
  rights: number;
  currentRev?: string | undefined;
}

/**
 * Prints the page's own content: the server logs it first. Absent without the right; until the server has logged it, the paper stays empty.
 */
export function usePlainPrint({ id, rights, currentRev }: PrintTarget): (() => void) | undefined {
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

/** A page for printing; its size in points. */
export interface PrintSheet {
  url: string;
  width: number;
  height: number;
}

export interface PrintJob {
  /** Absent without the right to print. */
  start: (() => void) | undefined;
  cancel: () => void;
  /** Pages that are ready; absent while nothing is being printed. */
  done?: number;
  /** The printed content. */
  paper: ReactNode;
}

interface PrintRun {
  /** Preview token of the print version. */
  look: string;
  streamUrl: string;
  signal: AbortSignal;
  add: (sheet: PrintSheet) => void;
}

interface PrintedView {
  view: Pick<View, 'id' | 'rights'>;
  currentRev: string | undefined;
}

/** Prints page by page: the server logs it, `draw` renders the pages, then the browser's print dialog opens. */
export function usePrintJob({ view: { id, rights }, currentRev }: PrintedView, draw: (paper: PrintRun) => Promise<void>): PrintJob {
  const reader = use(ReaderContext);
  const [done, setDone] = useState<number>();
  const [sheets, setSheets] = useState<PrintSheet[]>([]);
  const running = useRef<AbortController>(undefined);
  const mayPrint = (rights & right.print) !== 0;
  usePrintGuard(mayPrint, mayPrint && sheets.length > 0);
  // does not wait for a page in progress, which may take long
  const cancel = useCallback((): void => {
    running.current?.abort();
    setDone(undefined);
  }, []);
  const run = async (signal: AbortSignal): Promise<void> => {
    const drawn: PrintSheet[] = [];
    const add = (sheet: PrintSheet): void => {
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
        // a refusal has been shown, and a cancelled job needs no notice
        if (!(error instanceof CallError) && !control.signal.aborted) notice.error(textOf('preview.viewer')('pageFailed'));
      })
      .finally(() => {
        if (!control.signal.aborted) setDone(undefined);
      });
  };
  usePrinter(sheets, setSheets);
  useEffect(() => cancel, [cancel]);
  const paper = sheets.length > 0 && <PrintSheets sheets={sheets} />;
  return { start: mayPrint ? start : undefined, cancel, ...(done !== undefined && { done }), paper };
}

/** Opens the print dialog once all pages are loaded, and releases them afterwards. */
function usePrinter(sheets: PrintSheet[], setSheets: (sheets: PrintSheet[]) => void): void {
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

/** An image loaded for printing; throws on failure. */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

function PrintSheets({ sheets }: { sheets: PrintSheet[] }): ReactNode {
  const [first] = sheets;
  return createPortal(
    <div data-print-paper="pages">
      <style>{`@page { size: ${first?.width}pt ${first?.height}pt; margin: 0 }`}</style>
      {sheets.map(({ url }) => (
        <img key={url} src={url} alt="" />
      ))}
    </div>,
    document.body,
  );
}

/** Revokes the URLs of locally rendered images; addresses of the server are unaffected. */
function release(sheets: PrintSheet[]): void {
  for (const { url } of sheets) URL.revokeObjectURL(url);
}

/** The print button and shortcut; without the right there is no button, and the key does nothing. */
export function PrintButton({ print, disabled }: { print: (() => void) | undefined; disabled?: boolean }): ReactNode {
  const t = useText('preview.viewer');
  const { printsLeft } = use(ReaderContext);
  const isOff = disabled === true || printsLeft === 0;
  useHotkeys({ 'mod+p': () => (isOff ? undefined : print?.()) });
  const label = printsLeft === undefined ? t('print') : printsLeft === 0 ? t('noPrintsLeft') : t('printsLeft', { count: printsLeft });
  return print && <ToolButton label={label} icon={<PrinterOutlined />} hotkey="mod+p" disabled={isOff} onClick={print} />;
}

/** The progress of a print job, and the pages themselves. */
export function PrintProgress({ printing: { done, cancel, paper }, pages }: { printing: PrintJob; pages: number }): ReactNode {
  const t = useText('preview.viewer');
  useEscape(cancel, done !== undefined);
  if (done === undefined) return paper;
  return (
    <FloatingLine pad={2} role="status">
      <span>{t('preparingPrint', { count: done, m: pages })}</span>
      <ToolButton label={t('cancel')} icon={<CloseOutlined />} hotkey="Escape" onClick={cancel} />
    </FloatingLine>
  );
}

const openDialogs = '[role="dialog"][aria-modal="true"], .ant-dropdown:not(.ant-dropdown-hidden)';

/** Cancels with Escape wherever the focus is, fields included: the overlay closes before what lies below. */
function useEscape(end: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing || describeKey(event) !== 'Escape' || document.querySelector(openDialogs) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, [end, enabled]);
}
