import type { OfflineView } from '../platform/offline-copies.ts';

/** What is used of PDF.js, which is loaded from its own file for the first PDF. */
interface PdfPage {
  getViewport(terms: { scale: number }): { width: number; height: number };
  render(terms: { canvas: HTMLCanvasElement; viewport: object }): { promise: Promise<void> };
  cleanup(): void;
}
interface PdfDocument {
  numPages: number;
  getPage(page: number): Promise<PdfPage>;
}
interface PdfLibrary {
  GlobalWorkerOptions: { workerSrc: string };
  getDocument(terms: object): { promise: Promise<PdfDocument>; destroy(): Promise<void> };
}

const folder = '/offline';
/** The service worker has these files under the name that viewers know. */
const assets = `${folder}/pdfjs`;

/** The most pixels of a page: more takes memory that phones do not have. */
const mostPixels = 6_000_000;

/** Shows a document in an element; what it returns ends that. */
export async function showDocument(
  target: HTMLElement,
  {
    shownAs,
    bytes,
    ext,
    pageName,
  }: { shownAs: OfflineView; bytes: ArrayBuffer; ext: string; pageName: (page: number, all: number) => string },
): Promise<() => void> {
  if (shownAs === 'pdf') return showPdf(target, bytes, pageName);
  if (shownAs === 'image') return showImage(target, bytes, ext);
  const text = document.createElement('pre');
  text.textContent = decode(bytes);
  target.append(text);
  return () => text.remove();
}

/** A text as UTF-8, or as what Chinese systems wrote before. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function showImage(target: HTMLElement, bytes: ArrayBuffer, ext: string): Promise<() => void> {
  // browsers look into all but these
  const type = ext === 'svg' ? 'image/svg+xml' : '';
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const image = new Image();
  image.src = url;
  image.alt = '';
  target.append(image);
  await image.decode();
  return () => URL.revokeObjectURL(url);
}

async function showPdf(target: HTMLElement, bytes: ArrayBuffer, pageName: (page: number, all: number) => string): Promise<() => void> {
  const library = (await import(/* @vite-ignore */ `${folder}/pdf.js`)) as PdfLibrary;
  library.GlobalWorkerOptions.workerSrc = `${folder}/pdf.worker.js`;
  const task = library.getDocument({
    data: bytes,
    cMapUrl: `${assets}/cmaps/`,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    // as in viewers
    useSystemFonts: false,
    wasmUrl: `${assets}/wasm/`,
    iccUrl: `${assets}/iccs/`,
    isEvalSupported: false,
  });
  const pdf = await task.promise;
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const places = Array.from({ length: pdf.numPages }, (_, at) => {
    const place = document.createElement('canvas');
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', pageName(at + 1, pdf.numPages));
    // until it is drawn, as high as the first one
    place.style.aspectRatio = `${first.width} / ${first.height}`;
    place.dataset.page = String(at + 1);
    return place;
  });
  const draw = async (canvas: HTMLCanvasElement): Promise<void> => {
    const page = await pdf.getPage(Number(canvas.dataset.page));
    const whole = page.getViewport({ scale: 1 });
    const wanted = (canvas.clientWidth * Math.max(1.5, devicePixelRatio)) / whole.width;
    const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(mostPixels / (whole.width * whole.height))) });
    canvas.style.aspectRatio = `${whole.width} / ${whole.height}`;
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport }).promise;
    page.cleanup();
  };
  // pages are drawn when they come near, and give their memory back when they are far
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target: place, isIntersecting } of entries) {
        const canvas = place as HTMLCanvasElement;
        const isDrawn = canvas.dataset.drawn !== undefined;
        if (isIntersecting && !isDrawn) {
          canvas.dataset.drawn = '';
          void draw(canvas).catch(() => delete canvas.dataset.drawn);
        } else if (!isIntersecting && isDrawn) {
          delete canvas.dataset.drawn;
          canvas.width = 0;
        }
      }
    },
    { rootMargin: '150%' },
  );
  target.append(...places);
  for (const place of places) near.observe(place);
  return () => {
    near.disconnect();
    void task.destroy();
  };
}
