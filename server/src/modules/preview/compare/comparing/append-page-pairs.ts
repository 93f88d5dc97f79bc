import { readFile } from 'node:fs/promises';
import { PDFDocument, type PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib';
import type { Answer, Job } from '@dossier/formats/task';

/** A page of one side: its picture, marked where it has to be, and what differs on it. */
export interface PairedPage {
  file: string;
  boxes: { kind: 'added' | 'removed' | 'changed'; x: number; y: number; width: number; height: number }[];
}

/** Pages that stand beside each other. */
export type PagePair = [before: PairedPage | null, after: PairedPage | null];

const sheet = { width: 841.89, height: 595.28, edge: 20, gap: 12 };
const colours = { added: rgb(0.1, 0.5, 0.26), removed: rgb(0.78, 0.2, 0.17), changed: rgb(0.75, 0.47, 0) };

/** The pages on which something differs, two by two, behind the report. */
export async function appendPagePairs(job: Job): Promise<Answer> {
  const { pairs } = job.terms as { pairs: PagePair[] };
  const pdf = await PDFDocument.load(await readFile(job.path), { updateMetadata: false });
  const known = new Map<string, PDFImage>();
  const pictureOf = async (file: string): Promise<PDFImage> => {
    const picture = known.get(file) ?? (await pdf.embedJpg(await readFile(file)));
    known.set(file, picture);
    return picture;
  };
  for (const pair of pairs) {
    const paper = pdf.addPage([sheet.width, sheet.height]);
    for (const [at, side] of pair.entries()) if (side) place(paper, side, { picture: await pictureOf(side.file), at });
  }
  const bytes = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return { ok: true, text: '', bytes: Buffer.from(bytes), pages: pdf.getPageCount() };
}

function place(paper: PDFPage, { boxes }: PairedPage, { picture, at }: { picture: PDFImage; at: number }): void {
  const room = { width: (sheet.width - 2 * sheet.edge - sheet.gap) / 2, height: sheet.height - 2 * sheet.edge };
  const scale = Math.min(room.width / picture.width, room.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const left = sheet.edge + at * (room.width + sheet.gap) + (room.width - width) / 2;
  const bottom = sheet.height - sheet.edge - height;
  paper.drawImage(picture, { x: left, y: bottom, width, height });
  paper.drawRectangle({ x: left, y: bottom, width, height, borderColor: rgb(0.82, 0.84, 0.86), borderWidth: 0.5 });
  for (const box of boxes)
    paper.drawRectangle({
      x: left + box.x * width,
      y: bottom + height - (box.y + box.height) * height,
      width: Math.max(0.8, box.width * width),
      height: box.height * height,
      borderColor: colours[box.kind],
      borderWidth: 0.9,
    });
}
