import { readFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Answer, Tasks } from '@dossier/formats/task';
import { annotatePdf, type AnnotationPlan } from './annotate-pdf.ts';
import { type ArrangedRun, arrangePages } from './arrange-pages.ts';
import { redactPdf, type Redaction } from './redact-pdf.ts';
import { prepareSeal, type SealPlan } from './sign-pdf.ts';
import { stampPdf } from './stamp-pdf.ts';
import { typeset } from './typeset.ts';

/** The longer side of an image's page, in points. */
const longer = 842;

/** Rasterised images as the pages of a PDF. */
async function bindPictures(files: readonly string[], name: string): Promise<{ bytes: Uint8Array; pages: number }> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(name);
  for (const file of files) {
    const image = await pdf.embedJpg(await readFile(file));
    const scale = longer / Math.max(image.width, image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const page = pdf.addPage([width, height]);
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { P: image.ref } }));
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`)));
  }
  return { bytes: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }), pages: files.length };
}

const answerOf = ({ bytes, pages, cut = false }: { bytes: Uint8Array; pages: number; cut?: boolean }): Answer => ({
  ok: true,
  text: '',
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  pages,
  cut,
});

/** Tasks of the PDF processes: watermarks, changed pages, comments, places for seals, and PDFs of texts and images. */
export const tasks: Tasks = {
  stamp: async ({ path, terms }) => answerOf(await stampPdf(path, terms?.mark as Mark | undefined)),
  bind: async ({ name, terms }) => answerOf(await bindPictures((terms?.files ?? []) as string[], name)),
  arrange: async ({ terms }) => answerOf(await arrangePages(terms as { files: string[]; runs: ArrangedRun[]; isExtract: boolean })),
  annotate: async ({ path, terms }) => answerOf(await annotatePdf(path, terms as unknown as AnnotationPlan)),
  redact: async ({ path, terms }) => answerOf(await redactPdf(path, terms as unknown as Redaction)),
  seal: async ({ path, terms }) => {
    const { bytes, at, addedPages } = await prepareSeal(path, terms as unknown as SealPlan);
    const place = Buffer.alloc(4);
    place.writeUInt32BE(at);
    return { ok: true, text: '', bytes: Buffer.concat([place, bytes]), pages: addedPages };
  },
  typeset: async (job) => answerOf(await typeset(job)),
};
