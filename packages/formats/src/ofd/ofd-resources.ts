import type { ZipParts } from '../zip/zip-parts.ts';
import { folderOf, locate, numbersOf, type OfdNode, xmlOfPart } from './ofd-package.ts';

type Rgb = readonly [number, number, number];

/** A colour in parts of 1, and how opaque it is. */
export interface OfdColour {
  /** Of a gradient its first one, where an area cannot be filled with all of them. */
  rgb: Rgb;
  alpha: number;
  shade?: OfdShade;
  /** The element of a pattern, whose objects are repeated. */
  pattern?: OfdNode;
}

/** A gradient along a line, or between two circles, in the space of its object. */
export interface OfdShade {
  start: readonly [number, number];
  end: readonly [number, number];
  /** Those of the circles, at the start and at the end. */
  radii?: readonly [number, number];
  /** Whether it goes on before its start and behind its end. */
  isExtended: readonly [boolean, boolean];
  /** By rising places between 0 and 1, of which the first is 0 and the last 1. */
  stops: readonly { at: number; rgb: Rgb }[];
}

/** How lines and areas are drawn. */
export interface OfdPen {
  lineWidth?: number;
  join?: string;
  cap?: string;
  miterLimit?: number;
  dashes?: readonly number[];
  dashOffset?: number;
  fill?: OfdColour;
  stroke?: OfdColour;
}

/** What the pages of a document share, by id. */
export interface OfdResources {
  /** Parts with font files. */
  fonts: Map<string, string>;
  /** Parts with images. */
  images: Map<string, string>;
  pens: Map<string, OfdNode>;
  /** Groups of objects that are drawn in several places. */
  units: Map<string, OfdNode>;
}

export const noResources = (): OfdResources => ({ fonts: new Map(), images: new Map(), pens: new Map(), units: new Map() });

/** Adds what a part of resources declares. */
export async function addResources(zip: ZipParts, part: string, into: OfdResources): Promise<void> {
  const root = await xmlOfPart(zip, part);
  if (root === undefined) return;
  const base = locate(folderOf(part), root.attribute('BaseLoc') ?? '');
  const place = base === '' ? '' : `${base}/`;
  const named = new Set(zip.names.map((name) => name.toLowerCase()));
  // some programs give locations from the folder of the part, in spite of its base
  const found = (location: string): string => {
    const own = locate(place, location);
    return named.has(own.toLowerCase()) ? own : locate(folderOf(part), location);
  };
  for (const group of root.children)
    for (const one of group.children) {
      const id = one.attribute('ID');
      if (id === undefined) continue;
      const file = one.child(one.name === 'Font' ? 'FontFile' : 'MediaFile')?.text;
      if (one.name === 'DrawParam') into.pens.set(id, one);
      else if (one.name === 'CompositeGraphicUnit') into.units.set(id, one);
      else if (file === undefined || file.trim() === '') continue;
      else if (one.name === 'Font') into.fonts.set(id, found(file));
      else if (one.name === 'MultiMedia' && one.attribute('Type') === 'Image') into.images.set(id, found(file));
    }
}

const part = (text: string): number => {
  const value = text.startsWith('#') ? Number.parseInt(text.slice(1), 16) : Number(text);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value / 255)) : 0;
};

/** A colour, gradient or pattern. Grey, RGB or CMYK by the number of its parts. */
export function colourOf(node: OfdNode | undefined): OfdColour | undefined {
  if (node === undefined) return undefined;
  const value = node.attribute('Value');
  if (value === undefined) {
    const pattern = node.child('Pattern');
    if (pattern !== undefined) return { rgb: [0, 0, 0], alpha: alphaOf(node), pattern };
    const shade = node.children.find(({ name }) => name.endsWith('Shd'));
    const first = plainColourOf(shade?.child('Segment')?.child('Color'));
    if (shade === undefined || first === undefined) return { rgb: [0, 0, 0], alpha: alphaOf(node) };
    const drawn = shadeOf(shade);
    return { rgb: first.rgb, alpha: first.alpha * alphaOf(node), ...(drawn && { shade: drawn }) };
  }
  return plainColourOf(node);
}

function plainColourOf(node: OfdNode | undefined): OfdColour | undefined {
  const value = node?.attribute('Value');
  if (node === undefined || value === undefined) return undefined;
  const [a = 0, b = a, c = a, k] = value
    .trim()
    .split(/[\s,]+/)
    .map(part);
  const alpha = alphaOf(node);
  if (k === undefined) return { rgb: [a, b, c], alpha };
  return { rgb: [(1 - a) * (1 - k), (1 - b) * (1 - k), (1 - c) * (1 - k)], alpha };
}

const [mostStops, mostRepeats] = [100, 50];

