import type { ZipParts } from '../zip/zip-parts.ts';
import { folderOf, locate, numbersOf, type OfdNode, xmlOfPart } from './ofd-package.ts';

/** A colour in parts of 1, and how opaque it is. */
export interface OfdColour {
  rgb: readonly [number, number, number];
  alpha: number;
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

/** A colour; a gradient as its first one. Grey, RGB or CMYK by the number of its parts. */
export function colourOf(node: OfdNode | undefined): OfdColour | undefined {
  if (node === undefined) return undefined;
  const value = node.attribute('Value');
  if (value === undefined) {
    const shade = node.children.find(({ name }) => name.endsWith('Shd'));
    const first = shade?.child('Segment')?.child('Color');
    return first === undefined ? { rgb: [0, 0, 0], alpha: alphaOf(node) } : colourOf(first);
  }
  const [a = 0, b = a, c = a, k] = value
    .trim()
    .split(/[\s,]+/)
    .map(part);
  const alpha = alphaOf(node);
  if (k === undefined) return { rgb: [a, b, c], alpha };
  return { rgb: [(1 - a) * (1 - k), (1 - b) * (1 - k), (1 - c) * (1 - k)], alpha };
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
