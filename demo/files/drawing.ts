import { GlobalFonts, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';

/** A font with Chinese letters, where the machine has one; without it images are drawn with Latin words only. */
const chinese = GlobalFonts.families
  .map(({ family }) => family)
  .find((family) => /(Noto Sans CJK|Noto Sans SC|PingFang|YaHei|WenQuanYi|Hiragino)/.test(family));

/** The title if it can be drawn, otherwise a replacement. */
export const drawable = (title: string, otherwise: string): string =>
  chinese !== undefined || /^[\u0020-\u00ff]*$/.test(title) ? title : otherwise;

export interface Label {
  x: number;
  y: number;
  size: number;
  colour?: string;
  align?: 'left' | 'center' | 'right';
  bold?: boolean;
}

/** Draws a text whose baseline begins, ends or is centred at a point. */
export function label(context: SKRSContext2D, text: string, { x, y, size, colour = '#334155', align = 'left', bold = false }: Label): void {
  context.font = `${bold ? 'bold ' : ''}${size}px ${chinese === undefined ? '' : `"${chinese}", `}"DejaVu Sans", sans-serif`;
  context.textAlign = align;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

export type PictureFormat = 'png' | 'jpg' | 'webp';

/** An image of this size, drawn and encoded. */
export async function picture(
  [width, height]: readonly [number, number],
  format: PictureFormat,
  draw: (context: SKRSContext2D) => void,
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'));
  if (format === 'jpg') return canvas.encode('jpeg', 85);
  return format === 'webp' ? canvas.encode('webp', 82) : canvas.encode('png');
}
