import { gunzipSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import {
  type Drawing,
  type DrawingSpace,
  type DrawingStyle,
  type DrawingText,
  readDrawing,
  traceItem,
} from '@dossier/contract/preview/drawing-file';
import { type Box, boxAround, colourOn, fontOfHeight, itemBoxes, setText } from '@dossier/contract/preview/drawing-rendering';
import { type Matrix, multiply } from '@dossier/formats/dxf/transforms';
import type { Answer } from '@dossier/formats/task';
import { type EmbeddedFont, embedFont } from '../../../../platform/text/embedded-font.ts';

/** Text on one page, in characters. */
const mostWritten = 60_000_000;
/** Curves are approximated to a tenth of a point. */
const curveTolerance = 0.1;
const thin = 0.7;
/** Points of a hundredth of a millimetre; lines are drawn with their plotted weights. */
const weightPoints = 72 / 2540;

const short = (value: number): string => String(Math.round(value * 100) / 100);

const colourOps = (colour: number): string => {
  const hex = Number.parseInt(colourOn(colour, 'light').slice(1), 16);
  return [hex >> 16, (hex >> 8) & 255, hex & 255].map((part) => short(part / 255)).join(' ');
};

/** Writes the shapes of a drawing as a content stream. */
class PdfPen {
  readonly #letters: EmbeddedFont;
  readonly #drawing: Drawing;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(letters: EmbeddedFont, drawing: Drawing) {
    this.#letters = letters;
    this.#drawing = drawing;
  }

  space(drawn: DrawingSpace, at: Matrix, hides: (layer: number) => boolean): void {
    const { styles, layers } = this.#drawing;
    const isShown = ({ layer }: DrawingStyle): boolean => layers[layer]?.hidden !== true && !hides(layer);
    for (const lined of [false, true]) {
      let last: number | undefined;
      for (let n = 0; n < drawn.items; n++) {
        const place = drawn.starts[3 * n] as number;
        const style = styles[place];
        if (style === undefined || lined !== isLined(style) || !isShown(style)) continue;
        if (place !== last) this.#write(styleOps(style, at));
        last = place;
        this.#item(drawn, n, { at, style });
        if (this.isFull()) return;
      }
    }
    for (const text of drawn.texts) {
      const style = styles[text.style];
      if (style !== undefined && isShown(style)) this.#text(text, { at, style });
    }
  }

  #text(text: DrawingText, { at, style }: { at: Matrix; style: DrawingStyle }): void {
    this.#write(`${colourOps(style.colour)} rg`);
    for (const { line, x, y, stretch } of setText(text, (one) => this.#letters.width(one) * fontOfHeight)) {
      const set = multiply(multiply(at, text.at as unknown as Matrix), [fontOfHeight * stretch, 0, 0, fontOfHeight, x, y]);
      if (line.trim() !== '')
        this.#write(`BT /W 1 Tf ${set.map((value) => value.toFixed(4)).join(' ')} Tm <${this.#letters.hex(line)}> Tj ET`);
    }
  }

  #item(drawn: DrawingSpace, n: number, { at, style }: { at: Matrix; style: DrawingStyle }): void {
    const [a, b, c, d, e, f] = at;
    const path: string[] = [];
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    const to = (x: number, y: number, op: 'm' | 'l'): void => {
      const [px, py] = [a * x + c * y + e, b * x + d * y + f];
      // viewers fail on coordinates far outside of the page
      if (Math.abs(px) > 1e6 || Math.abs(py) > 1e6) return;
      if (op === 'l' && Math.abs(px - lastX) < 0.05 && Math.abs(py - lastY) < 0.05 && path.length > 1) return;
      [lastX, lastY] = [px, py];
      path.push(`${short(px)} ${short(py)} ${path.length === 0 ? 'm' : op}`);
    };
    traceItem(drawn, n, {
      error: curveTolerance / Math.hypot(a, b),
      to: { moveTo: (x, y) => to(x, y, 'm'), lineTo: (x, y) => to(x, y, 'l'), closePath: () => path.length > 0 && path.push('h') },
    });
    const paint = isLined(style) ? 'S' : style.paint === 'whole' || style.paint === 'blank' ? 'f' : 'f*';
    if (path.length > 0) this.#write(`${path.join(' ')} ${paint}`);
  }

  /** Draws clipped to a box of the page. */
  within([left, bottom, right, top]: Box, [a, , , d, e, f]: Matrix, draw: () => void): void {
    this.#parts.push(`q ${short(a * left + e)} ${short(d * bottom + f)} ${short(a * (right - left))} ${short(d * (top - bottom))} re W n`);
    draw();
    this.#parts.push('Q');
  }

  #write(text: string): void {
    if (this.isFull()) return;
    this.#parts.push(text);
    this.#length += text.length + 1;
  }

  isFull(): boolean {
    return this.#length > mostWritten;
  }

  written(): string {
    return `1 J 1 j\n${this.#parts.join('\n')}`;
  }
}

