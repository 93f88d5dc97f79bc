import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { identity, type Matrix, multiply } from '@dossier/formats/dxf/transforms';
import type { OfdBudget, OfdClip, OfdImage, OfdObject, OfdPath, OfdRun, OfdText, OfdTile } from '@dossier/formats/ofd/ofd-objects';
import { bytesOfPart } from '@dossier/formats/ofd/ofd-package';
import type { OfdColour, OfdPen, OfdResources, OfdShade } from '@dossier/formats/ofd/ofd-resources';
import type { OfdSeal } from '@dossier/formats/ofd/ofd-seals';
import { readOfd } from '@dossier/formats/ofd/read-ofd';
import { type Answer, TaskFailure } from '@dossier/formats/task';
import { openZip, openZipOf, type ZipParts } from '@dossier/formats/zip/zip-parts';
import { type EmbeddedFont, embedFont } from '../../../../platform/text/embedded-font.ts';
import { readBitmap } from './bitmap.ts';
import { openFont, type OwnFont, type Shape } from './own-fonts.ts';
import { operands, pathOps, placedOps } from './path-ops.ts';

const pointsAMillimetre = 72 / 25.4;
/** Content of all pages, in characters. */
const mostWritten = 120_000_000;
const mostPixels = 60_000_000;
const usualLine = 0.353;

const joins: Record<string, number> = { Miter: 0, Round: 1, Bevel: 2 };
const caps: Record<string, number> = { Butt: 0, Round: 1, Square: 2 };

/** What counts for all of a document, with the pictures of its seals. */
interface Drawing {
  pdf: PDFDocument;
  letters: EmbeddedFont;
  budget: OfdBudget;
  /** Characters of page content. */
  written: number;
}

/** What an OFD as the picture of a seal may decompress to, and how many different ones are drawn. */
const [mostSealContent, mostSealDocuments] = [20 << 20, 50];

/** What all pages share: glyphs, images, fonts and degrees of opacity by their names. */
class PdfResources {
  readonly ref: PDFRef;
  readonly drawing: Drawing;
  readonly #pdf: PDFDocument;
  readonly #zip: ZipParts;
  readonly #objects: Record<string, PDFRef> = {};
  readonly #states: Record<string, Record<string, number | string>> = {};
  readonly #shades: Record<string, PDFRef> = {};
  readonly #patterns: Record<string, PDFRef> = {};
  readonly #fonts = new Map<string, OwnFont | undefined>();
  readonly #shapes = new Map<string, { name: string; width: number } | undefined>();
  readonly #images = new Map<string, string | undefined>();
  readonly #seals = new Map<string, string | undefined>();
  #sealDocuments = 0;

