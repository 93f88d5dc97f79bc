import type { StyleEdit } from '@dossier/contract/editing/workbook-edits';
import type { IBorderData, IStyleData } from '@univerjs/core';

/** Values of the enumerations of Univer, which are numbers in its data. */
const across = { left: 1, center: 2, right: 3 } as const;
const down = { top: 1, center: 2, bottom: 3 } as const;
const wrapped = 3;
const lines = { thin: 1, dotted: 3, dashed: 4, double: 7, medium: 8, thick: 13 } as const;
/** Those that the file knows under another name than ours; drawn as the nearest. */
const nearLines: Record<number, keyof typeof lines> = {
  2: 'dotted',
  5: 'dashed',
  6: 'dashed',
  9: 'dashed',
  10: 'dashed',
  11: 'dashed',
  12: 'dashed',
};
const sides = { top: 't', right: 'r', bottom: 'b', left: 'l' } as const;
type Side = keyof typeof sides;
type Line = keyof typeof lines;

/** The parts of a style that a file gets; others are taken off before they reach the grid. */
const keptKeys: ReadonlySet<string> = new Set(['bl', 'it', 'ul', 'st', 'cl', 'bg', 'fs', 'ff', 'ht', 'vt', 'tb', 'n', 'bd']);
const keptSides: ReadonlySet<string> = new Set(Object.values(sides));

const keyOf = <T extends string>(values: Record<T, number>, value: unknown): T | undefined =>
  (Object.keys(values) as T[]).find((key) => values[key] === value);

/** A style of the file, or a change of one, as Univer has it. */
export function toGridStyle(style: StyleEdit): IStyleData {
  const found: Record<string, unknown> = {};
  const flag = (value: boolean): number => (value ? 1 : 0);
  const colour = (value: string | null): { rgb: string } | null => (value === null ? null : { rgb: value });
  if (style.bold !== undefined) found['bl'] = flag(style.bold);
  if (style.italic !== undefined) found['it'] = flag(style.italic);
  if (style.underline !== undefined) found['ul'] = { s: flag(style.underline) };
  if (style.strike !== undefined) found['st'] = { s: flag(style.strike) };
  if (style.color !== undefined) found['cl'] = colour(style.color);
  if (style.fill !== undefined) found['bg'] = colour(style.fill);
  if (style.size !== undefined) found['fs'] = style.size;
  if (style.font !== undefined) found['ff'] = style.font;
  if (style.across !== undefined) found['ht'] = style.across === null ? null : across[style.across];
  if (style.down !== undefined) found['vt'] = style.down === null ? null : down[style.down];
  if (style.wrap !== undefined) found['tb'] = style.wrap ? wrapped : null;
  if (style.number !== undefined) found['n'] = style.number === null ? null : { pattern: style.number };
  if (style.border !== undefined) {
    const border: Record<string, unknown> = {};
    for (const [side, line] of Object.entries(style.border) as [Side, NonNullable<StyleEdit['border']>[Side]][])
      border[sides[side]] = line === null || line === undefined ? null : { s: lines[line.style], cl: { rgb: line.color } };
    found['bd'] = border;
  }
  return found;
}

const hex = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** A colour as `#rrggbb`; undefined for one that is none. */
function colourOf(value: unknown): string | undefined {
  const text = (value as { rgb?: unknown } | null)?.rgb;
  if (typeof text !== 'string') return undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase();
  if (/^#[0-9a-f]{6}/i.test(text)) return text.slice(0, 7).toLowerCase();
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(text);
  return parts ? `#${hex(Number(parts[1]))}${hex(Number(parts[2]))}${hex(Number(parts[3]))}` : undefined;
}

function borderOf(border: IBorderData | null): StyleEdit['border'] {
  const found: NonNullable<StyleEdit['border']> = {};
  for (const [side, key] of Object.entries(sides) as [Side, 't'][]) {
    if (border !== null && !(key in border)) continue;
    const line = border?.[key];
    const style: Line | undefined = keyOf(lines, line?.s) ?? nearLines[line?.s ?? 0];
    found[side] = line && style !== undefined ? { style, color: colourOf(line.cl) ?? '#000000' } : null;
  }
  return found;
}

const isOn = (flag: unknown): boolean => flag === 1;

/** A change of a style by Univer as the change of the file's; null where all of it goes. */
export function fromGridStyle(style: IStyleData | null): StyleEdit | null {
  if (style === null) return null;
  const has = (key: keyof IStyleData): boolean => key in style && style[key] !== undefined;
  const colour = (key: 'cl' | 'bg'): string | null => colourOf(style[key]) ?? null;
  return {
    ...(has('bl') && { bold: isOn(style.bl) }),
    ...(has('it') && { italic: isOn(style.it) }),
    ...(has('ul') && { underline: isOn(style.ul?.s) }),
    ...(has('st') && { strike: isOn(style.st?.s) }),
    ...(has('cl') && { color: colour('cl') }),
    ...(has('bg') && { fill: colour('bg') }),
    ...(has('fs') && { size: style.fs ?? null }),
    ...(has('ff') && { font: style.ff ?? null }),
    ...(has('ht') && { across: keyOf(across, style.ht) ?? null }),
    ...(has('vt') && { down: keyOf(down, style.vt) ?? null }),
    ...(has('tb') && { wrap: (style.tb as number | null | undefined) === wrapped }),
    ...(has('n') && { number: style.n?.pattern || null }),
    ...(has('bd') && { border: borderOf(style.bd ?? null) }),
  };
}

/** Takes off what the file would not get: a part of a style that is only on the screen would be gone when the workbook is opened again. */
export function keepFileStyle(style: Record<string, unknown>): void {
  for (const key of Object.keys(style)) if (!keptKeys.has(key)) delete style[key];
  const border = style['bd'];
  if (typeof border !== 'object' || border === null) return;
  for (const key of Object.keys(border)) if (!keptSides.has(key)) delete (border as Record<string, unknown>)[key];
}
