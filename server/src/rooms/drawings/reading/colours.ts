/** Ink: black on white, white on black. */
export const ink = -1;

const firsts = [ink, 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, ink, 0x808080, 0xc0c0c0];
const greys = [0x333333, 0x505050, 0x696969, 0x828282, 0xbebebe, 0xffffff];
const values = [1, 0.65, 0.5, 0.3, 0.15];

/** A colour by its number in the palette of the format. */
export function paletteColour(number: number): number {
  if (number < 10) return firsts[number] ?? ink;
  if (number >= 250) return greys[number - 250] ?? ink;
  const hue = ((Math.floor(number / 10) - 1) * 15) / 60;
  const value = values[(number % 10) >> 1] ?? 1;
  const pale = number % 2 === 1 ? 0.5 : 0;
  const part = (shift: number): number => {
    const place = (hue + shift) % 6;
    const full = Math.max(0, Math.min(1, Math.abs(place - 3) - 1));
    return Math.round(255 * value * (full + (1 - full) * pale));
  };
  return (part(0) << 16) | (part(4) << 8) | part(2);
}
