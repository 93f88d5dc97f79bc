/** On what a drawing lies: its own black, or paper. */
export type DrawingGround = 'dark' | 'light';

/** The colours of the grounds themselves. */
export const groundColours = { dark: '#1b1f24', light: '#ffffff' } as const;

const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
const brightness = (colour: number): number =>
  (0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255)) / 255;

const scaled = (colour: number, by: number): number =>
  (Math.round(((colour >> 16) & 255) * by) << 16) | (Math.round(((colour >> 8) & 255) * by) << 8) | Math.round((colour & 255) * by);

/** A colour as it can be seen on a ground: -1 is its ink, and what is nearly as bright or as dark as the ground stands out from it. */
export function colourOn(colour: number, ground: DrawingGround): string {
  if (colour < 0) return ground === 'light' ? '#16191d' : '#e8eaed';
  const bright = brightness(colour);
  if (ground === 'light') return hex(bright > 0.62 ? scaled(colour, 0.62 / bright) : colour);
  if (bright > 0.2) return hex(colour);
  // lifted evenly, so that dark blue stays blue
  const lift = Math.round((0.34 - bright) * 255);
  const part = (shift: number): number => Math.min(255, ((colour >> shift) & 255) + lift);
  return hex((part(16) << 16) | (part(8) << 8) | part(0));
}
