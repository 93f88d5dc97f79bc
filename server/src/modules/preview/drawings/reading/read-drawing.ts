import {
  type Drawing,
  type DrawingSpace,
  type DrawingStyle,
  type DrawingText,
  type DrawingViewport,
  type Paint,
  step,
  traceItem,
} from '@dossier/contract/preview/drawing-file';
import { type DxfObject, numberOf, pointOf } from '@dossier/formats/dxf/dxf-objects';
import { identity, type Matrix, multiply, radians, translation } from '@dossier/formats/dxf/transforms';
import { type Dxf, foreground as groundInk, type Layer, type Layout, modelBlock, paperBlock, readDxf, shownColour } from './read-dxf.ts';
import { byBlock, byLayer, type EntityStyle, lineTo, moveTo, newPath, type Path, type Shape } from './shapes.ts';

const maxDepth = 24;
const usualWeight = 25;

/** Style that the objects of a block inherit from its insertion. */
interface InheritedStyle {
  layer: string;
  colour: number;
  weight: number;
  dashes: number[];
}

/** An infinite line, added once the extent of the drawing is known. */
interface Endless {
  style: number;
  at: [number, number];
  along: [number, number];
  both: boolean;
}

interface ExpansionContext {
  dxf: Dxf;
  styles: Styles;
  /** Indices of layers by their names in capitals. */
  layers: Map<string, number>;
  /** Index of a layer that an object names and no table defines. */
  unknown: (name: string) => number;
}

/** Draws a block with its nested blocks. */
class Expansion {
  readonly endless: Endless[] = [];
  readonly viewportObjects: DxfObject[] = [];
  readonly #drawer: ExpansionContext;
  readonly #into: SpaceWriter;
  /** Blocks being drawn: stops a block that contains itself. */
  readonly #within = new Set<string>();
  #steps = 0;

  constructor(drawer: ExpansionContext, into: SpaceWriter) {
    this.#drawer = drawer;
    this.#into = into;
  }

  draw(block: string): void {
    this.#block(block, identity, { layer: '0', colour: groundInk, weight: usualWeight, dashes: [] });
  }

  #block(name: string, at: Matrix, given: InheritedStyle): void {
    const { dxf } = this.#drawer;
    const block = dxf.blocks.get(name);
    if (block === undefined || this.#within.has(name) || this.#within.size >= maxDepth) return;
    this.#within.add(name);
    for (const shape of block.shapes) if (!this.#shape(shape, at, given)) break;
    this.#within.delete(name);
  }

  /** Answers false where the budget is used up. */
  #shape(shape: Shape, at: Matrix, given: InheritedStyle): boolean {
    const { dxf } = this.#drawer;
    if (dxf.cut && this.#steps > maxInserts) return false;
    const resolved = this.#lookOf(shape.ink, given);
    if (shape.kind === 'path') return this.#kept(this.#into.path(this.#style(resolved, shape.paint), shape.path, at));
    if (shape.kind === 'text') {
      const text = { ...shape.text, style: this.#style(resolved, 'line'), at: [...multiply(at, shape.at)] };
      return this.#kept(this.#into.text(text));
    }
    if (shape.kind === 'viewport') this.viewportObjects.push(shape.object);
    else if (shape.kind === 'endless') this.#addEndless(shape, at, resolved);
    else this.#insert(shape, at, resolved);
    return true;
  }

  #insert({ block, at: places }: Shape & { kind: 'insert' }, at: Matrix, given: InheritedStyle): void {
    const { dxf } = this.#drawer;
    const [x, y] = dxf.blocks.get(block)?.base ?? [0, 0];
    for (const place of places) {
      // empty blocks that contain each other a thousand times
      if (++this.#steps > maxInserts) {
        dxf.cut = true;
        return;
      }
      this.#block(block, multiply(multiply(at, place), translation(-x, -y)), given);
    }
  }

  #kept(isKept: boolean): boolean {
    if (!isKept) {
      this.#drawer.dxf.cut = true;
      this.#steps = maxInserts + 1;
    }
    return isKept;
  }

