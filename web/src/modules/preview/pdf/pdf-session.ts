import { type StoreApi, createStore } from 'zustand/vanilla';
import { isReachable } from '../../../platform/call.ts';
import { pdfAssets } from '../pdf-assets.ts';
import type { PagePosition } from '../viewer-preferences.ts';
import { wordsOf } from '../viewer/search-terms.ts';
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
  type PdfReading,
  emptyViewer,
  pdfjs,
  takePdf,
} from '../pdf-library.ts';
import {
  type Fit,
  type PageLayer,
  type PageNavigation,
  type PdfState,
  type Size,
  closedPdf,
  failureOf,
  noFinding,
  startingFit,
  wholePageScale,
} from './pdf-state.ts';

interface FindEvent {
  state?: number;
  matchesCount: { current: number; total: number };
}

/** Mirrors the library's search state in the store; returns the function that searches, or steps with the same words. */
function watchFinding(store: StoreApi<PdfState>, bus: EventBus): (query: string, again?: 'next' | 'previous') => void {
  // The single words, once the document turned out not to contain the phrase.
  let apart: string[] = [];
  const dispatch = (query: string, again?: 'next' | 'previous'): void =>
    bus.dispatch('find', {
      type: again ? 'again' : '',
      query: apart.length > 0 ? apart : query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: again === 'previous',
      matchDiacritics: false,
    });
  const put = ({ state, matchesCount }: FindEvent): void => {
    const { find } = store.getState();
    const words = state === FindState.NOT_FOUND && apart.length === 0 ? wordsOf(find.query) : [];
    if (words.length > 0) {
      apart = words;
      dispatch(find.query);
      return;
    }
    const known = state === undefined ? find.state : stateName(state, find.state);
    store.setState({ find: { ...find, current: matchesCount.current, total: matchesCount.total, state: known } });
  };
  bus.on('updatefindmatchescount', put);
  bus.on('updatefindcontrolstate', put);
  return (query, again) => {
    if (query.trim() === '') {
      store.setState({ find: noFinding });
      bus.dispatch('findbarclose', {});
      return;
    }
    if (store.getState().find.query !== query) {
      apart = [];
      store.setState({ find: { ...noFinding, query, state: 'searching' } });
    }
    dispatch(query, again);
  };
}

function stateName(state: number, before: PdfState['find']['state']): PdfState['find']['state'] {
  if (state === FindState.PENDING) return before === 'found' ? 'found' : 'searching';
  return state === FindState.NOT_FOUND ? 'missing' : 'found';
}

/** The container of a PDF, and its source. */
interface PdfPlace {
  container: HTMLDivElement;
  url: string;
  size: number;
  labelPage: (page: number) => string;
  /** The position to restore, when the same document is opened again. */
  at?: PagePosition;
}

/** An open PDF: its state, and its operations. */
export interface PdfSession extends PageNavigation {
  store: StoreApi<PdfState>;
  follow: (destination: string | unknown[]) => void;
  enterPassword: (password: string) => void;
  /** The size of a page as it is turned: that of the first one until it is known, and undefined until that is. */
  sizeOf: (page: number) => Size | undefined;
  /** Resolves once the sizes of all pages are known. */
  sizesKnown: () => Promise<void>;
  close: () => void;
}

const maxCanvasPixels = 2 ** 25;
// The library's own texts are English only; we label the pages ourselves.
const noWords = {
  translate: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
};

/** Opens a PDF in a container; reports all later changes through `store`. */
export function openPdf(place: PdfPlace): PdfSession {
  const store = createStore<PdfState>(() => ({ ...closedPdf, ...place.at }));
  const bus = new EventBus();
  const links = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const viewer = makeViewer(place.container, { bus, links, finder: new PDFFindController({ linkService: links, eventBus: bus }) });
  links.setViewer(viewer);
  watchPages(store, bus, { viewer, place });
  watchLayers(store, bus, viewer);
  const find = watchFinding(store, bus);
  let submit = (_password: string): void => undefined;
  const reading = read(store, place, (accept) => {
    submit = accept;
  });
  const resized = new ResizeObserver(() => fitAgain(viewer, store));
  resized.observe(place.container);
  let closed = false;
  const show = async (): Promise<void> => {
    const document = await (await reading).document;
    // A file whose first page is unreadable is rejected before the viewer gets it.
    await document.getPage(1);
    if (closed) return;
    viewer.setDocument(document);
    links.setDocument(document, null);
    store.setState({ document, pages: document.numPages });
  };
  show().catch(async (error: unknown) => {
    const failure = failureOf(error) ?? ((await isReachable(place.url)) ? 'broken' : 'network');
    if (!closed) store.setState({ phase: 'failed', failure });
  });
  const close = (): void => {
    closed = true;
    resized.disconnect();
    void Promise.all([reading, emptyViewer(viewer, links)]).then(([{ end }]) => end());
  };
  return {
    store,
    find,
    close,
    enterPassword: (password) => {
      store.setState({ phase: 'opening', wrongPassword: false });
      submit(password);
    },
    sizeOf: (page) => (viewer.getPageView(page - 1) ? sizeOf(viewer, page) : undefined),
    sizesKnown: async () => void (await viewer.pagesPromise),
    follow: (to) => void links.goToDestination(to as string),
    ...navigation(viewer, store),
  };
}

/** Starts loading; reports progress and password requests to the store. `take` receives the function that submits a password. */
async function read(
  store: StoreApi<PdfState>,
  { url, size }: PdfPlace,
  take: (accept: (password: string) => void) => void,
): Promise<PdfReading> {
  const reading = await takePdf(url, size);
  const { task, early } = reading;
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (store.getState().phase === 'opening' && total > 0) store.setState({ progress: Math.min(1, loaded / total) });
  };
  const askPassword = (accept: (password: string) => void, reason: number): void => {
    take(accept);
    store.setState({ phase: 'password', wrongPassword: reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD });
  };
  task.onPassword = askPassword;
  if (early) askPassword(...early);
  return reading;
}

