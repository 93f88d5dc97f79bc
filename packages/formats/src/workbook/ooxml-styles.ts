import type { CellStyle } from './model.ts';
import { SSF } from '@e965/xlsx';
import { attributeOf, numberOf, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';

/** The palette of indexed colours. */
const indexedColours = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff ' +
  '800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff ' +
  '000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 ' +
  '3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ');
const officeTheme = [
  'ffffff',
  '000000',
  'eeece1',
  '1f497d',
  '4f81bd',
  'c0504d',
  '9bbb59',
  '8064a2',
  '4bacc6',
  'f79646',
  '0000ff',
  '800080',
];
/** A theme lists dark before light; cells count light first. */
const themeOrder = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'];

/** The theme colours of a workbook, in the order of cell references. */
export async function themeColours(zip: ZipParts): Promise<string[]> {
  const colours = [...officeTheme];
  let place = -1;
  await scanXml(zip.read('xl/theme/theme1.xml'), {
    open(name, attributes) {
      if (themeOrder.includes(name)) place = themeOrder.indexOf(name);
      else if (place >= 0 && (name === 'srgbClr' || name === 'sysClr')) {
        const colour = attributeOf(attributes, name === 'sysClr' ? 'lastClr' : 'val') ?? '';
        if (/^[\da-f]{6}$/i.test(colour)) colours[place] = colour.toLowerCase();
      }
    },
    close(name) {
      if (themeOrder.includes(name)) place = -1;
    },
  });
  return colours;
}

/** The colour of an element, as `#rrggbb`. */
export function colourOf(attributes: string, theme: string[]): string | undefined {
  const rgb = attributeOf(attributes, 'rgb');
  const base = rgb?.slice(-6) ?? theme[numberOf(attributes, 'theme', -1)] ?? indexedColours[numberOf(attributes, 'indexed', -1)];
  if (base === undefined || !/^[\da-f]{6}$/i.test(base)) return undefined;
  return `#${tinted(base.toLowerCase(), numberOf(attributes, 'tint'))}`;
}

/** Lightens a colour for a tint above zero, darkens it below: towards white or black by that share. */
function tinted(colour: string, tint: number): string {
  if (tint === 0) return colour;
  const part = (at: number): string => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    const moved = tint < 0 ? value * (1 + Math.max(-1, tint)) : value + (255 - value) * Math.min(1, tint);
    return Math.round(moved).toString(16).padStart(2, '0');
  };
  return part(0) + part(2) + part(4);
}

/** A number as displayed, in a colour where the format names one. */
interface Shown {
  text: string;
  colour?: string;
}

const formatColours: Record<string, string> = {
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
  white: '#ffffff',
  yellow: '#ffff00',
  红色: '#ff0000',
  蓝色: '#0000ff',
  绿色: '#00ff00',
};
/** How many formatted values are cached: cells of a column repeat themselves. */
const maxCached = 5000;

/** Formats numbers by a spreadsheet format: its code, or the number of a built-in one. */
function formatter(format: string | number, date1904: boolean): (value: number) => Shown {
  const code = typeof format === 'number' ? (SSF.get_table()[format] ?? 'General') : format;
  if (typeof code === 'string' && /^general$/i.test(code)) return (value) => ({ text: generalFormat(value) });
  const plain = typeof code === 'string' ? /^(#,##)?0(\.0{1,9})?(%)?$/.exec(code) : null;
  if (plain)
    return plainFormatter({ grouped: plain[1] !== undefined, places: (plain[2] ?? '.').length - 1, percent: plain[3] !== undefined });
  const sections = String(code).split(';');
  const known = new Map<number, Shown>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const shown = formatByLibrary(value, { format, section: sectionOf(sections, value), date1904 });
    if (known.size < maxCached) known.set(value, shown);
    return shown;
  };
}

const sectionOf = (sections: string[], value: number): string =>
  (value < 0 ? sections[1] : value === 0 ? sections[2] : undefined) ?? sections[0] ?? '';

function formatByLibrary(
  value: number,
  { format, section, date1904 }: { format: string | number; section: string; date1904: boolean },
): Shown {
  const named = /\[([a-z]+|红色|蓝色|绿色)\]/i.exec(section)?.[1]?.toLowerCase();
  const colour = named === undefined ? undefined : formatColours[named];
  let text: string;
  try {
    text = SSF.format(format, value, { date1904 }).trim();
  } catch {
    text = generalFormat(value); // an invalid format: the number is shown plainly
  }
  return colour === undefined ? { text } : { text, colour };
}

/** The general format of spreadsheets: eleven characters at most. */
function generalFormat(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 1e11) return String(value);
  return SSF.format('General', value);
}

interface Plain {
  grouped: boolean;
  places: number;
  percent: boolean;
}

const tooGreat = 1e15;

/** Formatters for the most frequent formats, which avoid parsing the format each time. */
function plainFormatter({ grouped, places, percent }: Plain): (value: number) => Shown {
  const power = 10 ** places;
  return (value) => {
    const scaled = percent ? value * 100 : value;
    if (!(Math.abs(scaled * power) < tooGreat)) return { text: generalFormat(value) };
    // by the fifteen digits that a spreadsheet counts: 1.005 is rounded up
    const rounded = Math.round(Number((Math.abs(scaled) * power).toPrecision(15))) / power;
    const text = rounded.toFixed(places);
    const whole = grouped ? text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : text;
    return { text: `${scaled < 0 && rounded !== 0 ? '-' : ''}${whole}${percent ? '%' : ''}` };
  };
}