/** A gradient along a line or between circles; undefined for others, such as those of triangles. */
function shadeOf(node: OfdNode): OfdShade | undefined {
  const isRadial = node.name === 'RadialShd';
  if (!isRadial && node.name !== 'AxialShd') return undefined;
  const [x0 = 0, y0 = 0] = numbersOf(node.attribute('StartPoint'));
  const [x1 = 0, y1 = 0] = numbersOf(node.attribute('EndPoint'));
  const extend = node.number('Extend') ?? 0;
  const radii = isRadial ? ([node.number('StartRadius') ?? 0, node.number('EndRadius') ?? 0] as const) : undefined;
  return {
    start: [x0, y0],
    end: [x1, y1],
    ...(radii && { radii: [Math.max(0, radii[0]), Math.max(0, radii[1])] as const }),
    isExtended: [(extend & 1) !== 0, (extend & 2) !== 0],
    stops: repeated(stopsOf(node), node, Math.max(Math.hypot(x1 - x0, y1 - y0), Math.abs((radii?.[1] ?? 0) - (radii?.[0] ?? 0)))),
  };
}

function stopsOf(node: OfdNode): OfdShade['stops'] {
  const segments = node.all('Segment').slice(0, mostStops);
  const last = Math.max(1, segments.length - 1);
  const stops: { at: number; rgb: Rgb }[] = [];
  segments.forEach((segment, index) => {
    const rgb = plainColourOf(segment.child('Color'))?.rgb ?? [0, 0, 0];
    const at = Math.min(1, Math.max(stops.at(-1)?.at ?? 0, segment.number('Position') ?? index / last));
    stops.push({ at, rgb });
  });
  const [first, end] = [stops[0], stops.at(-1)];
  if (first !== undefined && first.at > 0) stops.unshift({ ...first, at: 0 });
  if (end !== undefined && end.at < 1) stops.push({ ...end, at: 1 });
  return stops;
}

/** The stops of a gradient that begins anew, or turns round, each time that its length has passed. */
function repeated(stops: OfdShade['stops'], node: OfdNode, whole: number): OfdShade['stops'] {
  const kind = node.attribute('MapType');
  const times = whole / (node.number('MapUnit') ?? whole);
  if ((kind !== 'Repeat' && kind !== 'Reflect') || !(times > 1)) return stops;
  const count = Math.min(mostRepeats, times);
  const all: { at: number; rgb: Rgb }[] = [];
  for (let turn = 0; turn < count; turn++) {
    const isBack = kind === 'Reflect' && turn % 2 === 1;
    for (const stop of isBack ? stops.toReversed() : stops) {
      const at = (turn + (isBack ? 1 - stop.at : stop.at)) / count;
      if (at <= 1) all.push({ at, rgb: stop.rgb });
    }
  }
  const end = all.at(-1);
  if (end !== undefined && end.at < 1) all.push({ ...end, at: 1 });
  return all;
}

/** How opaque an object or colour is, in parts of 1. */
export const alphaOf = (node: OfdNode): number => Math.min(1, Math.max(0, (node.number('Alpha') ?? 255) / 255));

const longestChain = 10;

/** How an object is drawn: by itself, else by the parameters that it, or its layer, refers to. */
export function penOf(node: OfdNode, resources: OfdResources, above: OfdPen = {}): OfdPen {
  let pen = above;
  const chain: OfdNode[] = [];
  for (let id = node.attribute('DrawParam'); id !== undefined && chain.length < longestChain; ) {
    const found = resources.pens.get(id);
    if (found === undefined) break;
    chain.unshift(found);
    id = found.attribute('Relative');
  }
  for (const one of [...chain, node]) pen = { ...pen, ...ownPen(one) };
  return pen;
}

function ownPen(node: OfdNode): OfdPen {
  const [lineWidth, miterLimit, dashOffset] = [node.number('LineWidth'), node.number('MiterLimit'), node.number('DashOffset')];
  const [join, cap] = [node.attribute('Join'), node.attribute('Cap')];
  const dashes = numbersOf(node.attribute('DashPattern')).filter((length) => length >= 0);
  const [fill, stroke] = [colourOf(node.child('FillColor')), colourOf(node.child('StrokeColor'))];
  return {
    ...(lineWidth !== undefined && { lineWidth }),
    ...(miterLimit !== undefined && { miterLimit }),
    ...(dashOffset !== undefined && { dashOffset }),
    ...(join !== undefined && { join }),
    ...(cap !== undefined && { cap }),
    ...(dashes.some((length) => length > 0) && { dashes: dashes.slice(0, 20) }),
    ...(fill !== undefined && { fill }),
    ...(stroke !== undefined && { stroke }),
  };
}
