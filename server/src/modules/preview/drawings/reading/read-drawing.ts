import { type Drawing, type DrawingSpace, type DrawingStyle, type Paint, traceItem } from '@dossier/contract/preview/drawing-file';
import { type DxfObject, numberOf, pointOf } from '@dossier/formats/dxf/dxf-objects';
import { type Matrix, identity, multiply, radians, translation } from '@dossier/formats/dxf/transforms';
import { type Dxf, type Layer, type Layout, foreground as groundInk, modelBlock, paperBlock, readDxf, shownColour } from './read-dxf.ts';
import { type EntityStyle, type Shape, byBlock, byLayer, lineTo, moveTo, newPath } from './shapes.ts';
import { type Budget, SpaceWriter, type Styles, newBudget, styleList } from './space-writer.ts';

const maxDepth = 24;
const usualWeight = 25;

/** What a thing in a block takes from who put the block there. */
interface InheritedStyle {
  layer: string;
  colour: number;
  weight: number;
  dashes: number[];
}

/** An endless line waits until the others say how far the drawing goes. */
interface Endless {
  style: number;
  at: [number, number];
  along: [number, number];
  both: boolean;
}

interface ExpansionContext {
  dxf: Dxf;
  styles: Styles;
  /** Places of layers by their names in capitals. */
  layers: Map<string, number>;
  /** Layers that things name and no table does. */
  unknown: (name: string) => number;
}

/** Draws a block with all blocks in it. */
class Expansion {
  readonly endless: Endless[] = [];
  readonly viewportObjects: DxfObject[] = [];
  readonly #drawer: ExpansionContext;
  readonly #into: SpaceWriter;
  /** Blocks that are being drawn: one that holds itself would never end. */
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

  /** Answers false where there is no more room. */
  #shape(shape: Shape, at: Matrix, given: InheritedStyle): boolean {
    const { dxf } = this.#drawer;
    if (dxf.cut && this.#steps > maxInserts) return false;
    const look = this.#lookOf(shape.ink, given);
    if (shape.kind === 'path') return this.#kept(this.#into.path(this.#style(look, shape.paint), shape.path, at));
    if (shape.kind === 'text') {
      const text = { ...shape.text, style: this.#style(look, 'line'), at: [...multiply(at, shape.at)] };
      return this.#kept(this.#into.text(text));
    }
    if (shape.kind === 'viewport') this.viewportObjects.push(shape.object);
    else if (shape.kind === 'endless') this.#addEndless(shape, at, look);
    else this.#insert(shape, at, look);
    return true;
  }

  #insert({ block, at: places }: Shape & { kind: 'insert' }, at: Matrix, given: InheritedStyle): void {
    const { dxf } = this.#drawer;
    const [x, y] = dxf.blocks.get(block)?.base ?? [0, 0];
    for (const place of places) {
      // blocks without anything to see in them, a thousand times each in the next one
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

  #addEndless({ at: [x, y], along: [dx, dy], both }: Shape & { kind: 'endless' }, [a, b, c, d, e, f]: Matrix, look: InheritedStyle): void {
    const style = this.#style(look, 'endless');
    this.endless.push({ style, both, at: [a * x + c * y + e, b * x + d * y + f], along: [a * dx + c * dy, b * dx + d * dy] });
  }

  #lookOf(ink: EntityStyle, given: InheritedStyle): InheritedStyle {
    const { tables } = this.#drawer.dxf;
    const above: Layer | undefined = tables.layers.get(given.layer.toUpperCase());
    // what is in a block whose own layer is frozen goes with it
    const name = ink.layer === '0' || above?.frozen === true ? given.layer : ink.layer;
    const layer = tables.layers.get(name.toUpperCase());
    const colour = ink.colour === byBlock ? given.colour : shownColour(ink.colour === byLayer ? (layer?.colour ?? 7) : ink.colour);
    const weight = ink.weight === -2 ? given.weight : ink.weight === -1 ? (layer?.weight ?? -3) : ink.weight;
    const lineType = ink.lineType === 'BYLAYER' ? (layer?.lineType ?? '') : ink.lineType;
    const own = (tables.lineTypes.get(lineType) ?? []).map((length) => length * tables.lineScale * ink.lineScale);
    return { layer: name, colour, weight: weight < 0 ? usualWeight : weight, dashes: lineType === 'BYBLOCK' ? given.dashes : own };
  }

  #style({ layer, colour, weight, dashes }: InheritedStyle, paint: Paint): number {
    const { layers, unknown, styles } = this.#drawer;
    const place = layers.get(layer.toUpperCase()) ?? unknown(layer);
    const style: DrawingStyle = { layer: place, colour, weight, paint, ...(paint === 'line' && dashes.length > 1 && { dashes }) };
    return styles.place(style);
  }
}

/** So many blocks are put down, however little is in them. */
const maxInserts = 1_000_000;

/** Where a window of a sheet looks; nothing for the sheet's own, and for those that are switched off. */
function viewportOf(object: DxfObject, layerOf: (handle: string) => number | undefined) {
  const [width, height] = [numberOf(object, 40), numberOf(object, 41)];
  if (numberOf(object, 69, 2) === 1 || numberOf(object, 68, 1) === 0 || !(width > 0) || !(height > 0)) return undefined;
  const [x, y] = pointOf(object, 10);
  // seen from anywhere but above it would have to be projected
  if (numberOf(object, 36, 1) <= 0 || numberOf(object, 16) !== 0 || numberOf(object, 26) !== 0) return undefined;
  const turn = radians(numberOf(object, 51));
  const [cx, cy] = pointOf(object, 12);
  const [tx, ty] = pointOf(object, 17);
  // its middle is told as it is seen: turned, and beside what is looked at
  const seen = { x: tx + cx * Math.cos(turn) + cy * Math.sin(turn), y: ty - cx * Math.sin(turn) + cy * Math.cos(turn) };
  const hiddenLayers = object.values.flatMap((value, place) => {
    const found = object.codes[place] === 331 ? layerOf(String(value).trim()) : undefined;
    return found === undefined ? [] : [found];
  });
  return { x: x - width / 2, y: y - height / 2, width, height, seen: { ...seen, height: numberOf(object, 45), turn }, hiddenLayers };
}

const mostLayers = 20_000;

/** A DXF as it is shown. */
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

/** The model first, then the sheets that anything is on. */
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

/** Endless lines go ten times as far as everything else. */
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
