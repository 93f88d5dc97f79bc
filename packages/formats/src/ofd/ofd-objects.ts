import { identity, type Matrix, multiply, scaling, translation } from '../dxf/transforms.ts';
import { TaskFailure } from '../task.ts';
import { numbersOf, type OfdNode } from './ofd-package.ts';
import { alphaOf, type OfdPen, type OfdResources, penOf } from './ofd-resources.ts';

/** Characters from a place, in the space of their object. */
export interface OfdRun {
  letters: string[];
  x: number;
  y: number;
  /** The distances between the characters; where there are none, each is as wide as it is in its font. */
  dx: number[] | undefined;
  dy: number[] | undefined;
  /** Glyphs of the font by the place of the character in the run. */
  glyphs: Map<number, number[]>;
}

/** What an object, or a group of them, is cut to: the paths together, each with its place on the page. */
export interface OfdClip {
  areas: { at: Matrix; data: string; isEvenOdd: boolean }[];
}

interface Drawn {
  /** From the space of the object to that of the page, in millimetres from its upper left corner. */
  at: Matrix;
  alpha: number;
  pen: OfdPen;
  /** All of them cut, also those of the groups that it is in. */
  clips: readonly OfdClip[];
}

export interface OfdText extends Drawn {
  kind: 'text';
  font: string;
  size: number;
  /** The width of characters by their usual one. */
  stretch: number;
  /** Degrees by which characters are turned. */
  turned: number;
  isFilled: boolean;
  runs: OfdRun[];
}

export interface OfdPath extends Drawn {
  kind: 'path';
  data: string;
  isFilled: boolean;
  isStroked: boolean;
  isEvenOdd: boolean;
  /** What fills it, repeated. */
  tile: OfdTile | undefined;
}

/** A pattern: a cell of objects, and the distances between its places. */
export interface OfdTile {
  /** From the space of the cell to that of the page. */
  at: Matrix;
  width: number;
  height: number;
  xStep: number;
  yStep: number;
  objects: OfdObject[];
}

export interface OfdImage extends Drawn {
  kind: 'image';
  resource: string;
}

export type OfdObject = OfdText | OfdPath | OfdImage;

/** The most objects that are read of a document. */
export const mostObjects = 400_000;
const mostLetters = 4_000_000;
const deepest = 12;

/** What has been read of a document: objects and characters are limited for all of it. */
export interface OfdBudget {
  objects: number;
  letters: number;
}

interface Within {
  resources: OfdResources;
  budget: OfdBudget;
  at: Matrix;
  pen: OfdPen;
  alpha: number;
  clips: readonly OfdClip[];
  depth: number;
}

/** A box: its place and size. */
export const boxOf = (text: string | undefined): [number, number, number, number] => {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(text);
  return [x, y, width, height];
};

function matrixOf(text: string | undefined): Matrix | undefined {
  const values = numbersOf(text);
  return values.length === 6 ? (values as unknown as Matrix) : undefined;
}

const layerOrder = ['Background', 'Body', 'Foreground'];
const placeOf = (layer: OfdNode): number => {
  const place = layerOrder.indexOf(layer.attribute('Type') ?? 'Body');
  return place < 0 ? 1 : place;
};

