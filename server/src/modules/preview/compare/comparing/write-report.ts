import { readFile } from 'node:fs/promises';
import { PDFDocument, type PDFImage, PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Answer, Job } from '@dossier/formats/task';
import { embedFont } from '../../../../platform/text/embedded-font.ts';
import { proseLines } from '../../pdf/writing/text-layout.ts';

const page = { width: 595.28, height: 841.89, left: 54, right: 46, top: 56, bottom: 50 };

/** Style of each kind of line: size, space before it, inset, colour. */
const hands = {
  title: { size: 18, before: 0, inset: 0, colour: '0 0 0' },
  text: { size: 10.5, before: 3, inset: 0, colour: '0.2 0.22 0.25' },
  place: { size: 9, before: 8, inset: 0, colour: '0.35 0.38 0.42' },
  before: { size: 10.5, before: 2, inset: 12, colour: '0.72 0.16 0.13' },
  after: { size: 10.5, before: 2, inset: 12, colour: '0.08 0.45 0.22' },
} as const;

/** The list of differences as a PDF. */
export async function writeReport(job: Job): Promise<Answer> {
  const { lines, title } = job.terms as { lines: { as: keyof typeof hands; text: string }[]; title: string };
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const letters = await embedFont(pdf);
  let written: string[] = [];
  let y = page.height - page.top;
  const end = (): void => {
    const sheet = pdf.addPage([page.width, page.height]);
    sheet.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(`BT\n${written.join('\n')}\nET`)));
    sheet.node.set(PDFName.of('Resources'), pdf.context.obj({ Font: { W: letters.font.ref } }));
    [written, y] = [[], page.height - page.top];
  };
  for (const { as, text } of lines) {
    const { size, before, inset, colour } = hands[as];
    y -= before;
    const width = page.width - page.left - page.right - inset;
    for (const part of text.split('\n')) {
      for (const row of proseLines(`${as === 'before' ? '− ' : as === 'after' ? '+ ' : ''}${part}`, { letters, width, size })) {
        y -= size * 1.55;
        if (y < page.bottom) {
          end();
          y -= size * 1.55;
        }
        const x = (page.left + inset).toFixed(2);
        for (const piece of row) written.push(`${colour} rg /W ${size} Tf 1 0 0 1 ${x} ${y.toFixed(2)} Tm <${letters.hex(piece.text)}> Tj`);
      }
    }
  }
  end();
  const bytes = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return { ok: true, text: '', bytes: Buffer.from(bytes), pages: pdf.getPageCount() };
}

/** A page of one side: its image, watermarked where required, and the boxes that differ. */
export interface PairedPage {
  file: string;
  boxes: { kind: 'added' | 'removed' | 'changed'; x: number; y: number; width: number; height: number }[];
}

/** A page and its counterpart. */
export type PagePair = [before: PairedPage | null, after: PairedPage | null];

const sheet = { width: 841.89, height: 595.28, edge: 20, gap: 12 };
const colours = { added: rgb(0.1, 0.5, 0.26), removed: rgb(0.78, 0.2, 0.17), changed: rgb(0.75, 0.47, 0) };

/** Appends the pairs of differing pages to the report. */
export async function appendPagePairs(job: Job): Promise<Answer> {
  const { pairs } = job.terms as { pairs: PagePair[] };
  const pdf = await PDFDocument.load(await readFile(job.path), { updateMetadata: false });
  const known = new Map<string, PDFImage>();
  const pictureOf = async (file: string): Promise<PDFImage> => {
    const image = known.get(file) ?? (await pdf.embedJpg(await readFile(file)));
    known.set(file, image);
    return image;
  };
  for (const pair of pairs) {
    const pdfPage = pdf.addPage([sheet.width, sheet.height]);
    for (const [at, side] of pair.entries()) if (side) place(pdfPage, side, { picture: await pictureOf(side.file), at });
  }
  const bytes = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return { ok: true, text: '', bytes: Buffer.from(bytes), pages: pdf.getPageCount() };
}

function place(pdfPage: PDFPage, { boxes }: PairedPage, { picture: image, at }: { picture: PDFImage; at: number }): void {
  const available = { width: (sheet.width - 2 * sheet.edge - sheet.gap) / 2, height: sheet.height - 2 * sheet.edge };
  const scale = Math.min(available.width / image.width, available.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const left = sheet.edge + at * (available.width + sheet.gap) + (available.width - width) / 2;
  const bottom = sheet.height - sheet.edge - height;
  pdfPage.drawImage(image, { x: left, y: bottom, width, height });
  pdfPage.drawRectangle({ x: left, y: bottom, width, height, borderColor: rgb(0.82, 0.84, 0.86), borderWidth: 0.5 });
  for (const box of boxes)
    pdfPage.drawRectangle({
      x: left + box.x * width,
      y: bottom + height - (box.y + box.height) * height,
      width: Math.max(0.8, box.width * width),
      height: box.height * height,
      borderColor: colours[box.kind],
      borderWidth: 0.9,
    });
}
