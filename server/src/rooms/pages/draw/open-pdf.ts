import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { GiveUp, type Job } from '../../../ground/confined/job.ts';
import { CanvasFactory } from './drawing-surface.ts';

const rangeChunkSize = 65_536;
/** Pictures in a page with more than so many pixels are left out of it. */
const maxImageSize = 80_000_000;

interface OpenPdf {
  path: string;
  pdf: PDFDocumentProxy;
  close(): Promise<void>;
}

let last: OpenPdf | undefined;

/** The document of a job: the one of the job before stays open, so that the next page costs no second reading. */
export async function openPdf({ path }: Job): Promise<PDFDocumentProxy> {
  if (last?.path === path) return last.pdf;
  await closePdf();
  last = await read(path);
  return last.pdf;
}

/** Closes what stays open: after a failure nobody knows what state it is in. */
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
      // the process may make no code at run time, which compiling it would be
      useWasm: false,
      maxImageSize,
      isEvalSupported: false,
      enableXfa: false,
    } as never);
    return { path, pdf: await Promise.race([task.promise, broken]), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw new GiveUp((error as { name?: string }).name === 'PasswordException' ? 'encrypted' : 'broken');
  }
}

async function bytesOf(file: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
  return bytesRead === bytes.length ? bytes : bytes.slice(0, bytesRead);
}
