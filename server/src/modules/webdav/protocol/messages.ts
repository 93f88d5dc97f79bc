import { SaxesParser } from 'saxes';
import type { FileRequest } from '../../../platform/http/serve.ts';

/** A WebDAV response other than success: its status, and the precondition of RFC 4918 that failed. */
export class DavRefusal extends Error {
  readonly status: number;
  readonly condition: string | undefined;
  readonly headers: Record<string, string>;
  constructor(status: number, { condition, headers = {} }: { condition?: string; headers?: Record<string, string> } = {}) {
    super(`WebDAV ${status}`);
    this.status = status;
    this.condition = condition;
    this.headers = headers;
  }
}

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML; characters that XML cannot contain are left out. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the very signs that XML has no way to write
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => xmlEntities[char] ?? '');

/** An element of the WebDAV namespace. */
export const davElement = (name: string, inner = ''): string => (inner === '' ? `<D:${name}/>` : `<D:${name}>${inner}</D:${name}>`);

/** A whole response body. */
export const davDocument = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:${name} xmlns:D="DAV:">${inner}</D:${name}>`;

/** The propstat of some properties. */
export const propstat = (props: string, status: string): string =>
  davElement('propstat', davElement('prop', props) + davElement('status', `HTTP/1.1 ${status}`));

const largest = 64 << 10;
const longestMs = 30_000;
const deepest = 30;
const mostElements = 500;

/** An element of a body, with its content. */
export interface Element {
  uri: string;
  name: string;
  text: string;
  children: Element[];
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

/** Parses XML; 400 when invalid. */
function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const top: Element = { uri: '', name: '', text: '', children: [] };
  const open = [top];
  let elements = 0;
  const refuse = (): never => {
    throw new DavRefusal(400);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ uri, local }) => {
    if (open.length > deepest || ++elements > mostElements) refuse();
    const element: Element = { uri, name: local, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const add = (more: string): void => {
    const last = open.at(-1);
    if (last !== undefined) last.text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return top.children[0] ?? refuse();
}

const davNamespace = 'DAV:';

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.uri === davNamespace && child.name === name);
