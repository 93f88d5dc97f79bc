import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

const require = createRequire(import.meta.url);

/** A font of a PDF that knows each character only once: laying out whole lines takes minutes for a long text. */
export interface Letters {
  font: PDFFont;
  /** The text as the font's own codes, in hexadecimal. */
  hex(text: string): string;
  /** Its width in letters of one unit's height. */
  width(text: string): number;
}

function lettersOf(font: PDFFont): Letters {
  const known = new Map<string, { hex: string; width: number }>();
  const letter = (sign: string) => {
    const found = known.get(sign) ?? { hex: font.encodeText(sign).asString(), width: font.widthOfTextAtSize(sign, 1) };
    known.set(sign, found);
    return found;
  };
  return {
    font,
    hex: (text) => Array.from(text, (sign) => letter(sign).hex).join(''),
    width: (text) => Array.from(text).reduce((sum, sign) => sum + letter(sign).width, 0),
  };
}

/** The letters that have Chinese and Japanese as well as Latin, Greek and Cyrillic; of them only those that are used go into the PDF. */
export async function embedLetters(pdf: PDFDocument): Promise<Letters> {
  pdf.registerFontkit(require('fontkit') as Parameters<PDFDocument['registerFontkit']>[0]);
  const folder = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  const bytes = await readFile(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'));
  return lettersOf(await pdf.embedFont(bytes, { subset: true }));
}

/** Letters of the same width, which every viewer of PDF has: no more than Western Europe needs. */
export async function embedTypewriter(pdf: PDFDocument): Promise<Letters> {
  const { StandardFonts } = await import('@cantoo/pdf-lib');
  return lettersOf(await pdf.embedFont(StandardFonts.Courier));
}
