import { TaskFailure } from '../task.ts';
import { attributeOf, unescapeXml } from './scan-xml.ts';

/** An element and its place in the text: its opening tag ends at `openEnd`, its content at `closeStart`. */
export interface XmlElement {
  /** With its prefix. */
  tag: string;
  /** Without its prefix. */
  name: string;
  start: number;
  openEnd: number;
  closeStart: number;
  end: number;
  children: XmlElement[];
  parent: XmlElement | undefined;
}

const maxElements = 2_000_000;
const maxDepth = 200;
const construct = /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[[\s\S]*?\]\]>|(\/?)([^\s/>!?]+)((?:[^"'>]|"[^"]*"|'[^']*')*?)(\/?)>|)/y;

/** The elements of an XML text with their places. Fails where tags do not match, and on document types. */
export function xmlElements(text: string): XmlElement {
  const top: XmlElement = {
    tag: '',
    name: '',
    start: 0,
    openEnd: 0,
    closeStart: text.length,
    end: text.length,
    children: [],
    parent: undefined,
  };
  let [within, depth, count] = [top, 0, 0];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', construct.lastIndex)) {
    construct.lastIndex = at;
    const found = construct.exec(text);
    if (found === null || found[0] === '<') throw new TaskFailure('broken');
    const [, slash, tag, , empty] = found;
    if (tag === undefined) continue;
    const end = construct.lastIndex;
    if (slash === '/') {
      if (within.tag !== tag || within.parent === undefined) throw new TaskFailure('broken');
      [within.closeStart, within.end] = [at, end];
      [within, depth] = [within.parent, depth - 1];
      continue;
    }
    if (++count > maxElements || depth > maxDepth) throw new TaskFailure('too-large');
    const element = {
      tag,
      name: tag.slice(tag.indexOf(':') + 1),
      start: at,
      openEnd: end,
      closeStart: end,
      end,
      children: [],
      parent: within,
    };
    within.children.push(element);
    if (empty !== '/') [within, depth] = [element, depth + 1];
  }
  const root = top.children[0];
  if (within !== top || root === undefined || top.children.length > 1) throw new TaskFailure('broken');
  return root;
}

/** Small edits of an XML text: what they do not touch keeps its bytes. All places are those of the text that it began with. */
export class XmlEdit {
  readonly text: string;
  readonly root: XmlElement;
  readonly #splices: { start: number; end: number; text: string }[] = [];
  readonly #appended = new Map<XmlElement, string>();
  readonly #attributes = new Map<XmlElement, Map<string, string | null>>();

  constructor(text: string) {
    this.text = text;
    this.root = xmlElements(text);
  }

  /** The prefix of the root, with its colon, which new elements of the same namespace take. */
  get prefix(): string {
    return this.root.tag.slice(0, this.root.tag.length - this.root.name.length);
  }

  /** An attribute by its name without prefix, decoded. */
  get(element: XmlElement, name: string): string | undefined {
    return attributeOf(this.text.slice(element.start + element.tag.length + 1, element.openEnd), name);
  }

  /** The raw content between the tags of an element. */
  content(element: XmlElement): string {
    return this.text.slice(element.openEnd, element.closeStart);
  }

  /** The text of an element without children, decoded. */
  value(element: XmlElement): string {
    const raw = this.content(element);
    return raw.includes('<')
      ? raw.replace(
          /<!\[CDATA\[([\s\S]*?)\]\]>|<[^>]*>|[^<]+/g,
          (found, data?: string) => data ?? (found.startsWith('<') ? '' : unescapeXml(found)),
        )
      : unescapeXml(raw);
  }

  raw(element: XmlElement): string {
    return this.text.slice(element.start, element.end);
  }

  /** All elements below one with this name, at any depth. */
  all(name: string, below: XmlElement = this.root): XmlElement[] {
    const found: XmlElement[] = [];
    const walk = (element: XmlElement): void => {
      for (const child of element.children) {
        if (child.name === name) found.push(child);
        walk(child);
      }
    };
    walk(below);
    return found;
  }

  child(element: XmlElement, name: string): XmlElement | undefined {
    return element.children.find((one) => one.name === name);
  }

  /** Sets an attribute, or removes it with null; the name is the one that stands in the text. */
  set(element: XmlElement, name: string, value: string | null): void {
    const known = this.#attributes.get(element) ?? new Map<string, string | null>();
    this.#attributes.set(element, known.set(name, value));
  }

  setContent(element: XmlElement, text: string): void {
    if (element.closeStart === element.end) this.append(element, text);
    else this.replace(element.openEnd, element.closeStart, text);
  }

  append(element: XmlElement, text: string): void {
    this.#appended.set(element, (this.#appended.get(element) ?? '') + text);
  }

  insertBefore(element: XmlElement, text: string): void {
    this.replace(element.start, element.start, text);
  }

  insertAfter(element: XmlElement, text: string): void {
    this.replace(element.end, element.end, text);
  }

  remove(element: XmlElement): void {
    this.replace(element.start, element.end, '');
  }

  replace(start: number, end: number, text: string): void {
    this.#splices.push({ start, end, text });
  }

  /** Inserts a child of an element where the order of its schema wants it. */
  insertInOrder(element: XmlElement, text: string, order: { name: string; names: readonly string[] }): void {
    const place = order.names.indexOf(order.name);
    const next = element.children.find((child) => order.names.indexOf(child.name) > place);
    if (next === undefined) this.append(element, text);
    else this.insertBefore(next, text);
  }

  result(): string {
    const splices = this.#splices.concat(this.#tagSplices());
    const sorted = splices
      .map((splice, order) => ({ ...splice, order }))
      .toSorted((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end, text } of sorted) {
      // within an element that was removed
      if (end <= at && start < at) continue;
      if (start < at) throw new TaskFailure('broken');
      pieces.push(this.text.slice(at, start), text);
      at = end;
    }
    pieces.push(this.text.slice(at));
    return pieces.join('');
  }

  #tagSplices(): { start: number; end: number; text: string }[] {
    const splices: { start: number; end: number; text: string }[] = [];
    for (const [element, changes] of this.#attributes) {
      const [start, end] = [element.start + element.tag.length + 1, element.openEnd - (this.text[element.openEnd - 2] === '/' ? 2 : 1)];
      splices.push({ start, end, text: withAttributes(this.text.slice(start, end), changes) });
    }
    for (const [element, text] of this.#appended) {
      if (element.closeStart < element.end) splices.push({ start: element.closeStart, end: element.closeStart, text });
      else if (text !== '') splices.push({ start: element.end - 2, end: element.end, text: `>${text}</${element.tag}>` });
    }
    return splices;
  }
}

/** The attributes of a tag as text, with some of them set or, with null, removed. */
export function withAttributes(attributes: string, changes: Iterable<[name: string, value: string | null]>): string {
  let text = attributes;
  for (const [name, value] of changes) {
    const found = new RegExp(`(\\s+${name}\\s*=\\s*)("[^"]*"|'[^']*')`).exec(text);
    if (found !== null) {
      const written = value === null ? '' : `${found[1] ?? ''}"${escapeXml(value)}"`;
      text = text.slice(0, found.index) + written + text.slice(found.index + found[0].length);
    } else if (value !== null) text = `${text.trimEnd()} ${name}="${escapeXml(value)}"`;
  }
  return text;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** A text as the value of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"\n\r\t]/g, (found) => escapes[found] ?? found);

/** A text between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>\r]/g, (found) => escapes[found] ?? found);
