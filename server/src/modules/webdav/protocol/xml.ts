import { SaxesParser } from 'saxes';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { DavRefusal, davNamespace, escaped } from './messages.ts';

const largest = 64 << 10;
const longestMs = 30_000;
const deepest = 30;
const mostElements = 500;

interface Attribute {
  uri: string;
  prefix: string;
  name: string;
  value: string;
}

/** An element of a body, with its content in order. Comments and processing instructions are left out. */
export interface Element {
  uri: string;
  prefix: string;
  name: string;
  /** Declarations of namespaces are attributes, too. */
  attributes: Attribute[];
  content: (string | Element)[];
  /** The language that holds in the element (`xml:lang`), empty where none is named. */
  lang: string;
}

async function readText(request: FileRequest): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => request.raw.destroy(), longestMs);
  try {
    // the stream is left open when the body is too long: destroying it would lose the response
    for await (const part of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > largest) throw new DavRefusal(413);
      parts.push(part);
    }
  } catch (error) {
    // a body that broke off is no server error
    throw error instanceof DavRefusal ? error : new DavRefusal(400);
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The body of a request as XML; undefined when empty. Own entities are not expanded, and a document type is refused. */
export async function readXml(request: FileRequest): Promise<Element | undefined> {
  const text = await readText(request);
  return text.trim() === '' ? undefined : parseXml(text);
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const declarations = 'http://www.w3.org/2000/xmlns/';

/** Parses XML 1.0, whatever version a body names: what only 1.1 allows would not be well-formed in answers. 400 when invalid. */
function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const top: Element = { uri: '', prefix: '', name: '', attributes: [], content: [], lang: '' };
  const open = [top];
  let elements = 0;
  const refuse = (): never => {
    throw new DavRefusal(400);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ uri, prefix, local, attributes }) => {
    if (open.length > deepest || ++elements > mostElements) refuse();
    const own = Object.values(attributes).map((one) => ({ uri: one.uri, prefix: one.prefix, name: one.local, value: one.value }));
    const above = open.at(-1);
    const lang = own.find((one) => one.uri === xmlNamespace && one.name === 'lang')?.value ?? above?.lang ?? '';
    const element: Element = { uri, prefix, name: local, attributes: own, content: [], lang };
    above?.content.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const add = (more: string): void => void open.at(-1)?.content.push(more);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return childrenOf(top)[0] ?? refuse();
}

/** The elements directly in another one. */
export const childrenOf = (element: Element | undefined): Element[] =>
  element?.content.filter((part): part is Element => typeof part !== 'string') ?? [];

/** The child of a name in the WebDAV namespace. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  childrenOf(element).find((child) => child.uri === davNamespace && child.name === name);

/** All text in an element, of its descendants too. */
export const textIn = ({ content }: Element): string =>
  content.map((part) => (typeof part === 'string' ? part : ` ${textIn(part)} `)).join('');

/** Whether a property may have this name: a prefix other than its own must not be declared for the namespace of XML itself. */
export const isNameable = ({ uri }: { uri: string }): boolean => uri !== xmlNamespace;

/** An element that was read, as text that means the same within any other document: it declares what namespaces it uses. Undefined beyond `limit` characters. */
export function xmlOf(element: Element, limit: number): string | undefined {
  const parts: string[] = [];
  let left = limit;
  const put = (text: string): boolean => {
    left -= text.length;
    parts.push(text);
    return left >= 0;
  };
  const lang: Attribute = { uri: xmlNamespace, prefix: 'xml', name: 'lang', value: element.lang };
  const others = element.attributes.filter(({ uri, name }) => uri !== xmlNamespace || name !== 'lang');
  const top = element.lang === '' ? element : { ...element, attributes: [...others, lang] };
  return write(top, new Map([['xml', xmlNamespace]]), put) ? parts.join('') : undefined;
}

function write(element: Element, around: ReadonlyMap<string, string>, put: (text: string) => boolean): boolean {
  const scope = new Map(around);
  const declared = new Map<string, string>();
  const declare = (prefix: string, uri: string): void => {
    if (scope.get(prefix) !== uri) declared.set(prefix, uri);
    scope.set(prefix, uri);
  };
  // declarations that no name uses may be used in the text
  for (const { uri, prefix, name, value } of element.attributes) if (uri === declarations) declare(prefix === '' ? '' : name, value);
  declare(element.prefix, element.uri);
  const named = element.attributes.filter(({ uri }) => uri !== declarations);
  for (const { uri, prefix } of named) if (prefix !== '') declare(prefix, uri);
  const tag = qualified(element);
  const spaces = [...declared].map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${attributeText(uri)}"`);
  const values = named.map((one) => ` ${qualified(one)}="${attributeText(one.value)}"`);
  const start = `<${tag}${spaces.join('')}${values.join('')}`;
  if (element.content.length === 0) return put(`${start}/>`);
  if (!put(`${start}>`)) return false;
  for (const part of element.content)
    if (!(typeof part === 'string' ? put(escaped(part).replaceAll('\r', '&#13;')) : write(part, scope, put))) return false;
  return put(`</${tag}>`);
}

const qualified = ({ prefix, name }: { prefix: string; name: string }): string => (prefix === '' ? name : `${prefix}:${name}`);

/** A parser would make spaces of these. */
const attributeText = (text: string): string => escaped(text).replaceAll(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
