import { readFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

/** The longer side of a page of pictures, in points. */
const longer = 842;

/** Pictures of ours as the pages of a PDF. */
export async function bindPictures(files: readonly string[], name: string): Promise<{ bytes: Uint8Array; pages: number }> {
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