/** The objects of layers, in the order in which they are drawn. */
export function objectsOfContent(content: OfdNode | undefined, given: Pick<Within, 'resources' | 'budget'>): OfdObject[] {
  const layers = (content?.all('Layer') ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
  const into: OfdObject[] = [];
  for (const layer of layers)
    addObjects(layer, { ...given, at: [1, 0, 0, 1, 0, 0], pen: penOf(layer, given.resources), alpha: 1, clips: [], depth: 0 }, into);
  return into;
}

/** The objects of an annotation, which lie in its box. */
export function objectsOfAppearance(appearance: OfdNode, given: Pick<Within, 'resources' | 'budget'>): OfdObject[] {
  const [x, y] = boxOf(appearance.attribute('Boundary'));
  const into: OfdObject[] = [];
  addObjects(appearance, { ...given, at: translation(x, y), pen: {}, alpha: 1, clips: [], depth: 0 }, into);
  return into;
}

function addObjects(parent: OfdNode, within: Within, into: OfdObject[]): void {
  if (within.depth > deepest) throw new TaskFailure('too-large');
  for (const node of parent.children) {
    if (++within.budget.objects > mostObjects) throw new TaskFailure('too-large');
    if (node.attribute('Visible') === 'false') continue;
    if (node.name === 'PageBlock') addObjects(node, { ...within, depth: within.depth + 1 }, into);
    else if (node.name === 'CompositeObject') addUnit(node, within, into);
    else {
      const drawn = drawnOf(node, within);
      if (node.name === 'TextObject') into.push(textOf(node, drawn, within.budget));
      else if (node.name === 'PathObject') into.push(pathOf(node, drawn, within));
      else if (node.name === 'ImageObject') into.push(imageOf(node, drawn));
    }
  }
}

function drawnOf(node: OfdNode, within: Within): Drawn {
  const { at, pen, alpha, resources } = within;
  const place = multiply(at, placeOfBox(node));
  const own = multiply(place, transformOf(node));
  return { at: own, alpha: alpha * alphaOf(node), pen: penOf(node, resources, pen), clips: clipsOf(node, within, { place, own }) };
}

const transformOf = (node: OfdNode): Matrix => matrixOf(node.attribute('CTM')) ?? identity;

function placeOfBox(node: OfdNode): Matrix {
  const [x, y] = boxOf(node.attribute('Boundary'));
  return translation(x, y);
}

/** What an object is cut to, with what cuts its group. One that is cut to letters is shown whole. */
function clipsOf(node: OfdNode, { clips, budget }: Within, { place, own }: { place: Matrix; own: Matrix }): readonly OfdClip[] {
  const found = node.child('Clips');
  if (found === undefined) return clips;
  const at = found.attribute('TransFlag') === 'false' ? place : own;
  const all = [...clips];
  for (const clip of found.all('Clip')) {
    const areas: OfdClip['areas'] = [];
    for (const area of clip.all('Area')) {
      if (++budget.objects > mostObjects) throw new TaskFailure('too-large');
      const path = area.child('Path');
      const data = path?.child('AbbreviatedData')?.text;
      if (path === undefined || data === undefined) continue;
      const inner = multiply(multiply(transformOf(area), placeOfBox(path)), transformOf(path));
      areas.push({ at: multiply(at, inner), data, isEvenOdd: path.attribute('Rule') === 'Even-Odd' });
    }
    if (areas.length > 0) all.push({ areas });
  }
  if (all.length > mostClips) throw new TaskFailure('too-large');
  return all;
}

const mostClips = 1000;

/** Objects that are declared once and drawn here. */
function addUnit(node: OfdNode, within: Within, into: OfdObject[]): void {
  const unit = within.resources.units.get(node.attribute('ResourceID') ?? '');
  const content = unit?.child('Content') ?? unit;
  if (content === undefined) return;
  addObjects(content, { ...within, ...drawnOf(node, within), depth: within.depth + 1 }, into);
}

/** The pattern that a path is filled with. */
function tileOf({ at, pen }: Drawn, within: Within): OfdTile | undefined {
  const node = pen.fill?.pattern;
  const cell = node?.child('CellContent');
  const [width = 0, height = 0] = [node?.number('Width'), node?.number('Height')];
  if (node === undefined || cell === undefined || width <= 0 || height <= 0) return undefined;
  const place = node.attribute('RelativeTo') === 'Page' ? identity : at;
  const objects: OfdObject[] = [];
  // the objects of a cell are drawn as on a page of their own
  addObjects(cell, { ...within, at: identity, pen: {}, alpha: 1, clips: [], depth: within.depth + 1 }, objects);
  const step = (name: string, least: number): number => Math.max(least, node.number(name) ?? least);
  return { at: multiply(place, transformOf(node)), width, height, xStep: step('XStep', width), yStep: step('YStep', height), objects };
}

function pathOf(node: OfdNode, drawn: Drawn, within: Within): OfdPath {
  const isFilled = node.attribute('Fill') === 'true';
  return {
    kind: 'path',
    ...drawn,
    data: node.child('AbbreviatedData')?.text ?? '',
    isFilled,
    isStroked: node.attribute('Stroke') !== 'false',
    isEvenOdd: node.attribute('Rule') === 'Even-Odd',
    tile: isFilled ? tileOf(drawn, within) : undefined,
  };
}

function imageOf(node: OfdNode, drawn: Drawn): OfdImage {
  const [, , width, height] = boxOf(node.attribute('Boundary'));
  // the image is a unit square, which a transform or else the box sizes
  const at = node.attribute('CTM') === undefined ? multiply(drawn.at, scaling(width, height)) : drawn.at;
  return { kind: 'image', ...drawn, at, resource: node.attribute('ResourceID') ?? '' };
}

function textOf(node: OfdNode, drawn: Drawn, budget: OfdBudget): OfdText {
  const runs: OfdRun[] = [];
  const glyphs = glyphsOf(node);
  let [x, y, read] = [0, 0, 0];
  for (const code of node.all('TextCode')) {
    [x, y] = [code.number('X') ?? x, code.number('Y') ?? y];
    const letters = Array.from(code.text.replaceAll(/[\r\n\t]/g, ''));
    budget.letters += letters.length;
    if (budget.letters > mostLetters) throw new TaskFailure('too-large');
    const own = new Map(
      [...glyphs].filter(([at]) => at >= read && at < read + letters.length).map(([at, ids]) => [at - read, ids] as const),
    );
    const most = letters.length - 1;
    runs.push({ letters, x, y, dx: distances(code.attribute('DeltaX'), most), dy: distances(code.attribute('DeltaY'), most), glyphs: own });
    read += letters.length;
  }
  return {
    kind: 'text',
    ...drawn,
    font: node.attribute('Font') ?? '',
    size: node.number('Size') ?? 0,
    stretch: node.number('HScale') ?? 1,
    turned: node.number('CharDirection') ?? 0,
    isFilled: node.attribute('Fill') !== 'false',
    runs,
  };
}

/** Distances between characters; `g n d` stands for n times d. */
function distances(text: string | undefined, most: number): number[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const parts = text.trim().split(/\s+/);
  const found: number[] = [];
  for (let at = 0; at < parts.length && found.length < most; at++) {
    const isGroup = parts[at] === 'g';
    const times = isGroup ? Math.max(0, Math.min(most, Number(parts[at + 1]) || 0)) : 1;
    const value = Number(parts[isGroup ? at + 2 : at]);
    for (let n = 0; n < times && found.length < most; n++) found.push(Number.isFinite(value) ? value : 0);
    if (isGroup) at += 2;
  }
  return found;
}

/** The glyphs that stand for characters, by the place of the first of these in the object. */
function glyphsOf(node: OfdNode): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const change of node.all('CGTransform')) {
    const start = change.number('CodePosition') ?? 0;
    const ids = numbersOf(change.child('Glyphs')?.text);
    const codes = Math.max(1, change.number('CodeCount') ?? 1);
    if (ids.length === codes) ids.forEach((id, at) => found.set(start + at, [id]));
    else {
      found.set(start, ids);
      // one shape stands for all of these characters
      for (let at = 1; at < Math.min(codes, mostTogether); at++) found.set(start + at, []);
    }
  }
  return found;
}

const mostTogether = 100;
