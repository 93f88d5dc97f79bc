import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

const require = createRequire(import.meta.url);

/** A PDF font with cached glyphs: laying out whole lines takes minutes for a long text. */
export interface EmbeddedFont {
  font: PDFFont;
  /** The text in the codes of the font, in hexadecimal. */
  hex(text: string): string;
  /** Its width at a font size of 1. */
  width(text: string): number;
}

function embeddedFont(font: PDFFont): EmbeddedFont {
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

/** The font with Chinese, Japanese, Latin, Greek and Cyrillic letters; only the used ones are embedded. */
export async function embedFont(pdf: PDFDocument): Promise<EmbeddedFont> {
  pdf.registerFontkit(require('fontkit') as Parameters<PDFDocument['registerFontkit']>[0]);
  const folder = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  const bytes = await readFile(join(folder, '400Regular', 'NotoSansSC_400Regular.ttf'));
  return embeddedFont(await pdf.embedFont(bytes, { subset: true }));
}

/** A built-in monospace font, which covers Western European languages only. */
export async function embedMonospaceFont(pdf: PDFDocument): Promise<EmbeddedFont> {
  const { StandardFonts } = await import('@cantoo/pdf-lib');
  return embeddedFont(await pdf.embedFont(StandardFonts.Courier));
}