const isLined = ({ paint }: DrawingStyle): boolean => paint === 'line' || paint === 'endless';

function styleOps(style: DrawingStyle, [a, b]: Matrix): string {
  const { colour, weight, dashes = [], paint } = style;
  if (paint === 'blank') return '1 1 1 rg';
  if (paint === 'tint') return '0.9 0.9 0.9 rg';
  if (!isLined(style)) return `${colourOps(colour)} rg`;
  const lengths = dashes.map((length) => length * Math.hypot(a, b));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  // dashes too small to distinguish are a line; a point is a short dash
  const pattern = whole > 1.5 && whole < 1e5 ? lengths.map((length) => short(Math.max(length, 0.05))).join(' ') : '';
  return `${colourOps(colour)} RG ${short(Math.max(thin, weight * weightPoints))} w [${pattern}] 0 d`;
}

/** The longer side of a page in points: A3 where a drawing defines no paper size, and the bounds of any paper size. */
const defaultLongerSide = 1190;
const [least, most] = [420, 2400];
const pointsOfMillimetre = 72 / 25.4;
const margin = 0.02;
const mostUnpacked = 256 << 20;

/** A drawing as a PDF: the model on the first page, each layout on a page of its own. */
export async function writeDrawingPdf(packed: Buffer, name: string): Promise<Answer> {
  const bytes = gunzipSync(packed, { maxOutputLength: mostUnpacked });
  const drawing = readDrawing(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const pdf = await PDFDocument.create();
  pdf.setTitle(name);
  const letters = await embedFont(pdf);
  const pages = drawing.spaces.map((space, at) => ({ space, at })).filter(({ space, at }) => at > 0 || !isEmpty(space));
  let cut = drawing.cut;
  for (const { space } of pages.length > 0 ? pages : [{ space: drawing.spaces[0] as DrawingSpace }]) {
    const { box, width, height, scale } = pageOf(drawing, space);
    const pen = new PdfPen(letters, drawing);
    const [left, bottom] = [(width - (box[2] - box[0]) * scale) / 2, (height - (box[3] - box[1]) * scale) / 2];
    const at = [scale, 0, 0, scale, left - box[0] * scale, bottom - box[1] * scale] as const;
    drawWindows(pen, drawing, { space, at });
    pen.space(space, at, () => false);
    const page = pdf.addPage([width, height]);
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(pen.written())));
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ Font: { W: letters.font.ref } }));
    cut ||= pen.isFull();
  }
  const saved = await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  return { ok: true, text: '', bytes: Buffer.from(saved.buffer, saved.byteOffset, saved.length), pages: pdf.getPageCount(), cut };
}

const isEmpty = ({ items, texts, viewports }: DrawingSpace): boolean => items + texts.length + viewports.length === 0;

function pageOf({ styles, layers }: Drawing, space: DrawingSpace) {
  const isShown = (layer: number): boolean => layers[layer]?.hidden !== true;
  const around = boxAround(space, itemBoxes(space), { styles, isShown });
  const box = space.paper ?? withMargin(around ?? [0, 0, 1, 1]);
  const [across, up] = [box[2] - box[0], box[3] - box[1]];
  const longer = Math.max(across, up);
  const wanted = space.paper === undefined ? defaultLongerSide : Math.min(most, Math.max(least, longer * pointsOfMillimetre));
  const scale = wanted / longer;
  // a minimum for long and thin drawings, whose page would be invisible otherwise
  return { box, scale, width: Math.max(across * scale, wanted / 8), height: Math.max(up * scale, wanted / 8) };
}

function withMargin([left, bottom, right, top]: Box): Box {
  const by = Math.max(right - left, top - bottom, 1e-9) * margin;
  return [left - by, bottom - by, right + by, top + by];
}

/** Draws the model through the viewports of a layout. */
function drawWindows(
  pen: PdfPen,
  { spaces }: Drawing,
  { space, at }: { space: DrawingSpace; at: readonly [number, number, number, number, number, number] },
): void {
  const [model] = spaces;
  if (model === undefined) return;
  for (const { x, y, width, height, seen, hiddenLayers } of space.viewports) {
    const scale = height / (seen.height || height);
    const [cos, sin] = [Math.cos(seen.turn) * scale, Math.sin(seen.turn) * scale];
    const middle = [x + width / 2, y + height / 2] as const;
    const into = [cos, sin, -sin, cos, middle[0] - cos * seen.x + sin * seen.y, middle[1] - sin * seen.x - cos * seen.y] as const;
    const hidden = new Set(hiddenLayers);
    pen.within([x, y, x + width, y + height], at, () => pen.space(model, multiply(at, into), (layer) => hidden.has(layer)));
  }
}
