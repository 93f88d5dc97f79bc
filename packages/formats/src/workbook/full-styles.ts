import type { OfficePackage } from '../office/patch-package.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { SSF } from '@e965/xlsx';
import { isTrue } from './book-part.ts';
import type { StyleEdit } from './edits.ts';
import { colourOf, themeColours } from './ooxml-styles.ts';

type Sides = NonNullable<StyleEdit['border']>;
type Line = NonNullable<Sides['top']>;

const lines: Record<string, Line['style']> = {
  hair: 'dotted',
  dotted: 'dotted',
  dashed: 'dashed',
  dashDot: 'dashed',
  dashDotDot: 'dashed',
  thin: 'thin',
  medium: 'medium',
  mediumDashed: 'dashed',
  mediumDashDot: 'dashed',
  mediumDashDotDot: 'dashed',
  slantDashDot: 'dashed',
  thick: 'thick',
  double: 'double',
};
const across = new Set(['left', 'center', 'right']);
const down = new Set(['top', 'center', 'bottom']);

/** The styles of the cells of a workbook in the order in which cells refer to them. What is not said is the default. */
export async function fullStyles(parts: OfficePackage, zip: ZipParts, path: string | undefined): Promise<StyleEdit[]> {
  if (path === undefined || !parts.has(path)) return [{}];
  const reader = new StyleReader(new XmlEdit(parts.text(path)), await themeColours(zip));
  return reader.styles();
}

class StyleReader {
  readonly #xml: XmlEdit;
  readonly #theme: string[];

  constructor(xml: XmlEdit, theme: string[]) {
    this.#xml = xml;
    this.#theme = theme;
  }

  styles(): StyleEdit[] {
    const [fonts, fills, borders] = [
      this.#list('fonts').map((one) => this.#font(one)),
      this.#list('fills').map((one) => this.#fill(one)),
      this.#list('borders').map((one) => this.#border(one)),
    ];
    const codes = new Map(this.#list('numFmts').map((one) => [this.#number(one, 'numFmtId'), this.#xml.get(one, 'formatCode') ?? '']));
    const styles = this.#list('cellXfs').map((xf): StyleEdit => {
      const format = this.#number(xf, 'numFmtId');
      const code = codes.get(format) ?? builtInFormat(format);
      return {
        ...fonts[this.#number(xf, 'fontId')],
        ...fills[this.#number(xf, 'fillId')],
        ...borders[this.#number(xf, 'borderId')],
        ...this.#alignment(this.#xml.child(xf, 'alignment')),
        ...(code !== undefined && { number: code }),
      };
    });
    return styles.length === 0 ? [{}] : styles;
  }

  #list(name: string): XmlElement[] {
    return this.#xml.child(this.#xml.root, name)?.children ?? [];
  }

  #number(element: XmlElement, name: string): number {
    return Number(this.#xml.get(element, name) ?? 0);
  }

  #colour(element: XmlElement | undefined): string | undefined {
    if (element === undefined) return undefined;
    return colourOf(this.#xml.text.slice(element.start + element.tag.length + 1, element.openEnd), this.#theme);
  }

  #font(font: XmlElement): StyleEdit {
    const value = (name: string): string | undefined => {
      const found = this.#xml.child(font, name);
      return found && (this.#xml.get(found, 'val') ?? '1');
    };
    const isOn = (name: string): boolean => !['0', 'false', 'none', undefined].includes(value(name));
    const color = this.#colour(this.#xml.child(font, 'color'));
    const [size, face] = [Number(value('sz')), value('name')];
    return {
      ...(isOn('b') && { bold: true }),
      ...(isOn('i') && { italic: true }),
      ...(isOn('u') && { underline: true }),
      ...(isOn('strike') && { strike: true }),
      ...(color !== undefined && { color }),
      ...(size > 0 && { size }),
      ...(face !== undefined && { font: face }),
    };
  }

  #fill(fill: XmlElement): StyleEdit {
    const pattern = this.#xml.child(fill, 'patternFill');
    const kind = pattern && (this.#xml.get(pattern, 'patternType') ?? 'none');
    if (kind === 'none' || kind === 'gray125') return {};
    const color = this.#colour(pattern && this.#xml.child(pattern, 'fgColor')) ?? this.#colour(this.#xml.all('color', fill)[0]);
    return color === undefined ? {} : { fill: color };
  }

  #border(border: XmlElement): StyleEdit {
    const sides: Sides = {};
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const element = this.#xml.child(border, side);
      const style = element && lines[this.#xml.get(element, 'style') ?? ''];
      if (element && style) sides[side] = { style, color: this.#colour(this.#xml.child(element, 'color')) ?? '#000000' };
    }
    return Object.keys(sides).length === 0 ? {} : { border: sides };
  }

  #alignment(element: XmlElement | undefined): StyleEdit {
    if (element === undefined) return {};
    const [horizontal = '', vertical = ''] = [this.#xml.get(element, 'horizontal'), this.#xml.get(element, 'vertical')];
    return {
      ...(across.has(horizontal) && { across: horizontal as 'left' }),
      ...(down.has(vertical) && { down: vertical as 'top' }),
      ...(isTrue(this.#xml.get(element, 'wrapText')) && { wrap: true }),
    };
  }
}

/** The code of a built-in format; undefined for the general one. */
export function builtInFormat(id: number): string | undefined {
  const code: unknown = SSF.get_table()[id];
  return id === 0 || typeof code !== 'string' ? undefined : code;
}
