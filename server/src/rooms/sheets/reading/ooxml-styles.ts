import type { CellStyle } from '@dossier/contract/sheets';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import { colourOf, themeColours } from './ooxml-colours.ts';
import { formatter, type Shown } from './number-format.ts';
import { attributeOf, numberOf, scanXml } from './quick-xml.ts';

/** A format of cells: how they look, and how their numbers read. */
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

/** The formats of a workbook's cells, in the order in which cells name them. */
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
    // black is what the sheet writes with anyway
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

/** A border whose colour is not told is in the colour of the writing. */
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
