import type { DrawingSpace, DrawingStyle, DrawingText } from '@dossier/contract/drawing-file';
import { colourOn } from '@dossier/contract/drawing-ground';
import { fontOfHeight, type SetLine, setText } from '@dossier/contract/drawing-text';
import type { Scene } from './scene.ts';
import { type Matrix, times } from './sight.ts';

/** What is painted, and how the plan lies on the canvas. */
export interface Painting {
  scene: Scene;
  at: Matrix;
  hides: (layer: number) => boolean;
  density: number;
}

export interface Showing extends Painting {
  isShown: (style: DrawingStyle) => boolean;
}

const family = '"Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';
const measured = 100;
/** Letters smaller than so many pixels are a stroke. */
const legible = 3;

const widths = new Map<string, number>();
const mostKept = 20_000;
/** How each text is set does not change while it is looked at. */
const set = new WeakMap<DrawingText, SetLine[]>();

function widthOf(context: CanvasRenderingContext2D, line: string): number {
  const known = widths.get(line);
  if (known !== undefined) return known;
  context.font = `${measured}px ${family}`;
  const width = (context.measureText(line).width / measured) * fontOfHeight;
  if (widths.size > mostKept) widths.clear();
  widths.set(line, width);
  return width;
}

/** Paints the texts of a space. */
export function* paintTexts(context: CanvasRenderingContext2D, { texts }: DrawingSpace, showing: Showing): Generator<void> {
  const { scene, at, isShown, density } = showing;
  for (const [done, text] of texts.entries()) {
    if (done % 500 === 499) yield;
    const style = scene.drawing.styles[text.style];
    if (style === undefined || !isShown(style)) continue;
    const whole = times(at, text.at as unknown as Matrix);
    const height = Math.hypot(whole[2], whole[3]);
    if (height < 0.4 * density || isOutside(context.canvas, text, { whole, height })) continue;
    context.fillStyle = colourOn(style.colour, scene.ground);
    const lines = set.get(text) ?? setText(text, (line) => widthOf(context, line));
    set.set(text, lines);
    if (height < legible * density) strokes(context, lines, whole);
    else letters(context, lines, { whole, height });
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
}

function letters(context: CanvasRenderingContext2D, lines: SetLine[], { whole }: { whole: Matrix; height: number }): void {
  context.font = `${measured}px ${family}`;
  context.textBaseline = 'alphabetic';
  for (const { line, x, y, stretch } of lines) {
    // letters go down where the plan goes up
    const own = times(whole, [(fontOfHeight * stretch) / measured, 0, 0, -fontOfHeight / measured, x, y]);
    context.setTransform(...own);
    context.fillText(line, 0, 0);
  }
}

function strokes(context: CanvasRenderingContext2D, lines: SetLine[], whole: Matrix): void {
  context.setTransform(...whole);
  context.globalAlpha = 0.5;
  for (const { x, y, width } of lines) context.fillRect(x, y + 0.2, width, 0.6);
  context.globalAlpha = 1;
}

/** A text is no wider than twice its letters' height each. */
function isOutside(
  { width, height: tall }: HTMLCanvasElement,
  { lines, leading, width: own = 0 }: DrawingText,
  { whole, height }: { whole: Matrix; height: number },
): boolean {
  const longest = Math.max(own, ...lines.map((line) => line.length * 2));
  const reach = Math.hypot(longest * Math.hypot(whole[0], whole[1]), (lines.length * leading * 4 + 2) * height);
  return whole[4] + reach < 0 || whole[4] - reach > width || whole[5] + reach < 0 || whole[5] - reach > tall;
}
