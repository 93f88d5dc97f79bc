import { type DrawingSpace, type DrawingStyle, type DrawingText, traceItem } from '@dossier/contract/preview/drawing-file';
import { type SetLine, colourOn, fontOfHeight, groundColours, setText } from '@dossier/contract/preview/drawing-rendering';
import { type Plan, type Scene, styleAt } from './scene.ts';
import { type Matrix, type Size, type Viewport, matrixOf, times } from './viewport.ts';

/** What is painted, and the transform from plan to canvas. */
interface Painting {
  scene: Scene;
  at: Matrix;
  hides: (layer: number) => boolean;
  density: number;
}

interface Showing extends Painting {
  isShown: (style: DrawingStyle) => boolean;
}

const family = '"Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';
const measured = 100;
/** Texts smaller than this, in pixels, are painted as a stroke. */
const legible = 3;

const knownWidths = new Map<string, number>();
const mostKept = 20_000;
/** Cache: the layout of a text does not change while it is shown. */
const linesOfText = new WeakMap<DrawingText, SetLine[]>();

function widthOf(context: CanvasRenderingContext2D, line: string): number {
  const known = knownWidths.get(line);
  if (known !== undefined) return known;
  context.font = `${measured}px ${family}`;
  const width = (context.measureText(line).width / measured) * fontOfHeight;
  if (knownWidths.size > mostKept) knownWidths.clear();
  knownWidths.set(line, width);
  return width;
}

