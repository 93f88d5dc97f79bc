import type { Mark } from '@dossier/contract/preview/watermarks';

/** A page as it is shown, in any unit. */
interface Page {
  width: number;
  height: number;
}

/** The width of a text at a font size of 1. */
type Measure = (text: string) => number;

/** The parts of a stamp, relative to its centre: lines with their baselines, and the QR code above them. */
interface Stamp {
  width: number;
  height: number;
  /** Font size. */
  size: number;
  /** `x` is the start of a line, `y` its baseline, from the centre, upwards. */
  lines: { text: string; x: number; y: number }[];
  /** The lower left corner of the code and the size of its modules. */
  code?: { x: number; y: number; module: number };
}

/** The centres of the stamps on a page, from the lower left corner, rotated by `angle` degrees counterclockwise. */
interface Stamps {
  stamp: Stamp;
  angle: number;
  middles: { x: number; y: number }[];
}

const a4Width = 595;
const lineHeight = 1.45;
const gaps = { loose: 3.2, normal: 1.6, dense: 0.6 } as const;
/** Limit of the stamps on a page, however long it is. */
const mostStamps = 1500;

/** The stamps of a watermark on a page; undefined where it has no content. */
export function stampsOf(mark: Mark, page: Page, measure: Measure): Stamps | undefined {
  const unit = Math.min(page.width, page.height) / a4Width;
  const widest = mark.place === 'middle' ? Math.hypot(page.width, page.height) * 0.8 : Math.min(page.width, page.height) * 0.9;
  const stamp = stampOf(mark, mark.size * unit, { measure, widest });
  if (stamp === undefined) return undefined;
  const { angle } = mark;
  if (mark.place === 'middle') return { stamp, angle, middles: [{ x: page.width / 2, y: page.height / 2 }] };
  if (mark.place === 'corners') return { stamp, angle, middles: corners(stamp, angle, page) };
  return { stamp, angle, middles: tiled(stamp, mark, page) };
}

/** All lines are scaled down where one is wider than the page. */
function stampOf(mark: Mark, wanted: number, { measure, widest }: { measure: Measure; widest: number }): Stamp | undefined {
  const texts = mark.lines.filter((line) => line.trim() !== '');
  const modules = mark.qr?.rows.length ?? 0;
  if (texts.length === 0 && modules === 0) return undefined;
  const widths = texts.map(measure);
  const size = Math.min(wanted, widest / Math.max(...widths, 0.001));
  const side = modules === 0 ? 0 : Math.max(size * 5, modules * size * 0.16);
  const height = side + (side > 0 && texts.length > 0 ? size * 0.5 : 0) + texts.length * size * lineHeight;
  const width = Math.max(side, ...widths.map((one) => one * size));
  const lines = texts.map((text, n) => ({
    text,
    x: (-(widths[n] ?? 0) * size) / 2,
    y: -height / 2 + (texts.length - n - 1) * size * lineHeight + size * 0.4,
  }));
  const code = modules === 0 ? {} : { code: { x: -side / 2, y: height / 2 - side, module: side / modules } };
  return { width, height, size, lines, ...code };
}

/** A grid rotated with the lines, every other row shifted by half, over the whole page. */
function tiled(stamp: Stamp, mark: Mark, page: Page): { x: number; y: number }[] {
  const gap = stamp.size * gaps[mark.density] * 2;
  const area = page.width * page.height;
  const stretch = Math.max(1, Math.sqrt(area / ((stamp.width + gap) * (stamp.height + gap)) / mostStamps));
  const stepX = (stamp.width + gap) * stretch;
  const stepY = (stamp.height + gap) * stretch;
  const turn = (mark.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.hypot(page.width, page.height) / 2;
  const edge = Math.hypot(stamp.width, stamp.height) / 2;
  const middles: { x: number; y: number }[] = [];
  const rows = Math.ceil(reach / stepY) + 1;
  const columns = Math.ceil(reach / stepX) + 1;
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const [along, up] = [(column + (row % 2 === 0 ? 0 : 0.5)) * stepX, row * stepY];
      const x = page.width / 2 + along * cos - up * sin;
      const y = page.height / 2 + along * sin + up * cos;
      if (x > -edge && y > -edge && x < page.width + edge && y < page.height + edge) middles.push({ x, y });
    }
  }
  return middles;
}

/** As close to the corners as the rotated stamp fits. */
function corners({ width, height, size }: Stamp, angle: number, page: Page): { x: number; y: number }[] {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const x = Math.min((width * cos + height * sin) / 2 + size, page.width / 2);
  const y = Math.min((width * sin + height * cos) / 2 + size, page.height / 2);
  return [x, page.width - x].flatMap((left) => [y, page.height - y].map((low) => ({ x: left, y: low })));
}

/** The part of a canvas context that a watermark uses. */
interface MarkCanvas {
  font: string;
  fillStyle: unknown;
  globalAlpha: number;
  globalCompositeOperation: string;
  textBaseline: string;
  textAlign: string;
  save(): void;
  restore(): void;
  resetTransform(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  fillText(text: string, x: number, y: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  measureText(text: string): { width: number };
}

const measuredSize = 100;

/** Draws a watermark into the pixels of a page image. `font` is a registered family that has all letters. */
export function drawMark(context: MarkCanvas, mark: Mark, { width, height, font }: Page & { font: string }): void {
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'source-over';
  context.font = `${measuredSize}px "${font}"`;
  const stamps = stampsOf(mark, { width, height }, (text) => context.measureText(text).width / measuredSize);
  if (stamps === undefined) return context.restore();
  const { stamp, angle, middles } = stamps;
  context.font = `${stamp.size}px "${font}"`;
  context.fillStyle = mark.colour;
  context.globalAlpha = mark.opacity;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const { x, y } of middles) {
    context.save();
    context.translate(x, height - y);
    context.rotate((-angle * Math.PI) / 180);
    for (const line of stamp.lines) context.fillText(line.text, line.x, -line.y);
    if (stamp.code !== undefined) {
      const { code } = stamp;
      const rows = mark.qr?.rows ?? [];
      eachDarkRun(rows, ({ row, from, length }) => {
        const top = -(code.y + (rows.length - row) * code.module);
        context.fillRect(code.x + from * code.module, top, length * code.module, code.module);
      });
    }
    context.restore();
  }
  context.restore();
}

/** The dark modules of a QR code as runs in its rows. */
export function eachDarkRun(rows: readonly string[], each: (run: { row: number; from: number; length: number }) => void): void {
  rows.forEach((text, row) => {
    for (const run of text.matchAll(/1+/g)) each({ row, from: run.index, length: run[0].length });
  });
}