  constructor(drawing: Drawing, zip: ZipParts) {
    [this.drawing, this.#pdf, this.#zip] = [drawing, drawing.pdf, zip];
    this.ref = this.#pdf.context.nextRef();
  }

  write(): void {
    const dictionary = {
      Font: { W: this.drawing.letters.font.ref },
      XObject: this.#objects,
      ExtGState: this.#states,
      Shading: this.#shades,
      Pattern: this.#patterns,
    };
    this.#pdf.context.assign(this.ref, this.#pdf.context.obj(dictionary));
  }

  opacity(alpha: number): string {
    const name = `A${Math.round(alpha * 255)}`;
    this.#states[name] = { ca: alpha, CA: alpha };
    return name;
  }

  /** The name of what lays an image over the page like ink: what is white in it hides nothing. */
  ink(): string {
    this.#states['Ink'] = { BM: 'Multiply' };
    return 'Ink';
  }

  /** The name of a gradient. */
  shade({ start, end, radii, isExtended, stops }: OfdShade): string {
    const { context } = this.#pdf;
    const pieces = stops
      .slice(1)
      .map((stop, at) => ({ FunctionType: 2, Domain: [0, 1], C0: [...(stops[at]?.rgb ?? [])], C1: [...stop.rgb], N: 1 }));
    const joined = {
      FunctionType: 3,
      Domain: [0, 1],
      Functions: pieces,
      Bounds: stops.slice(1, -1).map(({ at }) => at),
      Encode: pieces.flatMap(() => [0, 1]),
    };
    const place = radii === undefined ? [...start, ...end] : [...start, radii[0], ...end, radii[1]];
    const name = `S${Object.keys(this.#shades).length}`;
    const ShadingType = radii === undefined ? 2 : 3;
    const shading = { ShadingType, ColorSpace: 'DeviceRGB', Coords: place, Function: joined, Extend: [...isExtended] };
    this.#shades[name] = context.register(context.obj(shading));
    return name;
  }

  /** The name of a pattern, whose matrix leads to the space of the page or form that it is drawn on. */
  pattern({ width, height, xStep, yStep }: OfdTile, matrix: Matrix, content: string): string {
    const { context } = this.#pdf;
    const name = `P${Object.keys(this.#patterns).length}`;
    const terms = { Type: 'Pattern', PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, width, height], XStep: xStep, YStep: yStep };
    this.#patterns[name] = context.register(context.flateStream(content, { ...terms, Matrix: [...matrix], Resources: this.ref }));
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

  /** The name of an image; undefined where it is of a format that is not read. */
  async image(part: string): Promise<string | undefined> {
    if (!this.#images.has(part)) {
      const bytes = await bytesOfPart(this.#zip, part);
      const image = bytes === undefined ? undefined : await this.#embed(bytes);
      const name = image === undefined ? undefined : `I${this.#images.size}`;
      if (name !== undefined && image !== undefined) this.#objects[name] = image;
      this.#images.set(part, name);
    }
    return this.#images.get(part);
  }

  /** The name of the picture of a seal, drawn like an image; undefined where it is of a format that is not read. */
  async seal(picture: Buffer): Promise<string | undefined> {
    const key = createHash('sha256').update(picture).digest('hex');
    if (!this.#seals.has(key)) {
      const made = picture.toString('latin1', 0, 2) === 'PK' ? await this.#sealDocument(picture) : await this.#embed(picture);
      const name = made === undefined ? undefined : `E${this.#seals.size}`;
      if (name !== undefined && made !== undefined) this.#objects[name] = made;
      this.#seals.set(key, name);
    }
    return this.#seals.get(key);
  }

  /** The first page of an OFD as a form in a unit square; undefined where it cannot be read. */
  async #sealDocument(picture: Buffer): Promise<PDFRef | undefined> {
    if (++this.#sealDocuments > mostSealDocuments) throw new TaskFailure('too-large');
    try {
      const zip = await openZipOf(picture, mostSealContent);
      try {
        const shared = new PdfResources(this.drawing, zip);
        for await (const { objects, resources, width, height } of readOfd(zip, { budget: this.drawing.budget, isSeal: true })) {
          const pen = new PagePen(shared, resources, [1, 0, 0, -1, 0, height]);
          for (const object of objects) await pen.draw(object);
          shared.write();
          const { context } = this.#pdf;
          const place = { BBox: [0, 0, width, height], Matrix: [1 / width, 0, 0, 1 / height, 0, 0] };
          // as one image: what lies over each other in it is not mixed
          const form = { Type: 'XObject', Subtype: 'Form', ...place, Resources: shared.ref, Group: { S: 'Transparency', I: true } };
          return context.register(context.flateStream(pen.written, form));
        }
        return undefined;
      } finally {
        zip.close();
      }
    } catch (error) {
      // what exceeds the bounds of the document is no matter of its seal alone
      if (error instanceof TaskFailure && error.reason === 'too-large') throw error;
      return undefined;
    }
  }

  async #embed(bytes: Buffer): Promise<PDFRef | undefined> {
    try {
      if (bytes[0] === 0xff && bytes[1] === 0xd8) return (await this.#pdf.embedJpg(bytes)).ref;
      if (bytes.toString('latin1', 0, 2) === 'BM') return this.#bitmap(bytes);
      if (bytes.readUInt32BE(0) !== 0x89504e47 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > mostPixels) return undefined;
      return (await this.#pdf.embedPng(bytes)).ref;
    } catch {
      // a broken image is left out
      return undefined;
    }
  }

  #bitmap(bytes: Buffer): PDFRef | undefined {
    const read = readBitmap(bytes, mostPixels);
    if (read === undefined) return undefined;
    const { context } = this.#pdf;
    const terms = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: read.width,
      Height: read.height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    };
    return context.register(context.flateStream(read.rgb, terms));
  }
}

/** Writes the objects of a page, or of a part of one, as a content stream, in millimetres from the upper left corner. */
class PagePen {
  readonly #parts: string[] = [];
  readonly #shared: PdfResources;
  readonly #resources: OfdResources;
  readonly #letters: EmbeddedFont;
  readonly #base: Matrix;
  readonly #clips = new WeakMap<OfdClip, string>();

