/** A colour as red, green and blue, 0–255. */
type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `amount` of `over` on `under`, 0–1. */
export function mix(over: string, under: string, amount: number): string {
  const a = parse(over);
  const b = parse(under);
  return write([0, 1, 2].map((i) => (a[i] as number) * amount + (b[i] as number) * (1 - amount)) as unknown as Rgb);
}

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((part) => {
    const c = part / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, 1–21, as defined by WCAG. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, moved towards `to` just far enough to be readable on every background. */
export function readable(colour: string, grounds: string[], to: string): string {
  for (let amount = 1; amount > 0; amount -= 0.04) {
    const tried = mix(colour, to, amount);
    if (grounds.every((background) => contrast(tried, background) >= 4.6)) return tried;
  }
  return to;
}

/** Ten lighter shades of a colour, from nearly the colour to nearly white, and a darker one. */
export function shades(colour: string): { lighter: string[]; darker: string } {
  const lighter = Array.from({ length: 10 }, (_, at) => mix('#ffffff', colour, (at + 1) / 11));
  return { lighter, darker: mix('#000000', colour, 0.1) };
}
