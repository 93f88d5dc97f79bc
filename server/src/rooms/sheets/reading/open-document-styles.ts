import type { CellStyle } from '@dossier/contract/sheets';
import { attributeOf } from './quick-xml.ts';

/** What a style of an OpenDocument says of whatever wears it: cells, rows, columns, sheets. */
export interface WornStyle {
  cell: CellStyle;
  /** Pixels. */
  width?: number;
  height?: number;
  hidden?: boolean;
}

const units: Record<string, number> = { cm: 96 / 2.54, mm: 96 / 25.4, in: 96, pt: 96 / 72, pc: 16, px: 1 };

/** "2.5cm" in pixels; undefined where it is no length. */
function pixelsOf(length: string | undefined): number | undefined {
  const found = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(length ?? '');
  return found === null ? undefined : Number(found[1]) * (units[found[2] ?? ''] ?? 1);
}

const colourOf = (text: string | undefined): string | undefined => (/^#[\da-f]{6}$/i.test(text ?? '') ? text?.toLowerCase() : undefined);

/** "0.74pt solid #000000" as our own border. */
function borderOf(text: string | undefined): string | undefined {
  const [length = '', kind = '', colour] = (text ?? '').split(' ');
  const [pixels, ink] = [pixelsOf(length), colourOf(colour)];
  if (pixels === undefined || ink === undefined) return undefined;
  const known = ['solid', 'dashed', 'dotted', 'double'].includes(kind) ? kind : 'solid';
  return `${Math.max(1, Math.min(3, Math.round(pixels)))} ${known} ${ink}`;
}

const across: Record<string, CellStyle['across']> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
};
const down: Record<string, CellStyle['down']> = { top: 'top', middle: 'middle' };

/** Collects the styles of an OpenDocument as they are told, each on top of the one that it stems from. */
export function styleShelf(): {
  open: (name: string, attributes: string) => void;
  find: (name: string | undefined) => WornStyle | undefined;
} {
  const styles = new Map<string, WornStyle>();
  let current: WornStyle | undefined;
  return {
    find: (name) => (name === undefined ? undefined : styles.get(name)),
    open(name, attributes) {
      if (name === 'style') {
        const parent = styles.get(attributeOf(attributes, 'parent-style-name') ?? '');
        current = { ...parent, cell: { ...parent?.cell } };
        if (styles.size < 50_000) styles.set(attributeOf(attributes, 'name') ?? '', current);
      } else if (current) readProperties(name, attributes, current);
    },
  };
}

function readProperties(name: string, attributes: string, style: WornStyle): void {
  const of = (key: string): string | undefined => attributeOf(attributes, key);
  if (name === 'table-column-properties') Object.assign(style, kept({ width: pixelsOf(of('column-width')) }));
  else if (name === 'table-row-properties') Object.assign(style, kept({ height: pixelsOf(of('row-height')) }));
  else if (name === 'table-properties' && of('display') === 'false') style.hidden = true;
  else if (name === 'paragraph-properties') Object.assign(style.cell, kept({ across: across[of('text-align') ?? ''] }));
  else if (name === 'text-properties') readText(of, style.cell);
  else if (name === 'table-cell-properties') readCell(of, style.cell);
}

function readText(of: (key: string) => string | undefined, cell: CellStyle): void {
  const [colour, size] = [colourOf(of('color')), /^([\d.]+)pt$/.exec(of('font-size') ?? '')?.[1]];
  if (of('font-weight') !== undefined) cell.bold = /^(bold|[6-9]00)$/.test(of('font-weight') ?? '');
  if (of('font-style') !== undefined) cell.italic = of('font-style') !== 'normal';
  if (of('text-underline-style') !== undefined) cell.underline = of('text-underline-style') !== 'none';
  if (of('text-line-through-style') !== undefined) cell.strike = of('text-line-through-style') !== 'none';
  if (colour !== undefined && colour !== '#000000') cell.colour = colour;
  if (size !== undefined && Number(size) > 0) cell.size = Number(size);
}

function readCell(of: (key: string) => string | undefined, cell: CellStyle): void {
  const [all, fill] = [borderOf(of('border')), of('background-color')];
  if (fill !== undefined) Object.assign(cell, kept({ fill: colourOf(fill) }));
  if (fill === 'transparent') delete cell.fill;
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    Object.assign(cell, kept({ [side]: borderOf(of(`border-${side}`)) ?? all }));
  Object.assign(cell, kept({ down: down[of('vertical-align') ?? ''] }));
  if (of('wrap-option') !== undefined) cell.wrap = of('wrap-option') === 'wrap';
}

const kept = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
