import type { PDFDocumentProxy } from 'pdfjs-dist';

/** How pages are fitted into the window; otherwise `scale` is a number. */
export type Fit = 'page-width' | 'page-fit';

export interface Finding {
  query: string;
  /** Number of the current hit, from 1; 0 for none. */
  current: number;
  total: number;
  state: 'idle' | 'searching' | 'found' | 'missing';
}

/** Why a PDF could not be opened: broken, locked by a password, missing or refused, or a network failure. */
export type PdfFailure = 'broken' | 'gone' | 'network';

/** A layer over a page, and the element that holds the words of that page once they are there. */
export interface PageLayer {
  host: HTMLElement;
  words: HTMLElement | undefined;
}

export interface PdfState {
  phase: 'opening' | 'password' | 'ready' | 'failed';
  /** Loaded fraction of the file, 0 to 1, where known. */
  progress?: number;
  wrongPassword?: boolean;
  failure?: PdfFailure;
  document?: PDFDocumentProxy;
  /** The layers over the pages that are rendered now, for what is drawn on them. */
  layers?: ReadonlyMap<number, PageLayer>;
  /** The first page is rendered. */
  drawn?: boolean;
  page: number;
  pages: number;
  scale: number;
  fit?: Fit;
  rotation: number;
  find: Finding;
}

/** The state of a page view, independent of the renderer. */
export type PageState = Omit<PdfState, 'document' | 'layers'>;

/** Page navigation and search, independent of the renderer. */
export interface PageNavigation {
  goTo: (page: number) => void;
  zoomBy: (steps: number) => void;
  zoomTo: (scale: number | Fit) => void;
  rotate: (step: 90 | -90) => void;
  find: (query: string, again?: 'next' | 'previous') => void;
}

export const noFinding: Finding = { query: '', current: 0, total: 0, state: 'idle' };

export const closedPdf: PdfState = { phase: 'opening', page: 1, pages: 0, scale: 1, fit: 'page-width', rotation: 0, find: noFinding };

/** The reason of a failure, from the library's error; undefined where it is the same for a broken file and a failed request. */
export function failureOf(error: unknown): PdfFailure | undefined {
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  if (name === 'InvalidPDFException' || name === 'FormatError') return 'broken';
  if (name === 'ReaderLost') return 'network';
  if (name === 'ResponseException') return status === 0 || status === undefined ? 'network' : 'gone';
  return undefined;
}

export interface Size {
  width: number;
  height: number;
}

/** A rectangle in the page container, in CSS pixels. */
export interface PlaceholderBox extends Size {
  left: number;
}

/** The largest initial scale; beyond it a readable scale is used instead. */
const most = { fitting: 1.5, instead: 1.25 };

/** Above and below a page, in CSS pixels, as in `pdf-pages.css`. */
const aroundPage = 10;

/** The scale at which a whole page is seen, with the space around it. */
export const wholePageScale = (page: Size, container: Size): number =>
  Math.max(0.1, Math.min(container.width / page.width, (container.height - 2 * aroundPage) / page.height));

/** The initial fit: slides whole, other pages in width, up to a readable scale. */
export const startingFit = (page: Size, container: Size): 'page-fit' | 'page-width' | number => {
  if (page.width > page.height) return 'page-fit';
  return container.width / page.width > most.fitting ? most.instead : 'page-width';
};

/** The rectangle of the first page; `page` is its size at scale 1. */
export function placeholderBox(page: Size, container: Size): PlaceholderBox {
  const fit = startingFit(page, container);
  const scale = typeof fit === 'number' ? fit : fit === 'page-width' ? container.width / page.width : wholePageScale(page, container);
  const [width, height] = [Math.floor(page.width * scale), Math.floor(page.height * scale)];
  return { width, height, left: Math.max(0, (container.width - width) / 2) };
}
