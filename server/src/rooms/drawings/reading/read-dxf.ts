import { GiveUp } from '../../../ground/confined/job.ts';
import { dxfObjects, type DxfObject, numberOf, pointOf, wordOf } from './dxf-objects.ts';
import { shapesOf } from './shapes-of.ts';
import type { Shape } from './shape.ts';
import { newTables, readHeader, readRow, type Tables } from './tables.ts';

/** A block: where its own nought is, and what is in it. */
export interface Block {
  base: [number, number];
  shapes: Shape[];
}

/** A sheet: its name, its place in the order, the block that holds it, and its paper. */
export interface Layout {
  name: string;
  order: number;
  block: string;
  paper: [number, number, number, number] | undefined;
}

/** A DXF, read. */
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

/** Reads a DXF into blocks of shapes; the model and the sheets are blocks as others. */
export function readDxf(bytes: Buffer): Dxf {
  const dxf: Dxf = { tables: newTables(), blocks: new Map(), layouts: [], cut: false };
  const reader = readerOf(dxf);
  let section = '';
  for (const object of dxfObjects(bytes)) {
    if (object.type === 'SECTION') {
      section = wordOf(object, 2).toUpperCase();
      if (section === 'HEADER') readHeader(dxf.tables, object);
    } else if (section === 'TABLES') readRow(dxf.tables, object);
    else if (section === 'BLOCKS') reader.inBlocks(object);
    else if (section === 'ENTITIES') reader.entity(object, spaceOf(dxf, object));
    else if (section === 'OBJECTS' && object.type === 'LAYOUT' && dxf.layouts.length < mostLayouts) dxf.layouts.push(layoutOf(object, dxf));
  }
  reader.end();
  if (section === '') throw new GiveUp('broken');
  return dxf;
}

const spaceOf = ({ tables }: Dxf, object: DxfObject): string => {
  const owner = tables.blockNames.get(wordOf(object, 330));
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
        block = tables.decode(wordOf(object, 2)).toUpperCase();
        blockOf(block).base = pointOf(object, 10);
      } else if (object.type === 'ENDBLK') end();
      else entity(object, block);
    },
  };
}

/** Inches, millimetres: of paper that is measured in millimetres. */
const ofMillimetre: Record<number, number> = { 0: 1 / 25.4, 1: 1 };

function layoutOf(object: DxfObject, { tables }: Dxf): Layout {
  // the settings of its print come first, then the sheet itself
  const start = object.codes.findIndex((code, at) => code === 100 && String(object.values[at]).trim() === 'AcDbLayout');
  const own: DxfObject = { ...object, codes: object.codes.slice(start + 1), values: object.values.slice(start + 1) };
  const name = tables.decode(wordOf(own, 1));
  const owner = own.values.findLast((_, at) => own.codes[at] === 330);
  const block = tables.blockNames.get(String(owner ?? '').trim()) ?? (name.toUpperCase() === 'MODEL' ? modelBlock : paperBlock);
  return { name, order: numberOf(own, 71), block, paper: paperOf(object) };
}

/** The paper around its printable part, whose lower left corner is nought. */
function paperOf(object: DxfObject): Layout['paper'] {
  const scale = ofMillimetre[numberOf(object, 72)];
  const isTurned = numberOf(object, 73) % 2 === 1;
  const [across, up] = [numberOf(object, 44), numberOf(object, 45)];
  if (scale === undefined || !(across > 0) || !(up > 0)) return undefined;
  const [width, height] = isTurned ? [up, across] : [across, up];
  const [left, bottom] = isTurned ? [numberOf(object, 41), numberOf(object, 40)] : [numberOf(object, 40), numberOf(object, 41)];
  return [-left * scale, -bottom * scale, (width - left) * scale, (height - bottom) * scale];
}
