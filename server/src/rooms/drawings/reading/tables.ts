import { paletteColour } from './colours.ts';
import { allOf } from './curves.ts';
import { type DxfObject, numberOf, wordOf } from './dxf-objects.ts';
import { type Decode, decoderOf } from './dxf-text.ts';
import { byLayer, trueColour } from './shape.ts';

/** A layer: what is said of it. */
export interface Layer {
  name: string;
  /** As things say it: of the palette, or a colour of its own. */
  colour: number;
  lineType: string;
  weight: number;
  hidden: boolean;
  frozen: boolean;
}

/** What a drawing says of itself before its things come. */
export interface Tables {
  decode: Decode;
  unit: number;
  lineScale: number;
  layers: Map<string, Layer>;
  lineTypes: Map<string, number[]>;
  /** Places of layers, and names of blocks, by their handles. */
  layerHandles: Map<string, number>;
  blockNames: Map<string, string>;
}

export const newTables = (): Tables => ({
  decode: decoderOf('', ''),
  unit: 0,
  lineScale: 1,
  layers: new Map(),
  lineTypes: new Map(),
  layerHandles: new Map(),
  blockNames: new Map(),
});

const mostNames = 50_000;

/** The variables at the beginning. */
export function readHeader(tables: Tables, { codes, values }: DxfObject): void {
  const after = (name: string): string | undefined => {
    const at = values.findIndex((value, place) => codes[place] === 9 && String(value).trim() === name);
    return at < 0 ? undefined : String(values[at + 1]).trim();
  };
  tables.decode = decoderOf(after('$ACADVER') ?? '', after('$DWGCODEPAGE') ?? '');
  tables.unit = Number(after('$INSUNITS') ?? 0) || 0;
  tables.lineScale = Number(after('$LTSCALE') ?? 1) || 1;
}

/** One row of a table. */
export function readRow(tables: Tables, object: DxfObject): void {
  const { decode, layers, lineTypes, blockNames } = tables;
  const name = decode(wordOf(object, 2));
  if (object.type === 'LAYER') {
    if (layers.size >= mostNames) return;
    layers.set(name.toUpperCase(), layerOf(object, name, decode));
    tables.layerHandles.set(wordOf(object, 5), layers.size - 1);
  } else if (object.type === 'LTYPE') {
    if (lineTypes.size < mostNames) lineTypes.set(name.toUpperCase(), dashesOf(object));
  } else if (object.type === 'BLOCK_RECORD') blockNames.set(wordOf(object, 5), name.toUpperCase());
}

function layerOf(object: DxfObject, ...[name, decode]: [string, Decode]): Layer {
  const own = numberOf(object, 420, -1);
  const number = numberOf(object, 62, 7);
  const frozen = (numberOf(object, 70) & 1) !== 0;
  return {
    name,
    colour: own >= 0 ? trueColour + (own & 0xffffff) : Math.abs(number),
    lineType: decode(wordOf(object, 6)).toUpperCase(),
    weight: numberOf(object, 370, -3),
    hidden: frozen || number < 0,
    frozen,
  };
}

const mostDashes = 24;

/** Lengths of dashes and gaps in turn; a point is a dash without length. */
function dashesOf(object: DxfObject): number[] {
  const lengths = allOf(object, 49).slice(0, mostDashes);
  const dashes: number[] = [];
  for (const length of lengths) {
    if (dashes.length === 0 && length < 0) dashes.push(0);
    // two dashes in a row are one
    if (length >= 0 === (dashes.length % 2 === 0)) dashes.push(Math.abs(length));
    else dashes[dashes.length - 1] = (dashes.at(-1) ?? 0) + Math.abs(length);
  }
  return dashes.some((length) => length > 0) && dashes.length > 1 ? dashes : [];
}

/** A colour as it is drawn. */
export function shownColour(colour: number): number {
  if (colour >= trueColour) return colour - trueColour;
  return paletteColour(colour === byLayer ? 7 : colour);
}
