import { XmlEdit, type XmlElement, escapeXml, withAttributes } from '../xml/xml-edit.ts';
import type { StyleEdit } from './edits.ts';
import { builtInFormat } from './full-styles.ts';
import { PatchRefusal } from './patch-refusal.ts';

/** The children of a style sheet in the order of its schema. */
const styleOrder = 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst'.split(' ');
const fontOrder = 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme'.split(' ');
const sideOrder = 'left right top bottom diagonal'.split(' ');
/** More than Excel allows is a file that it repairs. */
const maxStyles = 64_000;
const maxNumberCode = 255;
const colour = /^#[\da-f]{6}$/i;

type List = 'numFmts' | 'fonts' | 'fills' | 'borders' | 'cellXfs';
const items: Record<List, string> = { numFmts: 'numFmt', fonts: 'font', fills: 'fill', borders: 'border', cellXfs: 'xf' };

/** Styles that are added to those of a workbook; none that is there changes. */
export class StylePatch {
  readonly #xml: XmlEdit;
  readonly #lists = new Map<List, string[]>();
  readonly #added = new Map<List, string[]>();
  readonly #known = new Map<string, number>();

  constructor(text: string) {
    this.#xml = new XmlEdit(text);
    for (const list of Object.keys(items) as List[]) {
      const element = this.#xml.child(this.#xml.root, list);
      this.#lists.set(list, element?.children.map((one) => this.#xml.raw(one)) ?? []);
    }
  }

  /** Whether there is a first one of each list, from which others are made: to add it would change how all cells are read. */
  get hasFirst(): boolean {
    return (['fonts', 'fills', 'borders', 'cellXfs'] as const).every((list) => (this.#lists.get(list)?.length ?? 0) > 0);
  }

  /** The number of a style that is another one but for an edit. */
  styled(base: number, edit: StyleEdit): number {
    const key = `${base} ${JSON.stringify(edit)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#place('cellXfs', this.#format(base, edit));
    this.#known.set(key, made);
    return made;
  }

  /** The text with what was added. */
  text(): string {
    for (const [list, added] of this.#added) {
      const element = this.#xml.child(this.#xml.root, list);
      const count = String((element?.children.length ?? 0) + added.length);
      if (element) {
        this.#xml.append(element, added.join(''));
        this.#xml.set(element, 'count', count);
      } else {
        const tag = `${this.#xml.prefix}${list}`;
        const text = `<${tag} count="${count}">${added.join('')}</${tag}>`;
        this.#xml.insertInOrder(this.#xml.root, text, { name: list, names: styleOrder });
      }
    }
    return this.#xml.result();
  }

  /** The place of an item of a list, which is added where it is not there yet. */
  #place(list: List, text: string): number {
    const known = this.#lists.get(list) ?? [];
    const place = known.indexOf(text);
    if (place >= 0) return place;
    if (known.length >= maxStyles) throw new PatchRefusal('limit', 'styles');
    const added = this.#added.get(list);
    if (added) added.push(text);
    else this.#added.set(list, [text]);
    return known.push(text) - 1;
  }

  #item(list: List, place: number): XmlEdit {
    const tag = `${this.#xml.prefix}${items[list]}`;
    return new XmlEdit(this.#lists.get(list)?.[place] ?? `<${tag}/>`);
  }

