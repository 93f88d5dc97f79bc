import { type StoreApi, createStore } from 'zustand/vanilla';
import { pdfAssets } from '../../preview/pdf-assets.ts';
import { EventBus, LinkTarget, PDFLinkService, PDFViewer, emptyViewer, pdfjs, readPdfBytes } from '../../preview/pdf-library.ts';
import { type EditorLabels, labelEditors } from './editor-labels.ts';
import { type PagePlace, PdfPlaces } from './pdf-places.ts';

const { AnnotationEditorParamsType: params, AnnotationEditorType: types } = pdfjs;

/** What a pointer does on a page: `none` fills in forms and reads. */
export type PdfTool = 'none' | 'highlight' | 'text' | 'ink' | 'picture';

const modes: Record<PdfTool, number> = {
  none: types.NONE,
  highlight: types.HIGHLIGHT,
  text: types.FREETEXT,
  ink: types.INK,
  picture: types.STAMP,
};

/** What can be set of what a tool makes. */
export interface ToolLooks {
  highlightColour: string;
  textColour: string;
  textSize: number;
  inkColour: string;
  inkWidth: number;
}

const looksByParam: Record<keyof ToolLooks, number> = {
  highlightColour: params.HIGHLIGHT_COLOR,
  textColour: params.FREETEXT_COLOR,
  textSize: params.FREETEXT_SIZE,
  inkColour: params.INK_COLOR,
  inkWidth: params.INK_THICKNESS,
};

/** By the names that the library gives them. */
const markers = { yellow: '#fff066', green: '#a6f0a6', blue: '#9fe0ff', pink: '#ffc2dd', red: '#ffb0a8' } as const;

export const highlightColours = Object.values(markers);

const firstLooks: ToolLooks = {
  highlightColour: markers.yellow,
  textColour: '#c2334d',
  textSize: 14,
  inkColour: '#2a6fdb',
  inkWidth: 2,
};

interface PdfEditState {
  phase: 'opening' | 'ready' | 'failed';
  tool: PdfTool;
  looks: ToolLooks;
  page: number;
  pages: number;
  scale: number;
  canUndo: boolean;
  canRedo: boolean;
  hasSelection: boolean;
}

const firstState: PdfEditState = {
  phase: 'opening',
  tool: 'none',
  looks: firstLooks,
  page: 1,
  pages: 0,
  scale: 1,
  canUndo: false,
  canRedo: false,
  hasSelection: false,
};

interface PdfPlace {
  container: HTMLDivElement;
  bytes: Uint8Array;
  labels: EditorLabels;
  labelPage: (page: number) => string;
  /** Called when something was changed. */
  changed: () => void;
}

/** What is done is looked at a moment later, once the library has taken it. */
const lookAfterMs = 250;
/** The longer side of a picture, in pixels: the file keeps each of them. */
const longestSide = 1600;
/** How long a picture may take until it is read. */
const pictureWaitMs = 10_000;
const fitting = 'auto';
const maxCanvasPixels = 2 ** 25;

// the library's own texts are English only: `labelEditors` puts ours
const noWords = {
  translate: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
};

/** An annotation as the library writes it; one that was in the file has an `id`. */
interface NewPicture {
  annotationType?: number;
  id?: string;
  deleted?: boolean;
  bitmapId?: string | null;
  bitmap?: ImageBitmap | null;
}

/** What of the library's manager of editors is used beside its events. */
interface EditorManager {
  endCurrentEditing?: () => void;
  commitOrRemove: () => void;
}

