import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { TaskFailure } from '@dossier/formats/task';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** A letter of a page: left, bottom, right and top in the units of the page, and the angle of its line in degrees counter-clockwise. */
export interface Letter {
  text: string;
  box: [left: number, bottom: number, right: number, top: number];
  angle: number;
}

/** Of a page as it is shown, in fractions of it: from the units of the page. */
export type ToShown = (x: number, y: number) => [x: number, y: number];

/** A document in PDFium. */
export interface OpenText {
  pages: number;
  /** The letters of a page, counted from 1, in the order of its content; also those that are not seen. */
  letters(page: number): { letters: Letter[]; toShown: ToShown };
  /** The text of a page alone. */
  text(page: number): string;
  close(): void;
}

/** More letters of a page are not read. */
const mostLetters = 200_000;
/** The side of a page in the whole numbers that PDFium answers places in. */
const side = 1_000_000;

let engine: Promise<WrappedPdfiumModule> | undefined;

async function startEngine(): Promise<WrappedPdfiumModule> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** The PDFium engine forgets a document that broke it. */
export const forgetEngine = (): void => {
  engine = undefined;
};

/** What PDFium says a document needs. */
const passwordNeeded = 4;

/** What is read of a page, by room for numbers that PDFium writes into. */
function pageReader(pdfium: WrappedPdfiumModule, numbers: number) {
  const { wasmExports, getValue } = pdfium.pdfium;
  const double = (index: number): number => getValue(numbers + 8 * index, 'double') as number;
  const integer = (index: number): number => getValue(numbers + 4 * index, 'i32') as number;
  const countOf = (text: number): number => Math.min(pdfium.FPDFText_CountChars(text), mostLetters);
  return {
    shownBy(page: number): ToShown {
      const placed = (x: number, y: number): [number, number] => {
        pdfium.FPDF_PageToDevice(page, 0, 0, side, side, 0, x, y, numbers, numbers + 4);
        return [integer(0) / side, integer(1) / side];
      };
      const [[e, f], [right, up], [left, top]] = [placed(0, 0), placed(1000, 0), placed(0, 1000)];
      const [a, b, c, d] = [(right - e) / 1000, (up - f) / 1000, (left - e) / 1000, (top - f) / 1000];
      return (x, y) => [a * x + c * y + e, b * x + d * y + f];
    },
    letters(text: number): Letter[] {
      const letters: Letter[] = [];
      for (let index = 0, count = countOf(text); index < count; index++) {
        const code = pdfium.FPDFText_GetUnicode(text, index);
        pdfium.FPDFText_GetCharBox(text, index, numbers, numbers + 8, numbers + 16, numbers + 24);
        const box: Letter['box'] = [double(0), double(2), double(1), double(3)];
        const angle = (pdfium.FPDFText_GetCharAngle(text, index) * 180) / Math.PI;
        letters.push({ text: code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd', box, angle });
      }
      return letters;
    },
    text(text: number): string {
      const count = countOf(text);
      const into = wasmExports.malloc(2 * (count + 1));
      try {
        const written = pdfium.FPDFText_GetText(text, 0, count, into);
        return Buffer.from(memoryOf(pdfium).subarray(into, into + 2 * Math.max(0, written - 1))).toString('utf16le');
      } finally {
        wasmExports.free(into);
      }
    },
  };
}

/** The memory of the engine; another one after it has grown. */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

/** Opens a PDF that needs no password, whole in memory. */
export async function openText(path: string): Promise<OpenText> {
  const pdfium = await (engine ??= startEngine());
  const { wasmExports } = pdfium.pdfium;
  const bytes = await readFile(path);
  const at = wasmExports.malloc(bytes.length);
  memoryOf(pdfium).set(bytes, at);
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '');
  if (document === 0) {
    const why = pdfium.FPDF_GetLastError();
    wasmExports.free(at);
    throw new TaskFailure(why === passwordNeeded ? 'encrypted' : 'broken');
  }
  const numbers = wasmExports.malloc(4 * 8);
  const reader = pageReader(pdfium, numbers);
  const withPage = <T>(number: number, work: (page: number, text: number) => T): T => {
    const page = pdfium.FPDF_LoadPage(document, number - 1);
    if (page === 0) throw new TaskFailure('broken');
    const text = pdfium.FPDFText_LoadPage(page);
    try {
      return work(page, text);
    } finally {
      pdfium.FPDFText_ClosePage(text);
      pdfium.FPDF_ClosePage(page);
    }
  };
  return {
    pages: pdfium.FPDF_GetPageCount(document),
    letters: (number) => withPage(number, (page, text) => ({ letters: reader.letters(text), toShown: reader.shownBy(page) })),
    text: (number) => withPage(number, (_page, text) => reader.text(text)),
    close() {
      pdfium.FPDF_CloseDocument(document);
      wasmExports.free(numbers);
      wasmExports.free(at);
    },
  };
}