  #addEndless(
    { at: [x, y], along: [dx, dy], both }: Shape & { kind: 'endless' },
    [a, b, c, d, e, f]: Matrix,
    resolved: InheritedStyle,
  ): void {
    const style = this.#style(resolved, 'endless');
    this.endless.push({ style, both, at: [a * x + c * y + e, b * x + d * y + f], along: [a * dx + c * dy, b * dx + d * dy] });
  }

  #lookOf(entityStyle: EntityStyle, given: InheritedStyle): InheritedStyle {
    const { tables } = this.#drawer.dxf;
    const parentLayer: Layer | undefined = tables.layers.get(given.layer.toUpperCase());
    // objects in a block on a frozen layer are hidden with it
    const name = entityStyle.layer === '0' || parentLayer?.frozen === true ? given.layer : entityStyle.layer;
    const layer = tables.layers.get(name.toUpperCase());
    const colour =
      entityStyle.colour === byBlock
        ? given.colour
        : shownColour(entityStyle.colour === byLayer ? (layer?.colour ?? 7) : entityStyle.colour);
    const weight = entityStyle.weight === -2 ? given.weight : entityStyle.weight === -1 ? (layer?.weight ?? -3) : entityStyle.weight;
    const lineType = entityStyle.lineType === 'BYLAYER' ? (layer?.lineType ?? '') : entityStyle.lineType;
    const own = (tables.lineTypes.get(lineType) ?? []).map((length) => length * tables.lineScale * entityStyle.lineScale);
    return { layer: name, colour, weight: weight < 0 ? usualWeight : weight, dashes: lineType === 'BYBLOCK' ? given.dashes : own };
  }

  #style({ layer, colour, weight, dashes }: InheritedStyle, paint: Paint): number {
    const { layers, unknown, styles } = this.#drawer;
    const place = layers.get(layer.toUpperCase()) ?? unknown(layer);
    const style: DrawingStyle = { layer: place, colour, weight, paint, ...(paint === 'line' && dashes.length > 1 && { dashes }) };
    return styles.place(style);
  }
}

/** Limit of inserted blocks, however little they contain. */
const maxInserts = 1_000_000;

/** The view of a viewport; undefined for the layout's own one, and for disabled ones. */
function viewportOf(object: DxfObject, layerOf: (handle: string) => number | undefined) {
  const [width, height] = [numberOf(object, 40), numberOf(object, 41)];
  if (numberOf(object, 69, 2) === 1 || numberOf(object, 68, 1) === 0 || !(width > 0) || !(height > 0)) return undefined;
  const [x, y] = pointOf(object, 10);
  // views other than from above would need a projection
  if (numberOf(object, 36, 1) <= 0 || numberOf(object, 16) !== 0 || numberOf(object, 26) !== 0) return undefined;
  const turn = radians(numberOf(object, 51));
  const [cx, cy] = pointOf(object, 12);
  const [tx, ty] = pointOf(object, 17);
  // the centre is given in view coordinates: rotated, relative to the target
  const seen = { x: tx + cx * Math.cos(turn) + cy * Math.sin(turn), y: ty - cx * Math.sin(turn) + cy * Math.cos(turn) };
  const hiddenLayers = object.values.flatMap((value, place) => {
    const found = object.codes[place] === 331 ? layerOf(String(value).trim()) : undefined;
    return found === undefined ? [] : [found];
  });
  return { x: x - width / 2, y: y - height / 2, width, height, seen: { ...seen, height: numberOf(object, 45), turn }, hiddenLayers };
}

const mostLayers = 20_000;

/** A DXF in the form that the viewer draws. */
export function readDrawing(bytes: Buffer): Drawing {
  const dxf = readDxf(bytes);
  const layers = [...dxf.tables.layers.values()].map(({ name, colour, hidden }) => ({ name, colour: shownColour(colour), hidden }));
  const places = new Map(layers.map(({ name }, place) => [name.toUpperCase(), place]));
  const unknown = (name: string): number => {
    if (layers.length >= mostLayers) return 0;
    const place = layers.push({ name, colour: shownColour(7), hidden: false }) - 1;
    places.set(name.toUpperCase(), place);
    return place;
  };
  const styles = styleList();
  const drawer: ExpansionContext = { dxf, styles, layers: places, unknown };
  const budget = newBudget();
  const drawn = spacesOf(dxf).map((layout) => drawSpace(drawer, layout, budget));
  const spaces = drawn.filter(({ items, texts, viewports }, at) => at === 0 || items + texts.length + viewports.length > 0);
  return { unit: dxf.tables.unit, layers, styles: styles.styles, spaces, cut: dxf.cut };
}

/** The model first, then the non-empty layouts. */
function spacesOf({ layouts, blocks }: Dxf): Layout[] {
  const model: Layout = { name: '', order: 0, block: modelBlock, paper: undefined };
  const sheets = layouts.filter(({ block }) => block !== modelBlock).toSorted((a, b) => a.order - b.order);
  const isEmpty = (blocks.get(paperBlock)?.shapes.length ?? 0) === 0;
  const old: Layout[] = sheets.length > 0 || isEmpty ? [] : [{ name: '', order: 1, block: paperBlock, paper: undefined }];
  return [model, ...sheets, ...old];
}

function drawSpace(drawer: ExpansionContext, { name, block, paper }: Layout, budget: Budget): DrawingSpace {
  const writer = new SpaceWriter(budget);
  const expansion = new Expansion(drawer, writer);
  expansion.draw(block);
  for (const object of expansion.viewportObjects) {
    const viewport = block === modelBlock ? undefined : viewportOf(object, (handle) => drawer.dxf.tables.layerHandles.get(handle));
    if (viewport !== undefined) writer.viewports.push(viewport);
  }
  if (expansion.endless.length > 0) addEndless(writer, expansion.endless, writer.end(name, paper));
  return writer.end(name, paper);
}