function navigation(viewer: PDFViewer, store: StoreApi<PdfState>): Pick<PdfSession, 'goTo' | 'zoomBy' | 'zoomTo' | 'rotate'> {
  return {
    goTo: (page) => {
      if (viewer.pagesCount > 0) viewer.currentPageNumber = Math.min(Math.max(1, page), viewer.pagesCount);
    },
    zoomBy: (steps) => viewer.updateScale({ steps }),
    zoomTo: (scale) => scaleTo(viewer, store, scale),
    rotate: (step) => {
      viewer.pagesRotation = (viewer.pagesRotation + step + 360) % 360;
    },
  };
}

interface Parts {
  bus: EventBus;
  links: PDFLinkService;
  finder: PDFFindController;
}

function makeViewer(container: HTMLDivElement, { bus, links, finder }: Parts): PDFViewer {
  return new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    findController: finder,
    l10n: noWords as never,
    // Forms are rendered but not editable; annotations and links work.
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    imageResourcesPath: `${pdfAssets}/images/`,
    removePageBorders: true,
    maxCanvasPixels,
  });
}

function watchPages(store: StoreApi<PdfState>, bus: EventBus, { viewer, place }: { viewer: PDFViewer; place: PdfPlace }): void {
  bus.on('pagesinit', () => {
    const { scrollTop } = place.container;
    scaleTo(viewer, store, place.at ? (place.at.fit ?? place.at.scale) : firstFit(viewer, place.container));
    if (place.at) {
      viewer.pagesRotation = place.at.rotation;
      viewer.currentPageNumber = Math.min(place.at.page, viewer.pagesCount);
    } else {
      // setting the scale scrolled to the first page's edge, while the user may already read its placeholder
      place.container.scrollTop = scrollTop;
    }
    for (let i = 0; i < viewer.pagesCount; i++) viewer.getPageView(i)?.div.setAttribute('aria-label', place.labelPage(i + 1));
    store.setState({ phase: 'ready', pages: viewer.pagesCount });
  });
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => store.setState({ page: pageNumber }));
  bus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
    store.setState({ scale, fit: presetValue === 'page-width' || presetValue === 'page-fit' ? presetValue : undefined }),
  );
  bus.on('rotationchanging', ({ pagesRotation, pageNumber }: { pagesRotation: number; pageNumber: number }) => {
    store.setState({ rotation: pagesRotation });
    fitAgain(viewer, store);
    // Rotated pages have other heights, so the same scroll position shows another page.
    viewer.currentPageNumber = pageNumber;
  });
  bus.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error?: { name?: string } }) => {
    if (pageNumber === 1) store.setState({ drawn: true });
    // The address has expired, or the right was removed: the page requests a new one.
    if (error?.name === 'ResponseException') store.setState({ phase: 'failed', failure: 'gone' });
  });
}

/** The class of the layer over a page, in `pdf-pages.css`. */
const layerClass = 'overPage';

/**
 * Keeps a layer over each rendered page. The library empties a page that is drawn anew or leaves the screen, so each rendering puts the layer back, and
 * those that are not in the document any more are forgotten: however long the document is, few pages have one.
 */
function watchLayers(store: StoreApi<PdfState>, bus: EventBus, viewer: PDFViewer): void {
  const put = ({ pageNumber }: { pageNumber: number }): void => {
    const page = viewer.getPageView(pageNumber - 1)?.div as HTMLElement | undefined;
    if (page === undefined) return;
    const known = store.getState().layers ?? new Map<number, PageLayer>();
    const host = known.get(pageNumber)?.host ?? document.createElement('div');
    host.className = layerClass;
    page.append(host);
    const words = page.querySelector<HTMLElement>('.textLayer') ?? undefined;
    const layers = new Map([...known].filter(([, layer]) => layer.host.isConnected));
    store.setState({ layers: layers.set(pageNumber, { host, words }) });
  };
  bus.on('pagerendered', put);
  bus.on('textlayerrendered', put);
}

/** Fits the pages again when a pane opens or the window is resized. */
function fitAgain(viewer: PDFViewer, store: StoreApi<PdfState>): void {
  const { phase, fit } = store.getState();
  // on paper the viewer is hidden
  if (phase !== 'ready' || viewer.container.clientWidth === 0) return;
  if (fit) scaleTo(viewer, store, fit);
  viewer.update();
}

/** Scales the pages. What fits a whole page into the container is worked out here: the library takes no account of the space around pages. */
function scaleTo(viewer: PDFViewer, store: StoreApi<PdfState>, wanted: Fit | number): void {
  if (wanted !== 'page-fit') {
    viewer.currentScaleValue = String(wanted);
    return;
  }
  viewer.currentScale = wholePageScale(sizeOf(viewer, viewer.currentPageNumber), sizeIn(viewer.container));
  store.setState({ fit: wanted });
}

/** The size of a page as it is turned, at scale 1. */
function sizeOf(viewer: PDFViewer, page: number): Size {
  const { width, height, scale } = viewer.getPageView(page - 1) as { width: number; height: number; scale: number };
  return { width: width / scale, height: height / scale };
}

const sizeIn = ({ clientWidth, clientHeight }: HTMLElement): Size => ({ width: clientWidth, height: clientHeight });

/** From the size of its first page, before anything is rendered. */
function firstFit(viewer: PDFViewer, container: HTMLElement): Fit | number {
  return startingFit(sizeOf(viewer, 1), sizeIn(container));
}
