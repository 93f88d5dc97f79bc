import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A PDF with a line of words on each page. */
export async function pdfOfWords(lines: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const words of lines) pdf.addPage([420, 595]).drawText(words, { x: 40, y: 500, size: 18, font });
  return Buffer.from(await pdf.save());
}
