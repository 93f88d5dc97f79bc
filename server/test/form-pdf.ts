import { PDFDocument, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A contract of two pages with a note of another program, and with a form: a text, a check box, two radio buttons and a choice. */
export async function formPdf({ packed = true } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595.28, 841.89]);
  page.drawText('Rental agreement', { x: 72, y: 760, size: 20, font });
  pdf.addPage([595.28, 841.89]).drawText('Second page', { x: 72, y: 760, size: 20, font });
  const form = pdf.getForm();
  form.createTextField('tenant').addToPage(page, { x: 72, y: 700, width: 200, height: 24 });
  form.createCheckBox('agreed').addToPage(page, { x: 72, y: 660, width: 16, height: 16 });
  const term = form.createRadioGroup('term');
  for (const [at, option] of ['one', 'two'].entries())
    term.addOptionToPage(option, page, { x: 72 + 40 * at, y: 620, width: 16, height: 16 });
  const city = form.createDropdown('city');
  city.addOptions(['Berlin', 'Beijing']);
  city.addToPage(page, { x: 72, y: 580, width: 200, height: 24 });
  const note = { Type: 'Annot', Subtype: 'Text', Rect: [400, 700, 420, 720], Contents: PDFString.of('Old note'), F: 4 };
  page.node.addAnnot(pdf.context.register(pdf.context.obj(note)));
  return Buffer.from(await pdf.save({ useObjectStreams: packed, updateFieldAppearances: false }));
}

/** What a test reads of an annotation. */
interface ShownAnnotation {
  id: string;
  subtype: string;
  fieldName?: string;
  fieldValue?: unknown;
  hasAppearance: boolean;
  contents: string;
  /** The lines that are drawn. */
  textContent?: string[];
  page: number;
}

/** The annotations of a PDF, and of its form the fields, page by page. */
export async function annotationsOf(bytes: Uint8Array): Promise<ShownAnnotation[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const found: ShownAnnotation[] = [];
  for (let page = 1; page <= pdf.numPages; page++)
    for (const one of await (await pdf.getPage(page)).getAnnotations()) found.push({ ...one, contents: one.contentsObj?.str ?? '', page });
  await task.destroy();
  return found;
}

/** What the editor keeps of each annotation and field, by its id. */
type Kept = Record<string, object>;

/** A PDF as the editor sends it: with `kept` in its storage. */
export async function editedPdf(bytes: Uint8Array, kept: Kept): Promise<Buffer> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  for (const [id, value] of Object.entries(kept)) pdf.annotationStorage.setValue(id, value);
  const edited = await pdf.saveDocument();
  await task.destroy();
  return Buffer.from(edited);
}

/** A text as the editor keeps it. */
export const freeText = (value: string): Kept => ({
  pdfjs_internal_editor_0: {
    annotationType: 3,
    color: [200, 0, 0],
    fontSize: 14,
    value,
    pageIndex: 0,
    rect: [100, 400, 260, 430],
    rotation: 0,
    structTreeParentId: null,
  },
});
