import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import { attributeOf, numberOf, scanXml } from './quick-xml.ts';

/** The palette that workbooks count in. */
const indexed = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff ' +
  '800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff ' +
  '000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 ' +
  '3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ');
const office = ['ffffff', '000000', 'eeece1', '1f497d', '4f81bd', 'c0504d', '9bbb59', '8064a2', '4bacc6', 'f79646', '0000ff', '800080'];
/** A theme writes dark before light; cells count light first. */
const order = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'];

/** The colours of a workbook's theme, in the order in which cells count them. */
export async function themeColours(zip: ZipParts): Promise<string[]> {
  const colours = [...office];
  let place = -1;
  await scanXml(zip.read('xl/theme/theme1.xml'), {
    open(name, attributes) {
      if (order.includes(name)) place = order.indexOf(name);
      else if (place >= 0 && (name === 'srgbClr' || name === 'sysClr')) {
        const colour = attributeOf(attributes, name === 'sysClr' ? 'lastClr' : 'val') ?? '';
        if (/^[\da-f]{6}$/i.test(colour)) colours[place] = colour.toLowerCase();
      }
    },
    close(name) {
      if (order.includes(name)) place = -1;
    },
  });
  return colours;
}

/** The colour that an element names, as `#rrggbb`. */
export function colourOf(attributes: string, theme: string[]): string | undefined {
  const rgb = attributeOf(attributes, 'rgb');
  const base = rgb?.slice(-6) ?? theme[numberOf(attributes, 'theme', -1)] ?? indexed[numberOf(attributes, 'indexed', -1)];
  if (base === undefined || !/^[\da-f]{6}$/i.test(base)) return undefined;
  return `#${tinted(base.toLowerCase(), numberOf(attributes, 'tint'))}`;
}

/** Lighter where the tint is above zero, darker below: towards white or black by that share. */
function tinted(colour: string, tint: number): string {
  if (tint === 0) return colour;
  const part = (at: number): string => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    const moved = tint < 0 ? value * (1 + Math.max(-1, tint)) : value + (255 - value) * Math.min(1, tint);
    return Math.round(moved).toString(16).padStart(2, '0');
  };
  return part(0) + part(2) + part(4);
}
