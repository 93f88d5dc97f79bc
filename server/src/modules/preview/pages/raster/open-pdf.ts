import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Job, TaskFailure } from '@dossier/formats/task';
import { type Canvas, DOMMatrix, GlobalFonts, Path2D, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';

/** The registered font for Chinese, independent of the fonts of the machine. */
export const chineseFont = 'Noto Sans SC';

// pdfjs loads its own copy of the canvas library: paths of one copy are invalid in the other
Object.assign(globalThis, { DOMMatrix, Path2D });
if (!GlobalFonts.has(chineseFont)) {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  GlobalFonts.registerFromPath(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'), chineseFont);
}

/** A context with the Chinese font as fallback. */
function contextOf(canvas: Canvas, settings?: { alpha: false }): SKRSContext2D {
  const context = canvas.getContext('2d', settings);
  const font = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font');
  Object.defineProperty(context, 'font', {
    get: () => font?.get?.call(context),
    set: (value: string): void => {
      font?.set?.call(context, `${value}, "${chineseFont}"`);
    },
  });
  return context;
}

interface Surface {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** The canvas factory of pdfjs. */
class CanvasFactory {
  create(width: number, height: number): Surface {
    const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: contextOf(canvas) };
  }

  getNoAlphaContext(canvas: Canvas): SKRSContext2D {
    return contextOf(canvas, { alpha: false });
  }

  reset({ canvas }: Surface, width: number, height: number): void {
    if (canvas !== null) Object.assign(canvas, { width: Math.max(1, width), height: Math.max(1, height) });
  }

  destroy(surface: Surface): void {
    // frees the memory at once
    if (surface.canvas !== null) Object.assign(surface.canvas, { width: 0, height: 0 });
    Object.assign(surface, { canvas: null, context: null });
  }
}

const rangeChunkSize = 65_536;
/** Limit of the pixels of an image in a page; larger ones are left out. */
const maxImageSize = 80_000_000;

interface OpenPdf {
  path: string;
  pdf: PDFDocumentProxy;
  close(): Promise<void>;
}

let last: OpenPdf | undefined;

/** The document of a job; it stays open for the next job, so that the next page needs no second parsing. */
export async function openPdf({ path }: Job): Promise<PDFDocumentProxy> {
  if (last?.path === path) return last.pdf;
  await closePdf();
  last = await read(path);
  return last.pdf;
}

/** Closes the open document: after a failure its state is unknown. */
export async function closePdf(): Promise<void> {
  const opened = last;
  last = undefined;
  await opened?.close().catch(() => undefined);
}

async function read(path: string): Promise<OpenPdf> {
  const { getDocument, PDFDataRangeTransport } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const range = new PDFDataRangeTransport(size, null);
  let task: PDFDocumentLoadingTask | undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    range.requestDataRange = (begin: number, end: number): void => {
      bytesOf(file, begin, end).then((bytes) => range.onDataRange(begin, bytes), reject);
    };
  });
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const close = async (): Promise<void> => {
    await task?.destroy();
    await file.close();
  };
  try {
    task = getDocument({
      range,
      CanvasFactory,
      rangeChunkSize,
      disableAutoFetch: true,
      disableStream: true,
      verbosity: 0,
      cMapUrl: join(library, 'cmaps/'),
      standardFontDataUrl: join(library, 'standard_fonts/'),
      wasmUrl: join(library, 'wasm/'),
      iccUrl: join(library, 'iccs/'),
      useSystemFonts: false,
      disableFontFace: true,
      // the process must not generate code at run time, which compiling WebAssembly is
      useWasm: false,
      maxImageSize,
      isEvalSupported: false,
      enableXfa: false,
    } as never);
    return { path, pdf: await Promise.race([task.promise, broken]), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw new TaskFailure((error as { name?: string }).name === 'PasswordException' ? 'encrypted' : 'broken');
  }
}

async function bytesOf(file: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
  return bytesRead === bytes.length ? bytes : bytes.slice(0, bytesRead);
}
