import { type DxfObject, dxfObjects, numberOf, pointOf, stringOf } from '@dossier/formats/dxf/dxf-objects';
import { type Decode, decoderOf } from '@dossier/formats/dxf/dxf-text';
import { TaskFailure } from '@dossier/formats/task';
import { shapesOf, wordsOf } from './entities.ts';
import { type Shape, byLayer, numbersOf, trueColour } from './shapes.ts';

/** The foreground: black on white, white on black. */
export const foreground = -1;

const firstColours = [foreground, 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, foreground, 0x808080, 0xc0c0c0];
const greys = [0x333333, 0x505050, 0x696969, 0x828282, 0xbebebe, 0xffffff];
const brightnesses = [1, 0.65, 0.5, 0.3, 0.15];

/** A colour by its index in the palette of the format. */
function paletteColour(number: number): number {
  if (number < 10) return firstColours[number] ?? foreground;
  if (number >= 250) return greys[number - 250] ?? foreground;
  const hue = ((Math.floor(number / 10) - 1) * 15) / 60;
  const value = brightnesses[(number % 10) >> 1] ?? 1;
  const pale = number % 2 === 1 ? 0.5 : 0;
  const part = (shift: number): number => {
    const place = (hue + shift) % 6;
    const full = Math.max(0, Math.min(1, Math.abs(place - 3) - 1));
    return Math.round(255 * value * (full + (1 - full) * pale));
  };
  return (part(0) << 16) | (part(4) << 8) | part(2);
}

export interface Layer {
  name: string;
  /** A palette index or a true colour. */
  colour: number;
  lineType: string;
  weight: number;
  hidden: boolean;
  frozen: boolean;
}

/** The tables that precede the entities of a drawing. */
interface Tables {
  decode: Decode;
  unit: number;
  lineScale: number;
  layers: Map<string, Layer>;
  lineTypes: Map<string, number[]>;
  /** Indices of layers, and names of blocks, by their handles. */
  layerHandles: Map<string, number>;
  blockNames: Map<string, string>;
}

const newTables = (): Tables => ({
  decode: decoderOf('', ''),
  unit: 0,
  lineScale: 1,
  layers: new Map(),
  lineTypes: new Map(),
  layerHandles: new Map(),
  blockNames: new Map(),
});

const mostNames = 50_000;

/** Reads the header variables. */
function readHeader(tables: Tables, { codes, values }: DxfObject): void {
  const after = (name: string): string | undefined => {
    const at = values.findIndex((value, place) => codes[place] === 9 && String(value).trim() === name);
    return at < 0 ? undefined : String(values[at + 1]).trim();
  };
  tables.decode = decoderOf(after('$ACADVER') ?? '', after('$DWGCODEPAGE') ?? '');
  tables.unit = Number(after('$INSUNITS') ?? 0) || 0;
  tables.lineScale = Number(after('$LTSCALE') ?? 1) || 1;
}

/** Reads a row of a table. */
function readRow(tables: Tables, object: DxfObject): void {
  const { decode, layers, lineTypes, blockNames } = tables;
  const name = decode(stringOf(object, 2));
  if (object.type === 'LAYER') {
    if (layers.size >= mostNames) return;
    layers.set(name.toUpperCase(), layerOf(object, name, decode));
    tables.layerHandles.set(stringOf(object, 5), layers.size - 1);
  } else if (object.type === 'LTYPE') {
    if (lineTypes.size < mostNames) lineTypes.set(name.toUpperCase(), dashesOf(object));
  } else if (object.type === 'BLOCK_RECORD') blockNames.set(stringOf(object, 5), name.toUpperCase());
}

function layerOf(object: DxfObject, name: string, decode: Decode): Layer {
  const own = numberOf(object, 420, -1);
  const number = numberOf(object, 62, 7);
  const frozen = (numberOf(object, 70) & 1) !== 0;
  return {
    name,
    colour: own >= 0 ? trueColour + (own & 0xffffff) : Math.abs(number),
    lineType: decode(stringOf(object, 6)).toUpperCase(),
    weight: numberOf(object, 370, -3),
    hidden: frozen || number < 0,
    frozen,
  };
}

const mostDashes = 24;

