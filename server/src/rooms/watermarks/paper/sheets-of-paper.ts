import { type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Letters } from './letters.ts';
import type { Piece } from './lines.ts';

/** A sheet and its margins, in points. */
export const sheet = { width: 595.28, height: 841.89, left: 54, right: 46, top: 52, bottom: 50 };
const mostPages = 2000;

/** How large the letters of a row are, and how far the next one is. */
export interface Hand {
  /** Of the typewriter, and of all others. */
  size: number;
  wide: number;
  leading: number;
}

interface Fonts {
  letters: Letters;
  typewriter: Letters;
}

/** Sheets of paper that are written from top to bottom. */
export function startPaper(pdf: PDFDocument, { letters, typewriter }: Fonts) {
  const { context } = pdf;
  let written: string[] = [];
  let room = sheet.height - sheet.top - sheet.bottom;
  let isFull = false;
  const end = (): void => {
    const page = pdf.addPage([sheet.width, sheet.height]);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(`BT\n${written.join('\n')}\nET`)));
    page.node.set(PDFName.of('Resources'), context.obj({ Font: { W: letters.font.ref, T: typewriter.font.ref } }));
    [written, room] = [[], sheet.height - sheet.top - sheet.bottom];
  };
  return {
    /** Writes a row; answers false where there is no room for it any more. */
    add(pieces: readonly Piece[], { size, wide, leading }: Hand): boolean {
      if (room < leading) {
        isFull = pdf.getPageCount() + 1 >= mostPages;
        if (isFull) return false;
        end();
      }
      room -= leading;
      const y = sheet.bottom + room;
      for (const { text, font, x, bold } of pieces) {
        const hand = font === 'wide' ? { key: 'W', hex: letters.hex(text), size: wide } : { key: 'T', hex: typewriter.hex(text), size };
        const at = `/${hand.key} ${hand.size} Tf 1 0 0 1 ${(sheet.left + x).toFixed(2)} ${y.toFixed(2)} Tm <${hand.hex}> Tj`;
        // the one font that knows Chinese is written thicker by its outlines
        written.push(bold ? `2 Tr ${(hand.size / 36).toFixed(2)} w ${at} 0 Tr` : at);
      }
      return true;
    },
    /** Leaves a gap, where the sheet is not at its end anyway. */
    skip(length: number): void {
      room = Math.max(0, room - length);
    },
    full: () => isFull,
    end,
  };
}

export type Paper = ReturnType<typeof startPaper>;
