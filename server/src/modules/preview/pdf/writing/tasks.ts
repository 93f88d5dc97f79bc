import { readFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Answer, Tasks } from '@dossier/formats/task';
import { stampPdf } from './stamp-pdf.ts';
import { typeset } from './typeset.ts';

/** The longer side of a page of pictures, in points. */
const longer = 842;

/** Pictures of ours as the pages of a PDF. */
async function bindPictures(files: readonly string[], name: string): Promise<{ bytes: Uint8Array; pages: number }> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(name);
  for (const file of files) {
    const picture = await pdf.embedJpg(await readFile(file));
    const scale = longer / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const page = pdf.addPage([width, height]);
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { P: picture.ref } }));
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`)));
  }
  return { bytes: await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY }), pages: files.length };
}

const told = ({ bytes, pages, cut = false }: { bytes: Uint8Array; pages: number; cut?: boolean }): Answer => ({
  ok: true,
  text: '',
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  pages,
  cut,
});

/** What the processes do that work on paper: marks in PDF, and PDF of texts. */
export const tasks: Tasks = {
  stamp: async ({ path, terms }) => told(await stampPdf(path, terms?.mark as Mark | undefined)),
  bind: async ({ name, terms }) => told(await bindPictures((terms?.files ?? []) as string[], name)),
  typeset: async (job) => told(await typeset(job)),
};
