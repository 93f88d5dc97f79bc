/** Pairs of a DXF: code, value, code, value, … */
type Pairs = (string | number)[];

type DxfPoint = [x: number, y: number];

const joined = (...pairs: Pairs[]): Pairs => pairs.flat();

export const dxfLine = (layer: string, [x1, y1]: DxfPoint, [x2, y2]: DxfPoint): Pairs =>
  joined([0, 'LINE', 8, layer, 10, x1, 20, y1, 30, 0], [11, x2, 21, y2, 31, 0]);

export const dxfText = (layer: string, text: string, { x, y, height }: { x: number; y: number; height: number }): Pairs =>
  joined([0, 'TEXT', 8, layer, 10, x, 20, y, 30, 0], [40, height, 1, text]);

export const dxfLayer = (name: string, colour = 7): Pairs => [0, 'LAYER', 2, name, 70, 0, 62, colour, 6, 'CONTINUOUS'];

interface Parts {
  header?: Pairs;
  tables?: Pairs;
  blocks?: Pairs;
  entities?: Pairs;
  objects?: Pairs;
}

const section = (name: string, pairs: Pairs): Pairs => [0, 'SECTION', 2, name, ...pairs, 0, 'ENDSEC'];

/** The text of a drawing. */
export function dxf({
  header = [9, '$ACADVER', 1, 'AC1032', 9, '$INSUNITS', 70, 4],
  tables = [],
  blocks = [],
  entities = [],
  objects = [],
}: Parts): string {
  const all = joined(
    section('HEADER', header),
    section('TABLES', [0, 'TABLE', 2, 'LAYER', ...tables, 0, 'ENDTAB']),
    section('BLOCKS', blocks),
    section('ENTITIES', entities),
    section('OBJECTS', objects),
    [0, 'EOF'],
  );
  const lines = all.map((value, at) => (at % 2 === 0 ? String(value).padStart(3) : String(value)));
  return `${lines.join('\r\n')}\r\n`;
}