  /** `base` leads to the space of the stream. */
  constructor(shared: PdfResources, resources: OfdResources, base: Matrix) {
    [this.#shared, this.#letters, this.#resources, this.#base] = [shared, shared.drawing.letters, resources, base];
    this.#write(`${operands(...base)} cm`);
  }

  get written(): string {
    return this.#parts.join('\n');
  }

  async draw(object: OfdObject): Promise<void> {
    this.#write('q');
    for (const clip of object.clips) this.#clip(clip);
    this.#write(`${operands(...object.at)} cm`);
    if (object.kind === 'text') await this.#text(object);
    else if (object.kind === 'path') await this.#path(object);
    else await this.#image(object);
    this.#write('Q');
  }

  /** Draws a seal in its box. */
  async drawSeal({ box, clip, picture }: OfdSeal): Promise<void> {
    const name = picture && (await this.#shared.seal(picture));
    if (name === undefined) return;
    const [x, y, width, height] = box;
    this.#write(`q ${operands(1, 0, 0, 1, x, y)} cm`);
    if (clip !== undefined) this.#write(`${operands(...clip)} re W n`);
    this.#write(`/${this.#shared.ink()} gs ${operands(width, 0, 0, -height, 0, height)} cm /${name} Do Q`);
  }

  #clip(clip: OfdClip): void {
    const known = this.#clips.get(clip);
    if (known !== undefined) return this.#write(known);
    const paths = clip.areas.map(({ at, data }) => placedOps(pathOps(data), at)).filter((ops) => ops !== '');
    const rule = clip.areas.length === 1 && clip.areas[0]?.isEvenOdd ? 'W* n' : 'W n';
    // one without a path that can be read cuts nothing
    const ops = paths.length === 0 ? '' : `${paths.join('\n')}\n${rule}`;
    this.#clips.set(clip, ops);
    this.#write(ops);
  }

  async #path(path: OfdPath): Promise<void> {
    const { data, pen, alpha, isFilled, isStroked, isEvenOdd } = path;
    const ops = pathOps(data);
    if (ops === '' || (!isFilled && !isStroked)) return;
    const isPlain = pen.fill?.shade === undefined && pen.fill?.pattern === undefined;
    if (isFilled && !isPlain) await this.#fill(path, ops);
    const fill = isFilled && isPlain ? (pen.fill ?? transparent) : undefined;
    const isShown = fill !== undefined && fill.alpha > 0;
    if (!isShown && !isStroked) return;
    this.#opacity(alpha * Math.min(isShown ? fill.alpha : 1, isStroked ? (pen.stroke?.alpha ?? 1) : 1));
    if (isShown) this.#write(`${operands(...fill.rgb)} rg`);
    if (isStroked) this.#write(penOps(pen));
    const rule = isEvenOdd ? '*' : '';
    this.#write(`${ops}\n${isShown ? (isStroked ? `B${rule}` : `f${rule}`) : 'S'}`);
  }

  /** Fills a path with a gradient, or with a pattern. */
  async #fill({ pen, alpha, isEvenOdd, tile }: OfdPath, ops: string): Promise<void> {
    const shade = pen.fill?.shade;
    const rule = isEvenOdd ? '*' : '';
    this.#write('q');
    this.#opacity(alpha * (pen.fill?.alpha ?? 1));
    if (shade !== undefined && shade.stops.length > 1) this.#write(`${ops}\nW${rule} n /${this.#shared.shade(shade)} sh`);
    else if (tile !== undefined) this.#write(`/Pattern cs /${await this.#tile(tile)} scn\n${ops}\nf${rule}`);
    this.#write('Q');
  }

  async #tile(tile: OfdTile): Promise<string> {
    const cell = new PagePen(this.#shared, this.#resources, identity);
    for (const object of tile.objects) await cell.draw(object);
    return this.#shared.pattern(tile, multiply(this.#base, tile.at), cell.written);
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
    this.#shared.drawing.written += ops.length;
    if (this.#shared.drawing.written > mostWritten) throw new TaskFailure('too-large');
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
    const drawing: Drawing = { pdf, letters: await embedFont(pdf), budget: { objects: 0, letters: 0 }, written: 0 };
    const shared = new PdfResources(drawing, zip);
    let [pages, seals] = [0, 0];
    for await (const { width, height, objects, resources, seals: stamped } of readOfd(zip, { budget: drawing.budget })) {
      const pen = new PagePen(shared, resources, [pointsAMillimetre, 0, 0, -pointsAMillimetre, 0, height * pointsAMillimetre]);
      for (const object of objects) await pen.draw(object);
      for (const seal of stamped) await pen.drawSeal(seal);
      seals += stamped.length;
      const page = pdf.addPage([width * pointsAMillimetre, height * pointsAMillimetre]);
      page.node.set(PDFName.of('Resources'), shared.ref);
      page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(pen.written)));
      pages++;
    }
    if (pages === 0) throw new TaskFailure('broken');
    shared.write();
    const bytes = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
    return { ok: true, text: '', bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), pages, seals };
  } finally {
    zip.close();
  }
}
