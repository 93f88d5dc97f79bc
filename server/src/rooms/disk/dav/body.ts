import { SaxesParser } from 'saxes';
import type { FileRequest } from '../../../ground/http/serve.ts';
import { DavRefusal } from './dav-refusal.ts';

const largest = 64 << 10;
const longestMs = 30_000;
const deepest = 30;
const mostElements = 500;

/** An element of a body, with what stands in it. */
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
    // left open where it is too long: with the connection the answer would be gone
    for await (const part of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > largest) throw new DavRefusal(413);
      parts.push(part);
    }
  } catch (error) {
    // a body that broke off is no failure of the house
    throw error instanceof DavRefusal ? error : new DavRefusal(400);
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The body of a request as XML; undefined where there is none. No entity of its own is expanded, and a document type is refused. */
export async function readXml(request: FileRequest): Promise<Element | undefined> {
  const text = await readText(request);
  return text.trim() === '' ? undefined : parseXml(text);
}

/** Parses a text of XML; 400 for what is none. */
export function parseXml(text: string): Element {
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

const dav = 'DAV:';

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.uri === dav && child.name === name);
