import { PDFDocument, type PDFImage, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { Matrix } from '@dossier/formats/dxf/transforms';
import type { OfdImage, OfdObject, OfdPath, OfdRun, OfdText } from '@dossier/formats/ofd/ofd-objects';
import { bytesOfPart } from '@dossier/formats/ofd/ofd-package';
import type { OfdColour, OfdPen, OfdResources } from '@dossier/formats/ofd/ofd-resources';
import { type OfdPage, readOfd } from '@dossier/formats/ofd/read-ofd';
import { type Answer, TaskFailure } from '@dossier/formats/task';
import { openZip, type ZipParts } from '@dossier/formats/zip/zip-parts';
import { type EmbeddedFont, embedFont } from '../../../../platform/text/embedded-font.ts';
import { openFont, type OwnFont, type Shape } from './own-fonts.ts';
import { operands, pathOps } from './path-ops.ts';

const pointsAMillimetre = 72 / 25.4;
/** Content of all pages, in characters. */
const mostWritten = 120_000_000;
const mostPixels = 60_000_000;
const usualLine = 0.353;

const joins: Record<string, number> = { Miter: 0, Round: 1, Bevel: 2 };
const caps: Record<string, number> = { Butt: 0, Round: 1, Square: 2 };

/** What all pages share: glyphs, images, fonts and degrees of opacity by their names. */
class PdfResources {
  readonly ref: PDFRef;
  readonly #pdf: PDFDocument;
  readonly #zip: ZipParts;
  readonly #letters: EmbeddedFont;
  readonly #objects: Record<string, PDFRef> = {};
  readonly #opacities: Record<string, { ca: number; CA: number }> = {};
  readonly #fonts = new Map<string, OwnFont | undefined>();
  readonly #shapes = new Map<string, { name: string; width: number } | undefined>();
  readonly #images = new Map<string, string | undefined>();

  constructor(pdf: PDFDocument, zip: ZipParts, letters: EmbeddedFont) {
    [this.#pdf, this.#zip, this.#letters] = [pdf, zip, letters];
    this.ref = pdf.context.nextRef();
  }

  write(): void {
    const dictionary = { Font: { W: this.#letters.font.ref }, XObject: this.#objects, ExtGState: this.#opacities };
    this.#pdf.context.assign(this.ref, this.#pdf.context.obj(dictionary));
  }

  opacity(alpha: number): string {
    const name = `A${Math.round(alpha * 255)}`;
    this.#opacities[name] = { ca: alpha, CA: alpha };
    return name;
  }

  async font(part: string): Promise<OwnFont | undefined> {
    if (!this.#fonts.has(part)) {
      const bytes = await bytesOfPart(this.#zip, part);
      this.#fonts.set(part, bytes === undefined ? undefined : openFont(bytes));
    }
    return this.#fonts.get(part);
  }

  /** The name under which a glyph is drawn in a size of 1, and its width. */
  glyph(part: string, font: OwnFont, id: number): { name: string; width: number } | undefined {
    const key = `${part} ${id}`;
    if (!this.#shapes.has(key)) this.#shapes.set(key, this.#addShape(font.shape(id)));
    return this.#shapes.get(key);
  }

  #addShape(shape: Shape | undefined): { name: string; width: number } | undefined {
    if (shape === undefined) return undefined;
    const name = `G${this.#shapes.size}`;
    // wider than any glyph: only what lies in it is drawn
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [-4, -4, 5, 5] };
    this.#objects[name] = this.#pdf.context.register(this.#pdf.context.flateStream(shape.ops === '' ? '' : `${shape.ops}\nf`, form));
    return { name, width: shape.width };
  }

  /** The name of an image; undefined where it is of a format that PDF does not know. */
  async image(part: string): Promise<string | undefined> {
    if (!this.#images.has(part)) {
      const bytes = await bytesOfPart(this.#zip, part);
      const image = bytes === undefined ? undefined : await this.#embed(bytes);
      const name = image === undefined ? undefined : `I${this.#images.size}`;
      if (name !== undefined && image !== undefined) this.#objects[name] = image.ref;
      this.#images.set(part, name);
    }
    return this.#images.get(part);
  }

  async #embed(bytes: Buffer): Promise<PDFImage | undefined> {
    try {
      if (bytes[0] === 0xff && bytes[1] === 0xd8) return await this.#pdf.embedJpg(bytes);
      if (bytes.readUInt32BE(0) !== 0x89504e47 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > mostPixels) return undefined;
      return await this.#pdf.embedPng(bytes);
    } catch {
      // a broken image is left out
      return undefined;
    }
  }
}

/** Writes the objects of a page as a content stream, in millimetres from the upper left corner. */
class PagePen {
  readonly #parts: string[] = [];
  readonly #shared: PdfResources;
  readonly #resources: OfdResources;
  readonly #letters: EmbeddedFont;
  length = 0;

  constructor(shared: PdfResources, letters: EmbeddedFont, page: OfdPage) {
    [this.#shared, this.#letters, this.#resources] = [shared, letters, page.resources];
    this.#write(`${operands(pointsAMillimetre, 0, 0, -pointsAMillimetre, 0, page.height * pointsAMillimetre)} cm`);
  }

  get written(): string {
    return this.#parts.join('\n');
  }

  async draw(object: OfdObject): Promise<void> {
    this.#write(`q ${operands(...object.at)} cm`);
    if (object.kind === 'text') await this.#text(object);
    else if (object.kind === 'path') this.#path(object);
    else await this.#image(object);
    this.#write('Q');
  }

  #path({ data, pen, alpha, isFilled, isStroked, isEvenOdd }: OfdPath): void {
    const ops = pathOps(data);
    if (ops === '' || (!isFilled && !isStroked)) return;
    const fill = isFilled ? (pen.fill ?? transparent) : undefined;
    const isShown = fill !== undefined && fill.alpha > 0;
    if (!isShown && !isStroked) return;
    this.#opacity(alpha * Math.min(isShown ? fill.alpha : 1, isStroked ? (pen.stroke?.alpha ?? 1) : 1));
    if (isShown) this.#write(`${operands(...fill.rgb)} rg`);
    if (isStroked) this.#write(penOps(pen));
    const rule = isEvenOdd ? '*' : '';
    this.#write(`${ops}\n${isShown ? (isStroked ? `B${rule}` : `f${rule}`) : 'S'}`);
  }

  async #image({ resource, alpha }: OfdImage): Promise<void> {
    const part = this.#resources.images.get(resource);
    const name = part === undefined ? undefined : await this.#shared.image(part);
    if (name === undefined) return;
    this.#opacity(alpha);
    this.#write(`1 0 0 -1 0 1 cm /${name} Do`);
  }

  async #text(text: OfdText): Promise<void> {
    if (text.size <= 0) return;
    const colour = (text.isFilled ? text.pen.fill : text.pen.stroke) ?? black;
    this.#opacity(text.alpha * colour.alpha);
    this.#write(`${operands(...colour.rgb)} rg`);
    const part = this.#resources.fonts.get(text.font);
    const font = part === undefined ? undefined : await this.#shared.font(part);
    const hidden: string[] = [];
    for (const run of text.runs) hidden.push(...this.#run(text, run, font && part !== undefined ? { font, part } : undefined));
    // shapes have no letters: these lie over them unseen, to be found and copied
    if (hidden.length > 0) this.#write(`BT 3 Tr /W 1 Tf ${hidden.join(' ')} ET`);
  }

  /** Draws a run, and answers the letters of what was drawn as shapes. */
  #run(text: OfdText, { letters, x, y, dx, dy, glyphs }: OfdRun, own: { font: OwnFont; part: string } | undefined): string[] {
    const { size, stretch, turned } = text;
    const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
    const hidden: string[] = [];
    let [left, top] = [x, y];
    letters.forEach((letter, at) => {
      const ids = glyphs.get(at) ?? own?.font.glyphOf(letter);
      const shapes = own === undefined ? [] : [ids ?? []].flat().flatMap((id) => this.#shared.glyph(own.part, own.font, id) ?? []);
      const isDrawn = shapes.length > 0 || (own !== undefined && glyphs.has(at));
      // glyphs have their y upwards
      const place = (shift: number): Matrix => [
        size * stretch * cos,
        size * stretch * sin,
        size * sin,
        -size * cos,
        left + shift * size * stretch * cos,
        top + shift * size * stretch * sin,
      ];
      let wide = 0;
      for (const { name, width } of shapes) {
        this.#write(`q ${operands(...place(wide))} cm /${name} Do Q`);
        wide += width;
      }
      const hex = this.#letters.hex(letter);
      const set = `${operands(...place(0))} Tm <${hex}> Tj`;
      if (isDrawn) hidden.push(set);
      else if (letter.trim() !== '') this.#write(`BT /W 1 Tf ${set} ET`);
      if (!isDrawn) wide = this.#letters.width(letter);
      const isPlaced = dx !== undefined || dy !== undefined;
      left += isPlaced ? (dx?.[at] ?? 0) : wide * size * stretch * cos;
      top += isPlaced ? (dy?.[at] ?? 0) : wide * size * stretch * sin;
    });
    return hidden;
  }

  #opacity(alpha: number): void {
    if (alpha < 1) this.#write(`/${this.#shared.opacity(alpha)} gs`);
  }

  #write(ops: string): void {
    this.#parts.push(ops);
    this.length += ops.length;
  }
}

const black: OfdColour = { rgb: [0, 0, 0], alpha: 1 };
/** A path that is filled without a colour has none. */
const transparent: OfdColour = { rgb: [0, 0, 0], alpha: 0 };

function penOps({ lineWidth = usualLine, join, cap, miterLimit, dashes, dashOffset = 0, stroke = black }: OfdPen): string {
  const ops = [`${operands(...stroke.rgb)} RG`, `${operands(Math.max(lineWidth, 0))} w`];
  if (join !== undefined) ops.push(`${joins[join] ?? 0} j`);
  if (cap !== undefined) ops.push(`${caps[cap] ?? 0} J`);
  if (miterLimit !== undefined && miterLimit >= 1) ops.push(`${operands(miterLimit)} M`);
  if (dashes !== undefined) ops.push(`[${operands(...dashes)}] ${operands(dashOffset)} d`);
  return ops.join(' ');
}

/** An OFD as PDF. */
export async function writeOfdPdf(path: string, name: string): Promise<Answer> {
  const zip = await openZip(path);
  try {
    const pdf = await PDFDocument.create();
    pdf.setTitle(name);
    const letters = await embedFont(pdf);
    const shared = new PdfResources(pdf, zip, letters);
    let [pages, length] = [0, 0];
    for await (const read of readOfd(zip)) {
      const pen = new PagePen(shared, letters, read);
      for (const object of read.objects) {
        await pen.draw(object);
        if (length + pen.length > mostWritten) throw new TaskFailure('too-large');
      }
      length += pen.length;
      const page = pdf.addPage([read.width * pointsAMillimetre, read.height * pointsAMillimetre]);
      page.node.set(PDFName.of('Resources'), shared.ref);
      page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(pen.written)));
      pages++;
    }
    if (pages === 0) throw new TaskFailure('broken');
    shared.write();
    const bytes = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
    return { ok: true, text: '', bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), pages };
  } finally {
    zip.close();
  }
}