/** Paints the texts of a space. */
function* paintTexts(context: CanvasRenderingContext2D, { texts }: DrawingSpace, showing: Showing): Generator<void> {
  const { scene, at, isShown, density } = showing;
  for (const [done, text] of texts.entries()) {
    if (done % 500 === 499) yield;
    const style = scene.drawing.styles[text.style];
    if (style === undefined || !isShown(style)) continue;
    const whole = times(at, text.at as unknown as Matrix);
    const height = Math.hypot(whole[2], whole[3]);
    if (height < 0.4 * density || isOutside(context.canvas, text, { whole, height })) continue;
    context.fillStyle = colourOn(style.colour, scene.ground);
    const lines = linesOfText.get(text) ?? setText(text, (line) => widthOf(context, line));
    linesOfText.set(text, lines);
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
    // font coordinates go down, those of the plan up
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

/** Estimates a letter's width as at most twice its height. */
function isOutside(
  { width, height: tall }: HTMLCanvasElement,
  { lines, leading, width: own = 0 }: DrawingText,
  { whole, height }: { whole: Matrix; height: number },
): boolean {
  const longest = Math.max(own, ...lines.map((line) => line.length * 2));
  const reach = Math.hypot(longest * Math.hypot(whole[0], whole[1]), (lines.length * leading * 4 + 2) * height);
  return whole[4] + reach < 0 || whole[4] - reach > width || whole[5] + reach < 0 || whole[5] - reach > tall;
}

/** Items between two looks at the clock. */
const together = 1500;
/** A longer path takes the browser more time than two halves. */
const mostOfPath = 4000;
const curveTolerance = 0.3;

export interface PaintTarget extends Size {
  sight: Viewport;
  /** Canvas pixels per CSS pixel. */
  density: number;
}

/** Paints a scene in slices, so that other work is not blocked. */
export function* paintScene(context: CanvasRenderingContext2D, scene: Scene, picture: PaintTarget): Generator<void> {
  const { sight, width, height, density } = picture;
  const at = times([density, 0, 0, density, 0, 0], matrixOf(sight, { width, height }));
  const { plan, ground } = scene;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = groundColours[ground];
  context.fillRect(0, 0, width * density, height * density);
  paintPaper(context, scene, at);
  for (const viewport of plan.space.viewports) {
    const scale = viewport.height / (viewport.seen.height || viewport.height);
    const [cos, sin] = [Math.cos(viewport.seen.turn) * scale, Math.sin(viewport.seen.turn) * scale];
    const { x, y } = viewport.seen;
    const [mx, my] = [viewport.x + viewport.width / 2, viewport.y + viewport.height / 2];
    const hidden = new Set(viewport.hiddenLayers);
    const [left, top] = [at[0] * viewport.x + at[4], at[3] * (viewport.y + viewport.height) + at[5]];
    const box = { left, top, right: left + viewport.width * at[0], bottom: top - viewport.height * at[3] };
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    context.clip();
    const into = times(at, [cos, sin, -sin, cos, mx - cos * x + sin * y, my - sin * x - cos * y]);
    yield* paintPlan(context, scene.model, { scene, at: into, hides: (layer) => hidden.has(layer), density });
    context.restore();
  }
  yield* paintPlan(context, plan, { scene, at, hides: () => false, density });
}

/** Paints the paper of a layout. */
function paintPaper(context: CanvasRenderingContext2D, { plan, ground }: Scene, [a, , , d, e, f]: Matrix): void {
  const { paper: page } = plan.space;
  if (page === undefined) return;
  const [left, bottom, right, top] = page;
  context.strokeStyle = ground === 'dark' ? '#4a525c' : '#c3c9d0';
  context.lineWidth = 1;
  context.strokeRect(a * left + e, d * top + f, a * (right - left), -d * (top - bottom));
}

function* paintPlan(context: CanvasRenderingContext2D, plan: Plan, painting: Painting): Generator<void> {
  const { scene, hides } = painting;
  const isShown = (style: DrawingStyle): boolean => scene.shown[style.layer] !== false && !hides(style.layer);
  yield* paintGrounds(context, plan, { ...painting, isShown });
  yield* paintLines(context, plan, { ...painting, isShown });
  yield* paintTexts(context, plan.space, { ...painting, isShown });
}

function* paintGrounds(context: CanvasRenderingContext2D, { space, boxes, grounds }: Plan, showing: Showing): Generator<void> {
  const { scene, at, isShown } = showing;
  const place = placer(context.canvas, boxes, at);
  const to = tracerOf(context, at);
  for (const [done, n] of grounds.entries()) {
    if (done % together === together - 1) yield;
    const style = scene.drawing.styles[styleAt(space, n)];
    if (style === undefined || !isShown(style) || place(n) === 'outside') continue;
    context.fillStyle = style.paint === 'blank' ? groundColours[scene.ground] : colourOn(style.colour, scene.ground);
    context.globalAlpha = style.paint === 'tint' ? 0.15 : 1;
    context.beginPath();
    traceItem(space, n, { to, error: curveTolerance / Math.hypot(at[0], at[1]) });
    context.fill(style.paint === 'whole' ? 'nonzero' : 'evenodd');
  }
  context.globalAlpha = 1;
}

function* paintLines(context: CanvasRenderingContext2D, { space, boxes, lines }: Plan, showing: Showing): Generator<void> {
  const { scene, at, isShown, density } = showing;
  const { styles } = scene.drawing;
  const place = placer(context.canvas, boxes, at);
  const to = tracerOf(context, at);
  const dots = dotsOn(context.canvas.width);
  let [open, last, isHidden] = [0, -1, false];
  const end = (): void => {
    if (open > 0) context.stroke();
    context.beginPath();
    open = 0;
  };
  context.beginPath();
  for (const [done, n] of lines.entries()) {
    if (done % together === together - 1) {
      end();
      yield;
    }
    const number = styleAt(space, n);
    if (number !== last) {
      end();
      last = number;
      const style = styles[number];
      isHidden = style === undefined || !isShown(style);
      if (style !== undefined && !isHidden) applyLineStyle(context, style, { scene, at, density });
    }
    if (isHidden) continue;
    const found = place(n);
    if (found === 'outside') continue;
    if (found === 'dot') open += dots(context, place.x, place.y);
    else {
      traceItem(space, n, { to, error: curveTolerance / Math.hypot(at[0], at[1]) });
      open += stepsOf(space, n);
    }
    if (open > mostOfPath) end();
  }
  end();
  context.setLineDash([]);
}

const stepsOf = ({ starts, items, steps }: DrawingSpace, n: number): number =>
  (n + 1 < items ? (starts[3 * n + 4] as number) : steps) - (starts[3 * n + 1] as number);

/** Items below a pixel are painted as one dot, without repeating a pixel. */
function dotsOn(width: number) {
  let last = -1;
  return (context: CanvasRenderingContext2D, x: number, y: number): number => {
    const key = Math.round(y) * width + Math.round(x);
    if (key === last) return 0;
    last = key;
    context.moveTo(x, y);
    context.lineTo(x + 1, y);
    return 1;
  };
}

function applyLineStyle(context: CanvasRenderingContext2D, style: DrawingStyle, { scene, at, density }: Omit<Painting, 'hides'>): void {
  context.strokeStyle = colourOn(style.colour, scene.ground);
  context.lineWidth = density * Math.min(4, Math.max(1, style.weight / 25));
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  const scale = Math.hypot(at[0], at[1]);
  const dashes = (style.dashes ?? []).map((length) => Math.max(length * scale, density));
  const whole = dashes.reduce((sum, length) => sum + length, 0);
  // indistinguishable dashes are painted as a line
  context.setLineDash(whole > 5 * density && whole < 20_000 ? dashes : []);
}

function tracerOf(context: CanvasRenderingContext2D, [a, b, c, d, e, f]: Matrix) {
  return {
    moveTo: (x: number, y: number) => context.moveTo(a * x + c * y + e, b * x + d * y + f),
    lineTo: (x: number, y: number) => context.lineTo(a * x + c * y + e, b * x + d * y + f),
    closePath: () => context.closePath(),
  };
}

/** Whether and how an item is painted; `x` and `y` are its position as a dot. */
function placer({ width, height }: { width: number; height: number }, boxes: Float64Array, [a, b, c, d, e, f]: Matrix) {
  const place = Object.assign(
    (n: number): 'outside' | 'dot' | 'drawn' => {
      const [left, bottom, right, top] = [
        boxes[4 * n] as number,
        boxes[4 * n + 1] as number,
        boxes[4 * n + 2] as number,
        boxes[4 * n + 3] as number,
      ];
      const [cx, cy] = [(left + right) / 2, (bottom + top) / 2];
      const [x, y] = [a * cx + c * cy + e, b * cx + d * cy + f];
      const [hw, hh] = [(right - left) / 2, (top - bottom) / 2];
      const [rx, ry] = [Math.abs(a) * hw + Math.abs(c) * hh, Math.abs(b) * hw + Math.abs(d) * hh];
      if (x + rx < 0 || x - rx > width || y + ry < 0 || y - ry > height) return 'outside';
      place.x = x;
      place.y = y;
      return rx < 0.5 && ry < 0.5 ? 'dot' : 'drawn';
    },
    { x: 0, y: 0 },
  );
  return place;
}
