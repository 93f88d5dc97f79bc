import type { PageRequest } from './page-worker.ts';
import { type Corners, type Look, type Pixels, turnCorners, wholePicture } from './page-pixels.ts';
import type { PagePicture } from './pages-pdf.ts';

/** The longer side of a kept picture in pixels: 210 dots per inch on A4, and a fifth of the memory that a camera's picture takes. */
const longest = 2500;
const sourceQuality = 0.92;
const pageQuality = 0.8;

/** A photographed page: its picture, what is done to it, and what comes of that. */
export interface ScanPage {
  readonly id: number;
  readonly source: PagePicture;
  readonly corners: Corners;
  readonly look: Look;
  readonly result: PagePicture;
}

let nextId = 1;

/** Reads a picture, scaled down, as a page; fails where the browser cannot decode it. */
export async function readPage(file: Blob): Promise<ScanPage> {
  // a camera turns its picture by a note beside it
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const source = await jpegOf(sourceQuality, width, height, (pen) => {
    // under what is transparent
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
  });
  return finish({ id: nextId++, source, corners: wholePicture, look: 'document' });
}

/** The page with other corners, or another look. */
export const changePage = (page: ScanPage, change: { corners?: Corners; look?: Look }): Promise<ScanPage> => finish({ ...page, ...change });

/** The page turned to the right by a quarter. */
export async function turnPage(page: ScanPage): Promise<ScanPage> {
  const bitmap = await createImageBitmap(page.source.jpeg);
  const { width, height } = bitmap;
  const source = await jpegOf(sourceQuality, height, width, (pen) => {
    pen.translate(height, 0);
    pen.rotate(Math.PI / 2);
    pen.drawImage(bitmap, 0, 0);
    bitmap.close();
  });
  return finish({ ...page, source, corners: turnCorners(page.corners) });
}

async function finish(page: Omit<ScanPage, 'result'>): Promise<ScanPage> {
  const { corners, look } = page;
  const picture = await work.make(await pixelsOf(page.source), corners, look);
  const result = await jpegOf(pageQuality, picture.width, picture.height, (pen) => {
    pen.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
  });
  return { ...page, result };
}

async function pixelsOf({ jpeg, width, height }: PagePicture): Promise<Pixels> {
  const bitmap = await createImageBitmap(jpeg);
  const pen = penOf(width, height);
  pen.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = pen.getImageData(0, 0, width, height);
  return { data: data, width, height };
}

function penOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('The browser has no memory for a picture');
  pen.imageSmoothingQuality = 'high';
  return pen;
}

async function jpegOf(quality: number, width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): Promise<PagePicture> {
  const pen = penOf(width, height);
  draw(pen);
  const jpeg = await new Promise<Blob | null>((resolve) => pen.canvas.toBlob(resolve, 'image/jpeg', quality));
  // gives its memory back at once
  Object.assign(pen.canvas, { width: 0, height: 0 });
  if (jpeg === null) throw new Error('The browser has no memory for a picture');
  return { jpeg, width, height };
}

/** Works on pixels beside the page, one picture at a time: each takes up to 40 MB. */
const work = {
  worker: undefined as Worker | undefined,
  last: Promise.resolve() as Promise<unknown>,
  make(picture: Pixels, corners: Corners, look: Look): Promise<Pixels> {
    const made = this.last.then(() => this.ask({ picture, corners, look }));
    this.last = made.catch(() => undefined);
    return made;
  },
  ask(request: PageRequest): Promise<Pixels> {
    this.worker ??= new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' });
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const ending = new AbortController();
      const { signal } = ending;
      const listen = <E extends Event>(name: string, settle: (event: E) => void): void =>
        worker.addEventListener(
          name,
          (event) => {
            ending.abort();
            settle(event as E);
          },
          { signal },
        );
      listen('message', ({ data }: MessageEvent<Pixels>) => resolve(data));
      listen('error', ({ message }: ErrorEvent) => {
        this.end();
        reject(new Error(message));
      });
      worker.postMessage(request, [request.picture.data.buffer]);
    });
  },
  end(): void {
    this.worker?.terminate();
    this.worker = undefined;
  },
};

/** Ends the work on pixels, when no pages are left to be worked on. */
export const endScanning = (): void => work.end();
