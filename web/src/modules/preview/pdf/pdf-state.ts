import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Ways of fitting a page into the window; a number in `scale` otherwise. */
export type Fit = 'page-width' | 'page-fit';

export interface Finding {
  query: string;
  /** Number of the marked hit, from 1; 0 while there is none. */
  current: number;
  total: number;
  state: 'idle' | 'searching' | 'found' | 'missing';
}

/** Why a PDF could not be opened: broken, locked by a password, gone or refused, or no connection. */
export type PdfFailure = 'broken' | 'gone' | 'network';

export interface PdfState {
  phase: 'opening' | 'password' | 'ready' | 'failed';
  /** Part of the file that has been read, 0 to 1, where that is known. */
  progress?: number;
  wrongPassword?: boolean;
  failure?: PdfFailure;
  document?: PDFDocumentProxy;
  /** The first page is drawn. */
  drawn?: boolean;
  page: number;
  pages: number;
  scale: number;
  fit?: Fit;
  rotation: number;
  find: Finding;
}

/** What is seen of pages, whatever they are drawn by. */
export type PageState = Omit<PdfState, 'document'>;

export const noFinding: Finding = { query: '', current: 0, total: 0, state: 'idle' };

export const closedPdf: PdfState = { phase: 'opening', page: 1, pages: 0, scale: 1, fit: 'page-width', rotation: 0, find: noFinding };

/** Why opening failed, told from the library's error; undefined where it says the same of a broken file and of one that never came. */
export function failureOf(error: unknown): PdfFailure | undefined {
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  if (name === 'InvalidPDFException' || name === 'FormatError') return 'broken';
  if (name === 'ReaderLost') return 'network';
  if (name === 'ResponseException') return status === 0 || status === undefined ? 'network' : 'gone';
  return undefined;
}

interface Size {
  width: number;
  height: number;
}

/** Where something stands in the room for pages, in CSS pixels. */
export interface PlaceholderBox extends Size {
  left: number;
}

/** A page is not shown larger than this at first; where it would be, it is shown at a size that reads well. */
const most = { fitting: 1.5, instead: 1.25 };

/** How large pages are shown at first: slides whole, others as wide as the room, up to a readable size. */
export const startingFit = (page: Size, room: Size): 'page-fit' | 'page-width' | number => {
  if (page.width > page.height) return 'page-fit';
  return room.width / page.width > most.fitting ? most.instead : 'page-width';
};

/** Where the first page will stand; `page` is its size at the scale 1. */
export function placeholderBox(page: Size, room: Size): PlaceholderBox {
  const fit = startingFit(page, room);
  const wide = room.width / page.width;
  const scale = typeof fit === 'number' ? fit : fit === 'page-width' ? wide : Math.min(wide, room.height / page.height);
  const [width, height] = [Math.floor(page.width * scale), Math.floor(page.height * scale)];
  return { width, height, left: Math.max(0, (room.width - width) / 2) };
}
