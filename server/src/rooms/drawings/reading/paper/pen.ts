import type { Box } from '@dossier/contract/drawing-boxes';
import { type Drawing, type DrawingSpace, type DrawingStyle, type DrawingText, traceItem } from '@dossier/contract/drawing-file';
import { colourOn } from '@dossier/contract/drawing-ground';
import { fontOfHeight, setText } from '@dossier/contract/drawing-text';
import type { Letters } from '../../../watermarks/paper/letters.ts';
import { type Matrix, times } from '../matrix.ts';

/** All that is written on one page, in characters. */
const mostWritten = 60_000_000;
/** Curves are followed to within a tenth of a point. */
const error = 0.1;
const thin = 0.7;
/** Points that a hundredth of a millimetre takes; lines are drawn as they would be plotted. */
const weightPoints = 72 / 2540;

const short = (value: number): string => String(Math.round(value * 100) / 100);

const colourOps = (colour: number): string => {
  const hex = Number.parseInt(colourOn(colour, 'light').slice(1), 16);
  return [hex >> 16, (hex >> 8) & 255, hex & 255].map((part) => short(part / 255)).join(' ');
};

/** Writes the shapes of a drawing as the content of a page. */
export class Pen {
  readonly #letters: Letters;
  readonly #drawing: Drawing;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(letters: Letters, drawing: Drawing) {
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
        if (place !== last) this.#write(lookOps(style, at));
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
      const set = times(times(at, text.at as unknown as Matrix), [fontOfHeight * stretch, 0, 0, fontOfHeight, x, y]);
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
      // far outside of every page, viewers give up
      if (Math.abs(px) > 1e6 || Math.abs(py) > 1e6) return;
      if (op === 'l' && Math.abs(px - lastX) < 0.05 && Math.abs(py - lastY) < 0.05 && path.length > 1) return;
      [lastX, lastY] = [px, py];
      path.push(`${short(px)} ${short(py)} ${path.length === 0 ? 'm' : op}`);
    };
    traceItem(drawn, n, {
      error: error / Math.hypot(a, b),
      to: { moveTo: (x, y) => to(x, y, 'm'), lineTo: (x, y) => to(x, y, 'l'), closePath: () => path.length > 0 && path.push('h') },
    });
    const paint = isLined(style) ? 'S' : style.paint === 'whole' || style.paint === 'blank' ? 'f' : 'f*';
    if (path.length > 0) this.#write(`${path.join(' ')} ${paint}`);
  }

  /** Draws within a box of the page. */
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

function lookOps(style: DrawingStyle, [a, b]: Matrix): string {
  const { colour, weight, dashes = [], paint } = style;
  if (paint === 'blank') return '1 1 1 rg';
  if (paint === 'tint') return '0.9 0.9 0.9 rg';
  if (!isLined(style)) return `${colourOps(colour)} rg`;
  const lengths = dashes.map((length) => length * Math.hypot(a, b));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  // dashes that nobody can tell apart are a line; a point is a short dash
  const pattern = whole > 1.5 && whole < 1e5 ? lengths.map((length) => short(Math.max(length, 0.05))).join(' ') : '';
  return `${colourOps(colour)} RG ${short(Math.max(thin, weight * weightPoints))} w [${pattern}] 0 d`;
}
