import type { DrawingStyle, Paint } from '@dossier/contract/drawing-file';
import { ink as groundInk } from './colours.ts';
import { type DxfObject, numberOf, pointOf } from './dxf-objects.ts';
import { type Matrix, moved, radians, same, times } from './matrix.ts';
import { type Dxf } from './read-dxf.ts';
import { byBlock, byLayer, type Ink, type Shape } from './shape.ts';
import type { SpaceWriter, Styles } from './space-writer.ts';
import { type Layer, shownColour } from './tables.ts';

const deepest = 24;
const usualWeight = 25;

/** What a thing in a block takes from who put the block there. */
interface Given {
  layer: string;
  colour: number;
  weight: number;
  dashes: number[];
}

/** An endless line waits until the others say how far the drawing goes. */
export interface Endless {
  style: number;
  at: [number, number];
  along: [number, number];
  both: boolean;
}

export interface Drawer {
  dxf: Dxf;
  styles: Styles;
  /** Places of layers by their names in capitals. */
  layers: Map<string, number>;
  /** Layers that things name and no table does. */
  unknown: (name: string) => number;
}

/** Draws a block with all blocks in it. */
export class Expansion {
  readonly endless: Endless[] = [];
  readonly viewportObjects: DxfObject[] = [];
  readonly #drawer: Drawer;
  readonly #into: SpaceWriter;
  /** Blocks that are being drawn: one that holds itself would never end. */
  readonly #within = new Set<string>();
  #steps = 0;

  constructor(drawer: Drawer, into: SpaceWriter) {
    this.#drawer = drawer;
    this.#into = into;
  }

  draw(block: string): void {
    this.#block(block, same, { layer: '0', colour: groundInk, weight: usualWeight, dashes: [] });
  }

  #block(name: string, at: Matrix, given: Given): void {
    const { dxf } = this.#drawer;
    const block = dxf.blocks.get(name);
    if (block === undefined || this.#within.has(name) || this.#within.size >= deepest) return;
    this.#within.add(name);
    for (const shape of block.shapes) if (!this.#shape(shape, at, given)) break;
    this.#within.delete(name);
  }

  /** Answers false where there is no more room. */
  #shape(shape: Shape, at: Matrix, given: Given): boolean {
    const { dxf } = this.#drawer;
    if (dxf.cut && this.#steps > mostSteps) return false;
    const look = this.#lookOf(shape.ink, given);
    if (shape.kind === 'path') return this.#kept(this.#into.path(this.#style(look, shape.paint), shape.path, at));
    if (shape.kind === 'text') {
      const text = { ...shape.text, style: this.#style(look, 'line'), at: [...times(at, shape.at)] };
      return this.#kept(this.#into.text(text));
    }
    if (shape.kind === 'viewport') this.viewportObjects.push(shape.object);
    else if (shape.kind === 'endless') this.#addEndless(shape, at, look);
    else this.#insert(shape, at, look);
    return true;
  }

  #insert({ block, at: places }: Shape & { kind: 'insert' }, at: Matrix, given: Given): void {
    const { dxf } = this.#drawer;
    const [x, y] = dxf.blocks.get(block)?.base ?? [0, 0];
    for (const place of places) {
      // blocks without anything to see in them, a thousand times each in the next one
      if (++this.#steps > mostSteps) {
        dxf.cut = true;
        return;
      }
      this.#block(block, times(times(at, place), moved(-x, -y)), given);
    }
  }

  #kept(isKept: boolean): boolean {
    if (!isKept) {
      this.#drawer.dxf.cut = true;
      this.#steps = mostSteps + 1;
    }
    return isKept;
  }

  #addEndless({ at: [x, y], along: [dx, dy], both }: Shape & { kind: 'endless' }, [a, b, c, d, e, f]: Matrix, look: Given): void {
    const style = this.#style(look, 'endless');
    this.endless.push({ style, both, at: [a * x + c * y + e, b * x + d * y + f], along: [a * dx + c * dy, b * dx + d * dy] });
  }

  #lookOf(ink: Ink, given: Given): Given {
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

  #style({ layer, colour, weight, dashes }: Given, paint: Paint): number {
    const { layers, unknown, styles } = this.#drawer;
    const place = layers.get(layer.toUpperCase()) ?? unknown(layer);
    const style: DrawingStyle = { layer: place, colour, weight, paint, ...(paint === 'line' && dashes.length > 1 && { dashes }) };
    return styles.place(style);
  }
}

/** So many blocks are put down, however little is in them. */
const mostSteps = 1_000_000;

/** Where a window of a sheet looks; nothing for the sheet's own, and for those that are switched off. */
export function viewportOf(object: DxfObject, layerOf: (handle: string) => number | undefined) {
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
