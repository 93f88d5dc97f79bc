import { TaskFailure } from '../task.ts';
import { attributeOf, unescapeXml } from '../xml/scan-xml.ts';
import { type XmlElement, xmlElements } from '../xml/xml-edit.ts';
import type { ZipParts } from '../zip/zip-parts.ts';

const [mostXml, mostBytes] = [32 << 20, 64 << 20];

/** An element of a part, with its attributes and children by their names without prefix. */
export class OfdNode {
  readonly #xml: string;
  readonly #element: XmlElement;

  constructor(xml: string, element: XmlElement) {
    this.#xml = xml;
    this.#element = element;
  }

  get name(): string {
    return this.#element.name;
  }

  /** An attribute; undefined where there is none. */
  attribute(name: string): string | undefined {
    return attributeOf(this.#xml.slice(this.#element.start + this.#element.tag.length + 1, this.#element.openEnd), name);
  }

  /** An attribute as a number. */
  number(name: string): number | undefined {
    const value = Number(this.attribute(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  }

  /** Its text, without that of elements in it. */
  get text(): string {
    const { openEnd, closeStart, children } = this.#element;
    if (children.length > 0) return '';
    const raw = this.#xml.slice(openEnd, closeStart);
    return raw
      .split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->)/)
      .map((piece) => (piece.startsWith('<![CDATA[') ? piece.slice(9, -3) : piece.startsWith('<!--') ? '' : unescapeXml(piece)))
      .join('');
  }

  get children(): OfdNode[] {
    return this.#element.children.map((child) => new OfdNode(this.#xml, child));
  }

  /** Its children of a name. */
  all(name: string): OfdNode[] {
    return this.children.filter((child) => child.name === name);
  }

  child(name: string): OfdNode | undefined {
    return this.all(name)[0];
  }
}

/** The folder of a part, '' or with a slash at its end. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** A location in a part of a folder (ST_Loc): from the root of the package, or relative to the part. It never leaves the package. */
export function locate(folder: string, location: string): string {
  const path = location.trim().replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Numbers between blanks. */
export const numbersOf = (text: string | undefined): number[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number)
    .map((value) => (Number.isFinite(value) ? value : 0));

/** The bytes of a part; undefined where there is none. */
export async function bytesOfPart(zip: ZipParts, name: string, most = mostBytes): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of zip.read(name)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) throw new TaskFailure('too-large');
  }
  return length === 0 ? undefined : Buffer.concat(chunks);
}

/** The root of an XML part; undefined where there is none. */
export async function xmlOfPart(zip: ZipParts, name: string): Promise<OfdNode | undefined> {
  const bytes = await bytesOfPart(zip, name, mostXml);
  if (bytes === undefined) return undefined;
  // some programs write UTF-16, or GBK, and declare it
  const declared = /^[^>]*encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1]?.toLowerCase();
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : declared?.startsWith('gb') ? 'gb18030' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes);
  return new OfdNode(xml, xmlElements(xml));
}