/** A PDF whose pages are annotated and whose form is filled in. */
export class PdfEditing {
  readonly store: StoreApi<PdfEditState> = createStore<PdfEditState>(() => firstState);
  /** The place of a comment that is shown. */
  readonly places: PdfPlaces;
  private readonly place: PdfPlace;
  private readonly bus = new EventBus();
  private readonly viewer: PDFViewer;
  private readonly links: PDFLinkService;
  private readonly reading: ReturnType<typeof readPdfBytes>;
  private readonly ended = new AbortController();
  private document: Awaited<ReturnType<typeof readPdfBytes>['document']> | undefined;
  private manager: EditorManager | undefined;
  /** What the annotations and fields were when they were looked at last. */
  private last = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: PdfPlace) {
    this.place = place;
    this.places = new PdfPlaces(place.container, this.bus);
    this.links = new PDFLinkService({
      eventBus: this.bus,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer nofollow',
    });
    this.viewer = new PDFViewer({
      container: place.container,
      eventBus: this.bus,
      linkService: this.links,
      l10n: noWords as never,
      annotationMode: pdfjs.AnnotationMode.ENABLE_FORMS,
      annotationEditorMode: types.NONE,
      annotationEditorHighlightColors: Object.entries(markers)
        .map(([name, colour]) => `${name}=${colour}`)
        .join(','),
      imageResourcesPath: `${pdfAssets}/images/`,
      removePageBorders: true,
      maxCanvasPixels,
    });
    this.links.setViewer(this.viewer);
    this.listen();
    labelEditors(place.container, place.labels, this.ended.signal);
    // the library takes the bytes over
    this.reading = readPdfBytes(place.bytes.slice());
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      const document = await this.reading.document;
      if (this.ended.signal.aborted) return;
      this.document = document;
      this.viewer.setDocument(document);
      this.links.setDocument(document, null);
    } catch {
      this.store.setState({ phase: 'failed' });
    }
  }

  private listen(): void {
    const { bus, store } = this;
    bus.on('pagesinit', () => {
      this.viewer.currentScaleValue = fitting;
      for (let at = 0; at < this.viewer.pagesCount; at++)
        this.viewer.getPageView(at)?.div.setAttribute('aria-label', this.place.labelPage(at + 1));
      store.setState({ phase: 'ready', pages: this.viewer.pagesCount });
    });
    bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => store.setState({ page: pageNumber }));
    bus.on('scalechanging', ({ scale }: { scale: number }) => store.setState({ scale }));
    bus.on('annotationeditoruimanager', ({ uiManager }: { uiManager: EditorManager }) => (this.manager = uiManager));
    bus.on('editingstateschanged', ({ details }: { details: Record<string, boolean> }) => {
      const { hasSomethingToUndo: canUndo, hasSomethingToRedo: canRedo, hasSelectedEditor: hasSelection } = details;
      store.setState({
        ...(canUndo !== undefined && { canUndo }),
        ...(canRedo !== undefined && { canRedo }),
        ...(hasSelection !== undefined && { hasSelection }),
      });
      this.lookSoon();
    });
    // the library has looks of its own until then
    const prefer = (): void => {
      for (const name of Object.keys(firstLooks) as (keyof ToolLooks)[]) this.set(name, firstLooks[name]);
    };
    bus.on('annotationeditorlayerrendered', prefer, { once: true });
    bus.on('annotationeditorparamschanged', ({ details }: { details: [number, string | number][] }) => this.noteLooks(details));
    // an annotation that was clicked twice, or made without its tool
    bus.on('switchannotationeditormode', ({ mode, ...more }: { mode: number }) => {
      const tool = (Object.keys(modes) as PdfTool[]).find((one) => modes[one] === mode);
      if (tool === undefined) return;
      this.viewer.annotationEditorMode = { mode, ...more };
      store.setState({ tool });
    });
    const { signal } = this.ended;
    for (const kind of ['pointerup', 'keyup', 'input', 'change', 'drop', 'paste', 'focusout'])
      addEventListener(kind, () => this.lookSoon(), { signal, capture: true, passive: true });
    const resized = new ResizeObserver(() => this.fitAgain());
    resized.observe(this.place.container);
    signal.addEventListener('abort', () => resized.disconnect());
  }

  private fitAgain(): void {
    if (!this.place.container.isConnected) return;
    if (this.viewer.currentScaleValue === fitting) this.viewer.currentScaleValue = fitting;
    this.viewer.update();
  }

  private noteLooks(details: [number, string | number][]): void {
    const names = Object.keys(looksByParam) as (keyof ToolLooks)[];
    const found = details.flatMap(([param, value]) => {
      const name = names.find((one) => looksByParam[one] === param);
      return name === undefined ? [] : [[name, typeof value === 'string' ? value.toLowerCase() : value]];
    });
    if (found.length > 0)
      this.store.setState(({ looks }) => ({ looks: { ...looks, ...(Object.fromEntries(found) as Partial<ToolLooks>) } }));
  }

  private lookSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.look();
    }, lookAfterMs);
  }

  /** Tells of a change, where there is one. */
  look(): void {
    const { hash } = (this.document?.annotationStorage.serializable ?? { hash: this.last }) as { hash: string };
    if (hash === this.last) return;
    this.last = hash;
    this.place.changed();
  }

  /** Takes what is being typed. */
  commit(): void {
    this.manager?.commitOrRemove();
    this.look();
  }

  /** The whole file as it is now. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    const { document } = this;
    if (document === undefined || document.annotationStorage.size === 0) return this.place.bytes.slice();
    // a picture put a moment ago, or put again by "Redo", is still being read, and the library fails to write it
    const since = performance.now();
    while (isReadingPicture(document.annotationStorage) && performance.now() - since < pictureWaitMs)
      await new Promise((resolve) => setTimeout(resolve, lookAfterMs));
    return document.saveDocument();
  }

  take(tool: PdfTool): void {
    if (this.store.getState().tool === tool) return;
    this.store.setState({ tool });
    this.viewer.annotationEditorMode = { mode: modes[tool] };
  }

  set<K extends keyof ToolLooks>(name: K, value: ToolLooks[K]): void {
    this.store.setState(({ looks }) => ({ looks: { ...looks, [name]: value } }));
    this.tell(name, value);
    this.lookSoon();
  }

  private tell(name: keyof ToolLooks, value: string | number): void {
    this.bus.dispatch('switchannotationeditorparams', { source: this, type: looksByParam[name], value });
  }

  undo = (): void => this.act('undo');
  redo = (): void => this.act('redo');
  remove = (): void => this.act('delete');

  private act(name: string): void {
    this.bus.dispatch('editingaction', { source: this, name });
    this.lookSoon();
  }

  /** Brings the place of a comment into view; answers whether it is there. */
  async showPlace(place: PagePlace): Promise<boolean> {
    return this.document !== undefined && this.places.show(place, this.document);
  }

  zoomBy(steps: number): void {
    this.viewer.updateScale({ steps });
  }

  /** Puts a picture on the page that is read. Throws where it is none. */
  async addPicture(picture: Blob): Promise<void> {
    const file = await smallPicture(picture);
    const isReady = this.store.getState().tool === 'picture' ? Promise.resolve() : this.untilMode();
    this.take('picture');
    await isReady;
    this.bus.dispatch('switchannotationeditorparams', { source: this, type: params.CREATE, value: { bitmapFile: file } });
    this.lookSoon();
  }

  private untilMode(): Promise<void> {
    return new Promise((resolve) => this.bus.on('annotationeditormodechanged', () => resolve(), { once: true }));
  }

  /** The page has gone: what was written can be read out until `close`, and what was not open yet is closed at once. */
  leave(): void {
    this.commit();
    if (this.store.getState().phase === 'opening') this.close();
  }

  /** Ends all: nothing can be read out any more. */
  close(): void {
    if (this.ended.signal.aborted) return;
    clearTimeout(this.timer);
    this.ended.abort();
    void emptyViewer(this.viewer, this.links).finally(this.reading.end);
  }
}

/** Whether a new picture has no pixels yet. Several annotations may show one picture: the first of them carries it. */
function isReadingPicture(storage: { serializable: unknown }): boolean {
  const { map } = storage.serializable as { map: Map<string, NewPicture> | null };
  const pictures = [...(map?.values() ?? [])].filter((one) => one.annotationType === types.STAMP && one.id === undefined && !one.deleted);
  const read = new Set(pictures.filter((one) => one.bitmap).map((one) => one.bitmapId));
  return pictures.some((one) => !read.has(one.bitmapId));
}

/** A picture as PNG, no larger than it is worth keeping in a file. */
async function smallPicture(picture: Blob): Promise<File> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}