/** Lengths of dashes and gaps alternately; a point is a dash without length. */
function dashesOf(object: DxfObject): number[] {
  const lengths = numbersOf(object, 49).slice(0, mostDashes);
  const dashes: number[] = [];
  for (const length of lengths) {
    if (dashes.length === 0 && length < 0) dashes.push(0);
    // two consecutive dashes are one
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

/** A block: its base point and its shapes. */
interface Block {
  base: [number, number];
  shapes: Shape[];
}

/** A layout: its name, its order, its block, and its paper. */
export interface Layout {
  name: string;
  order: number;
  block: string;
  paper: [number, number, number, number] | undefined;
}

/** A parsed DXF. */
export interface Dxf {
  tables: Tables;
  blocks: Map<string, Block>;
  layouts: Layout[];
  cut: boolean;
}

export const modelBlock = '*MODEL_SPACE';
export const paperBlock = '*PAPER_SPACE';

const mostShapes = 1_000_000;
const mostBlocks = 100_000;
const mostLayouts = 100;

/** Parses a DXF into blocks of shapes; the model and the layouts are blocks too. */
export function readDxf(bytes: Buffer): Dxf {
  const dxf: Dxf = { tables: newTables(), blocks: new Map(), layouts: [], cut: false };
  const reader = readerOf(dxf);
  let section = '';
  for (const object of dxfObjects(bytes)) {
    if (object.type === 'SECTION') {
      section = stringOf(object, 2).toUpperCase();
      if (section === 'HEADER') readHeader(dxf.tables, object);
    } else if (section === 'TABLES') readRow(dxf.tables, object);
    else if (section === 'BLOCKS') reader.inBlocks(object);
    else if (section === 'ENTITIES') reader.entity(object, spaceOf(dxf, object));
    else if (section === 'OBJECTS' && object.type === 'LAYOUT' && dxf.layouts.length < mostLayouts) dxf.layouts.push(layoutOf(object, dxf));
  }
  reader.end();
  if (section === '') throw new TaskFailure('broken');
  return dxf;
}

const spaceOf = ({ tables }: Dxf, object: DxfObject): string => {
  const owner = tables.blockNames.get(stringOf(object, 330));
  if (owner !== undefined && /^\*(MODEL|PAPER)_SPACE/.test(owner)) return owner;
  return numberOf(object, 67) === 1 ? paperBlock : modelBlock;
};

function readerOf(dxf: Dxf) {
  const { blocks, tables } = dxf;
  let block = '';
  let open: { object: DxfObject; vertices: DxfObject[]; into: string } | undefined;
  let count = 0;
  const blockOf = (name: string): Block => {
    const known = blocks.get(name) ?? { base: [0, 0], shapes: [] };
    if (blocks.size < mostBlocks) blocks.set(name, known);
    return known;
  };
  const put = (object: DxfObject, vertices: DxfObject[], into: string): void => {
    if (count > mostShapes) {
      dxf.cut = true;
      return;
    }
    const { shapes } = blockOf(into);
    for (const shape of shapesOf({ object, vertices }, tables.decode)) {
      shapes.push(shape);
      count++;
    }
  };
  const end = (): void => {
    if (open !== undefined) put(open.object, open.vertices, open.into);
    open = undefined;
  };
  const entity = (object: DxfObject, into: string): void => {
    if (object.type === 'VERTEX') open?.vertices.push(object);
    else if (object.type === 'SEQEND') end();
    else {
      end();
      if (object.type === 'POLYLINE') open = { object, vertices: [], into };
      else put(object, [], into);
    }
  };
  return {
    end,
    entity,
    inBlocks(object: DxfObject): void {
      if (object.type === 'BLOCK') {
        end();
        block = tables.decode(stringOf(object, 2)).toUpperCase();
        blockOf(block).base = pointOf(object, 10);
      } else if (object.type === 'ENDBLK') end();
      else entity(object, block);
    },
  };
}

/** Factor by the paper unit: inches, millimetres. */
const ofMillimetre: Record<number, number> = { 0: 1 / 25.4, 1: 1 };

function layoutOf(object: DxfObject, { tables }: Dxf): Layout {
  // the plot settings precede those of the layout
  const start = object.codes.findIndex((code, at) => code === 100 && String(object.values[at]).trim() === 'AcDbLayout');
  const own: DxfObject = { ...object, codes: object.codes.slice(start + 1), values: object.values.slice(start + 1) };
  const name = tables.decode(stringOf(own, 1));
  const owner = own.values.findLast((_, at) => own.codes[at] === 330);
  const block = tables.blockNames.get(String(owner ?? '').trim()) ?? (name.toUpperCase() === 'MODEL' ? modelBlock : paperBlock);
  return { name, order: numberOf(own, 71), block, paper: paperOf(object) };
}

/** The paper around its printable area, whose lower left corner is the origin. */
function paperOf(object: DxfObject): Layout['paper'] {
  const scale = ofMillimetre[numberOf(object, 72)];
  const isTurned = numberOf(object, 73) % 2 === 1;
  const [across, up] = [numberOf(object, 44), numberOf(object, 45)];
  if (scale === undefined || !(across > 0) || !(up > 0)) return undefined;
  const [width, height] = isTurned ? [up, across] : [across, up];
  const [left, bottom] = isTurned ? [numberOf(object, 41), numberOf(object, 40)] : [numberOf(object, 40), numberOf(object, 41)];
  return [-left * scale, -bottom * scale, (width - left) * scale, (height - bottom) * scale];
}

const textEntities = new Set(['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF']);

/** The texts of a drawing and the names of its layers, each once, for the search. */
export function readDrawingText(bytes: Buffer, most: number): string {
  const tables = newTables();
  const found = new Set<string>();
  let length = 0;
  for (const object of dxfObjects(bytes)) {
    if (object.type === 'SECTION' && stringOf(object, 2).toUpperCase() === 'HEADER') readHeader(tables, object);
    else if (object.type === 'LAYER') readRow(tables, object);
    else if (textEntities.has(object.type) && length < most) {
      const words = wordsOf(object, tables.decode).trim();
      if (words !== '' && !found.has(words)) length += words.length;
      found.add(words);
    }
  }
  for (const { name } of tables.layers.values()) if (name !== '0') found.add(name);
  return [...found].filter((words) => words !== '').join('\n');
}
