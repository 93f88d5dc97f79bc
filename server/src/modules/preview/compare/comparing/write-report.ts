import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Answer, Job } from '@dossier/formats/task';
import { embedFont, proseLines } from '../../pdf/writing/text-layout.ts';

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