/** A cell format: the style, and the number format. */
export interface CellFormat {
  style: CellStyle;
  show: (value: number) => Shown;
}

type Part = Partial<CellStyle>;
const widths: Record<string, string> = {
  hair: '1 dotted',
  dotted: '1 dotted',
  dashed: '1 dashed',
  dashDot: '1 dashed',
  dashDotDot: '1 dashed',
  thin: '1 solid',
  medium: '2 solid',
  mediumDashed: '2 dashed',
  mediumDashDot: '2 dashed',
  mediumDashDotDot: '2 dashed',
  slantDashDot: '2 dashed',
  thick: '3 solid',
  double: '3 double',
};
const sides = new Set(['left', 'right', 'top', 'bottom']);
const across: Record<string, CellStyle['across']> = {
  left: 'left',
  center: 'center',
  centerContinuous: 'center',
  right: 'right',
  justify: 'justify',
  distributed: 'justify',
};
const down: Record<string, CellStyle['down']> = { top: 'top', center: 'middle', bottom: 'bottom' };

/** The formats of a workbook's cells, in the order of the cells' references. */
export async function cellFormats(zip: ZipParts, date1904: boolean): Promise<CellFormat[]> {
  const theme = await themeColours(zip);
  const [fonts, fills, borders] = [[] as Part[], [] as Part[], [] as Part[]];
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let [within, side, current] = ['', '', {} as Part];
  const shows = new Map<number, CellFormat['show']>();
  const showOf = (id: number): CellFormat['show'] => {
    const known = shows.get(id) ?? formatter(codes.get(id) ?? id, date1904);
    shows.set(id, known);
    return known;
  };
  await scanXml(zip.read('xl/styles.xml'), {
    open(name, attributes) {
      if (['fonts', 'fills', 'borders', 'cellXfs', 'cellStyleXfs', 'dxfs'].includes(name)) within = name;
      else if (name === 'numFmt') codes.set(numberOf(attributes, 'numFmtId'), attributeOf(attributes, 'formatCode') ?? 'General');
      else if (within === 'fonts') readFont(name, attributes, { current, theme });
      else if (within === 'fills') readFill(name, attributes, { current, theme });
      else if (within === 'borders') {
        if (sides.has(name)) side = `${name} ${widths[attributeOf(attributes, 'style') ?? ''] ?? ''}`;
        else if (name === 'color') readSide(side, colourOf(attributes, theme), current);
      } else if (within === 'cellXfs') {
        if (name === 'xf') {
          const part = (list: Part[], id: string): Part => list[numberOf(attributes, id)] ?? {};
          const style = { ...part(fonts, 'fontId'), ...part(fills, 'fillId'), ...part(borders, 'borderId') };
          formats.push({ style, show: showOf(numberOf(attributes, 'numFmtId')) });
        } else if (name === 'alignment') readAlignment(attributes, formats.at(-1)?.style ?? {});
      }
    },
    close(name) {
      if (name === within) within = '';
      else if (within === 'borders' && sides.has(name)) readSide(side, undefined, current);
      const list = { font: fonts, fill: fills, border: borders }[name];
      if (list === undefined || within !== `${name}s`) return;
      if (current.fill === '') delete current.fill;
      list.push(current);
      current = {};
    },
  });
  return formats;
}

interface Reading {
  current: Part;
  theme: string[];
}

function readFont(name: string, attributes: string, { current, theme }: Reading): void {
  const on = !['0', 'false', 'none'].includes(attributeOf(attributes, 'val') ?? '');
  if (name === 'b' && on) current.bold = true;
  else if (name === 'i' && on) current.italic = true;
  else if (name === 'u' && on) current.underline = true;
  else if (name === 'strike' && on) current.strike = true;
  else if (name === 'color') {
    const colour = colourOf(attributes, theme);
    // black is the default colour
    if (colour !== undefined && colour !== '#000000') current.colour = colour;
  } else if (name === 'sz') {
    const size = numberOf(attributes, 'val', 11);
    if (size !== 11 && size > 0 && size <= 409) current.size = size;
  }
}

function readFill(name: string, attributes: string, { current, theme }: Reading): void {
  const kind = attributeOf(attributes, 'patternType');
  if (name === 'fgColor' || (name === 'color' && current.fill === undefined)) {
    const colour = colourOf(attributes, theme);
    if (colour !== undefined && current.fill !== '') current.fill = colour;
  } else if (name === 'patternFill' && (kind === 'none' || kind === 'gray125')) current.fill = '';
}

/** A border without a colour has the colour of the text. */
function readSide(side: string, colour: string | undefined, current: Part): void {
  const [name, width, kind] = side.split(' ') as ['left' | 'right' | 'top' | 'bottom', string?, string?];
  if (width && kind && (colour !== undefined || current[name] === undefined)) current[name] = `${width} ${kind} ${colour ?? '#000000'}`;
}

function readAlignment(attributes: string, style: CellStyle): void {
  const [horizontal, vertical] = [across[attributeOf(attributes, 'horizontal') ?? ''], down[attributeOf(attributes, 'vertical') ?? '']];
  if (horizontal) style.across = horizontal;
  if (vertical && vertical !== 'bottom') style.down = vertical;
  if (['1', 'true'].includes(attributeOf(attributes, 'wrapText') ?? '')) style.wrap = true;
  const indent = numberOf(attributes, 'indent');
  if (indent > 0) style.indent = Math.min(indent, 20);
}