/** Infinite lines are ten times as long as the extent of the drawing. */
function addEndless(writer: SpaceWriter, lines: Endless[], space: DrawingSpace): void {
  const far = 10 * Math.max(1, sizeOf(space));
  for (const { style, at, along, both } of lines) {
    const [x, y] = at;
    const length = Math.hypot(...along) || 1;
    const [dx, dy] = [(along[0] / length) * far, (along[1] / length) * far];
    const path = newPath();
    if (both) moveTo(path, x - dx, y - dy);
    else moveTo(path, x, y);
    lineTo(path, x + dx, y + dy);
    writer.path(style, path, identity);
  }
}

function sizeOf(space: DrawingSpace): number {
  let [left, bottom, right, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const see = (x: number, y: number): void => {
    [left, bottom, right, top] = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
  };
  const to = { moveTo: see, lineTo: see, closePath: () => undefined };
  for (let n = 0; n < space.items; n++) traceItem(space, n, { to, error: Number.POSITIVE_INFINITY });
  return right >= left ? Math.hypot(right - left, top - bottom) : 1;
}

/** Limit of the numbers of a drawing; each takes 8 bytes. */
const mostNumbers = 14_000_000;
const mostItems = 2_000_000;
const mostStyles = 20_000;
const mostTexts = 200_000;

/** What remains of the limits of a drawing. */
interface Budget {
  numbers: number;
  items: number;
  texts: number;
}

const newBudget = (): Budget => ({ numbers: mostNumbers, items: mostItems, texts: mostTexts });

/** Unique styles. */
function styleList() {
  const styles: DrawingStyle[] = [];
  const known = new Map<string, number>();
  return {
    styles,
    place(style: DrawingStyle): number {
      const key = `${style.layer} ${style.colour} ${style.weight} ${style.paint} ${style.dashes?.join(',') ?? ''}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      if (styles.length >= mostStyles) return 0;
      known.set(key, styles.length);
      return styles.push(style) - 1;
    },
  };
}

type Styles = ReturnType<typeof styleList>;

/** Writes the items of one space. */
class SpaceWriter {
  readonly texts: DrawingText[] = [];
  readonly viewports: DrawingViewport[] = [];
  readonly #budget: Budget;
  #numbers = new Float64Array(1024);
  #steps = new Uint8Array(1024);
  #starts = new Uint32Array(1024);
  #numberCount = 0;
  #stepCount = 0;
  #items = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Adds a path; answers false where the budget is used up. */
  path(style: number, path: Path, at: Matrix): boolean {
    const { steps, numbers } = path;
    if (steps.length === 0) return true;
    if (--this.#budget.items < 0 || (this.#budget.numbers -= numbers.length) < 0) return false;
    this.#numbers = grown(this.#numbers, this.#numberCount + numbers.length);
    this.#steps = grown(this.#steps, this.#stepCount + steps.length);
    this.#starts = grown(this.#starts, 3 * this.#items + 3);
    this.#starts.set([style, this.#stepCount, this.#numberCount], 3 * this.#items++);
    this.#steps.set(steps, this.#stepCount);
    this.#stepCount += steps.length;
    this.#put(path, at);
    return true;
  }

  #put({ steps, numbers }: Path, [a, b, c, d, e, f]: Matrix): void {
    const into = this.#numbers;
    let [from, to] = [0, this.#numberCount];
    const put = (isPlace: boolean): void => {
      const [x, y] = [numbers[from++] as number, numbers[from++] as number];
      into[to++] = a * x + c * y + (isPlace ? e : 0);
      into[to++] = b * x + d * y + (isPlace ? f : 0);
    };
    for (const kind of steps) {
      if (kind === step.close) continue;
      put(true);
      if (kind !== step.arc) continue;
      put(false);
      put(false);
      into[to++] = numbers[from++] as number;
      into[to++] = numbers[from++] as number;
    }
    this.#numberCount = to;
  }

  /** Adds a text; answers false where the budget is used up. */
  text(text: DrawingText): boolean {
    if (--this.#budget.texts < 0) return false;
    this.texts.push(text);
    return true;
  }

  end(name: string, paper: DrawingSpace['paper']): DrawingSpace {
    const [items, numbers, steps] = [this.#items, this.#numberCount, this.#stepCount];
    return {
      name,
      ...(paper && { paper }),
      texts: this.texts,
      viewports: this.viewports,
      items,
      numbers,
      steps,
      numbersOf: this.#numbers.subarray(0, numbers),
      starts: this.#starts.subarray(0, items * 3),
      stepsOf: this.#steps.subarray(0, steps),
    };
  }
}

function grown<T extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, need: number): T {
  if (need <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}