  #format(base: number, edit: StyleEdit): string {
    const xf = this.#item('cellXfs', base);
    const { root } = xf;
    const before = (name: string): number => Number(xf.get(root, name) ?? 0);
    const set = (name: string, applied: string, value: number): void => {
      if (value === before(name)) return;
      xf.set(root, name, String(value));
      xf.set(root, applied, '1');
    };
    set('fontId', 'applyFont', this.#font(before('fontId'), edit));
    set('fillId', 'applyFill', this.#fill(before('fillId'), edit.fill));
    set('borderId', 'applyBorder', this.#border(before('borderId'), edit.border));
    set('numFmtId', 'applyNumberFormat', edit.number === undefined ? before('numFmtId') : this.#number(edit.number));
    this.#align(xf, edit);
    return xf.result();
  }

  #font(base: number, edit: StyleEdit): number {
    const { bold, italic, underline, strike, color, size, font } = edit;
    if ([bold, italic, underline, strike, color, size, font].every((one) => one === undefined)) return base;
    const xml = this.#item('fonts', base);
    const usual = this.#item('fonts', 0);
    for (const [name, isOn] of [
      ['b', bold],
      ['i', italic],
      ['u', underline],
      ['strike', strike],
    ] as const)
      if (isOn !== undefined) this.#setIn(xml, name, isOn ? '' : undefined);
    if (color === null) this.#setIn(xml, 'color', usual);
    else if (color !== undefined) this.#setIn(xml, 'color', ` rgb="${argb(color)}"`);
    if (size === null) this.#setIn(xml, 'sz', usual);
    else if (size !== undefined) this.#setIn(xml, 'sz', ` val="${inRange(size, 1, 409)}"`);
    if (font === null) for (const name of ['name', 'family', 'charset', 'scheme']) this.#setIn(xml, name, usual);
    else if (font !== undefined) {
      if (font === '' || font.length > 31) throw new PatchRefusal('value', 'font');
      this.#setIn(xml, 'name', ` val="${escapeXml(font)}"`);
      for (const name of ['family', 'charset', 'scheme']) this.#setIn(xml, name, undefined);
    }
    return this.#place('fonts', xml.result());
  }

  /** Sets a child of a font: to attributes, to that of another font, or to nothing. */
  #setIn(xml: XmlEdit, name: string, value: string | XmlEdit | undefined): void {
    const old = xml.child(xml.root, name);
    const other = value instanceof XmlEdit ? value.child(value.root, name) : undefined;
    const made =
      typeof value === 'string' ? `<${this.#xml.prefix}${name}${value}/>` : other && value instanceof XmlEdit ? value.raw(other) : '';
    if (old) xml.replace(old.start, old.end, made);
    else if (made !== '') xml.insertInOrder(xml.root, made, { name, names: fontOrder });
  }

  #fill(base: number, fill: string | null | undefined): number {
    if (fill === undefined) return base;
    const p = this.#xml.prefix;
    if (fill === null)
      return this.#place('fills', this.#lists.get('fills')?.[0] ?? `<${p}fill><${p}patternFill patternType="none"/></${p}fill>`);
    const pattern = `<${p}patternFill patternType="solid"><${p}fgColor rgb="${argb(fill)}"/><${p}bgColor indexed="64"/></${p}patternFill>`;
    return this.#place('fills', `<${p}fill>${pattern}</${p}fill>`);
  }

  #border(base: number, border: StyleEdit['border']): number {
    if (border === undefined) return base;
    const xml = this.#item('borders', base);
    const p = this.#xml.prefix;
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      const line = border[side];
      if (line === undefined) continue;
      const color = line === null ? '' : `<${p}color rgb="${argb(line.color)}"/>`;
      const made = line === null ? `<${p}${side}/>` : `<${p}${side} style="${line.style}">${color}</${p}${side}>`;
      const old = xml.child(xml.root, side);
      if (old) xml.replace(old.start, old.end, made);
      else xml.insertInOrder(xml.root, made, { name: side, names: sideOrder });
    }
    return this.#place('borders', xml.result());
  }

  #number(code: string | null): number {
    if (code === null || /^general$/i.test(code)) return 0;
    if (code === '' || code.length > maxNumberCode) throw new PatchRefusal('value', 'number format');
    // formats from 5 to 8, 41 to 44 differ between languages
    for (const id of [1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47, 48, 49])
      if (builtInFormat(id) === code) return id;
    let next = 164;
    for (const place of (this.#lists.get('numFmts') ?? []).keys()) {
      const one = this.#item('numFmts', place);
      const id = Number(one.get(one.root, 'numFmtId') ?? Number.NaN);
      if (one.get(one.root, 'formatCode') === code) return id;
      if (id >= next) next = id + 1;
    }
    this.#place('numFmts', `<${this.#xml.prefix}numFmt numFmtId="${next}" formatCode="${escapeXml(code)}"/>`);
    return next;
  }

  #align(xf: XmlEdit, { across, down, wrap }: StyleEdit): void {
    const changes: [string, string | null][] = [];
    if (across !== undefined) changes.push(['horizontal', across]);
    if (down !== undefined) changes.push(['vertical', down]);
    if (wrap !== undefined) changes.push(['wrapText', wrap ? '1' : null]);
    if (changes.length === 0) return;
    const old: XmlElement | undefined = xf.child(xf.root, 'alignment');
    if (old) for (const [name, value] of changes) xf.set(old, name, value);
    else {
      const text = `<${this.#xml.prefix}alignment${withAttributes('', changes)}/>`;
      xf.insertInOrder(xf.root, text, { name: 'alignment', names: ['alignment', 'protection', 'extLst'] });
    }
    xf.set(xf.root, 'applyAlignment', '1');
  }
}

function argb(text: string): string {
  if (!colour.test(text)) throw new PatchRefusal('value', 'colour');
  return `FF${text.slice(1).toUpperCase()}`;
}

function inRange(number: number, least: number, limit: number): number {
  if (!(number >= least && number <= limit)) throw new PatchRefusal('value', 'size');
  return number;
}
