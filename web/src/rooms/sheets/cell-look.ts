import type { CellStyle } from '@dossier/contract/sheets';
import type { CSSProperties } from 'react';

/** Eleven points of a workbook are this many pixels here. */
const pixelsOfPoint = 13 / 11;
const colour = /^#[\da-f]{6}$/;
const border = /^([1-3]) (solid|dashed|dotted|double) (#[\da-f]{6})$/;

/** How light a colour is, from 0 to 1. */
function lightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** The ink on a cell: as the author chose it, unless nobody could read it on the ground of the night. */
function inkOf({ colour: ink, fill }: CellStyle): string | undefined {
  if (fill !== undefined && colour.test(fill)) return ink ?? (lightness(fill) > 0.55 ? '#1b1f24' : '#ffffff');
  // by day as it is, by night so light that it is read
  return ink !== undefined && colour.test(ink)
    ? `light-dark(${ink}, color-mix(in oklab, ${ink} ${lightness(ink) < 0.5 ? 45 : 90}%, #ffffff))`
    : undefined;
}

/** The look of a cell as styles of the browser. Whatever the file says is taken apart and put together anew. */
export function cellLook(style: CellStyle, zoom: number): CSSProperties {
  const look: CSSProperties = {};
  const ink = inkOf(style);
  if (ink !== undefined) look.color = ink;
  if (style.fill !== undefined && colour.test(style.fill)) look.backgroundColor = style.fill;
  if (style.bold) look.fontWeight = 600;
  if (style.italic) look.fontStyle = 'italic';
  if (style.underline || style.strike)
    look.textDecoration = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean).join(' ');
  if (style.size !== undefined) look.fontSize = Math.max(6, Math.min(96, style.size)) * pixelsOfPoint * zoom;
  if (style.down !== undefined) look.alignItems = { top: 'flex-start', middle: 'safe center', bottom: 'safe flex-end' }[style.down];
  if (style.indent !== undefined) look.paddingInlineStart = 4 + style.indent * 9 * zoom;
  for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
    const found = border.exec(style[side.toLowerCase() as 'top'] ?? '');
    if (found) look[`border${side}`] = `${found[1]}px ${found[2]} light-dark(${found[3]}, color-mix(in oklab, ${found[3]} 55%, #ffffff))`;
  }
  return look;
}

/** Where a text stands in its cell: numbers at the right where nothing else is said. */
export function acrossOf(style: CellStyle | undefined, isNumber: boolean): 'left' | 'center' | 'right' | 'justify' {
  return style?.across ?? (isNumber ? 'right' : 'left');
}
