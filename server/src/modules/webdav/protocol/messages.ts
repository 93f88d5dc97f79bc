import { moduleType } from '@dossier/contract/core/rights';
import { SaxesParser } from 'saxes';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { WebdavSettings } from '../devices.ts';

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

/** Names from the root of the sync disk down: area, cabinet, folders, document. */
export type DavPath = string[];

export const davRoot = '/dav';
/** More levels than containers can have. */
const deepestPath = 104;

/** Characters that no name has: a part of a path that a client left unencoded must not be read as a shorter path. */
const unescaped = /[?#\\]/;

/** The names in the path of a URL, decoded once; 400 for invalid names. */
export function davPathOf(url: string): DavPath {
  if (unescaped.test(url)) throw new DavRefusal(400);
  if (url !== davRoot && !url.startsWith(`${davRoot}/`)) throw new DavRefusal(400);
  const names = url
    .slice(davRoot.length)
    .split('/')
    .filter((name) => name !== '')
    .map(decoded);
  if (names.length > deepestPath) throw new DavRefusal(403);
  return names;
}

function decoded(name: string): string {
  let text: string;
  try {
    text = decodeURIComponent(name).normalize('NFC');
  } catch {
    throw new DavRefusal(400);
  }
  if (text === '.' || text === '..' || /[\0/\\]/.test(text) || !text.isWellFormed()) throw new DavRefusal(400);
  return text;
}

/** A whole URL, or one that leaves out the scheme alone. */
const namesHost = /^([a-z][a-z\d+.-]*:)?\/\//i;

/** Where a MOVE or COPY leads to: 502 where that is another server (RFC 4918, 9.8.5). */
export function destinationOf(request: FileRequest): DavPath {
  const header = request.headers['destination'];
  const url = parseResource(header);
  // a path alone is here
  if (namesHost.test(String(header)) && !hostsOf(request).has(url.hostname)) throw new DavRefusal(502);
  return davPathOf(url.pathname);
}

function parseResource(header: string | string[] | undefined): URL {
  const url = typeof header === 'string' && !unescaped.test(header) ? URL.parse(header, 'http://localhost') : null;
  if (url === null) throw new DavRefusal(400);
  return url;
}

/**
 * What this server is called in a request. A proxy may have put another name into `Host` and tell the one that the client used in a header
 * of its own. That need not be trusted: it decides nothing but this refusal. Ports are left out, as proxies change them.
 */
function hostsOf({ headers }: FileRequest): Set<string> {
  const forwarded = headerText(headers['forwarded']).matchAll(/host="?([^";,]+)/gi);
  const named = [
    headers.host ?? '',
    ...headerText(headers['x-forwarded-host']).split(','),
    ...[...forwarded].map(([, host]) => host ?? ''),
  ];
  return new Set(named.map((host) => URL.parse(`http://${host.trim()}`)?.hostname ?? ''));
}

/** The address of a resource on the sync disk. */
export const hrefOf = (path: DavPath, isPlace: boolean): string =>
  `${[davRoot, ...path.map((name) => encodeURIComponent(name.toWellFormed()))].join('/')}${isPlace ? '/' : ''}`;

const areaNames: [string, number, keyof WebdavSettings][] = [
  ['my', moduleType.my, 'ownArea'],
  ['enterprise', moduleType.enterprise, 'enterpriseArea'],
  ['system', moduleType.system, 'systemArea'],
];

/** The areas that the sync disk shows: their names in paths, and their numbers. */
export const shownAreas = (terms: WebdavSettings): { name: string; area: number }[] =>
  areaNames.filter(([, , shown]) => terms[shown] === true).map(([name, area]) => ({ name, area }));

const headerText = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header.join(', ') : (header ?? '')).slice(0, 8000);

/** The lock tokens in a request. */
export const tokensOf = (request: FileRequest): string[] =>
  [...headerText(request.headers['if']).matchAll(/<(opaquelocktoken:[0-9a-f-]{1,60})>/gi)].map(([, token]) => token ?? '').slice(0, 20);

/** The state of a resource: `tag` is its etag, undefined when it does not exist. */
interface ResourceState {
  tag: string | undefined;
  holds: (token: string) => boolean;
}

/** The lists of an `If` header about a resource: those with its own address, and those without any. */
function listsAbout(header: string, path: DavPath): string[] {
  let isAbout = true;
  const lists: string[] = [];
  const rest = header.replaceAll(/<([^<>]*)>|\(([^()]*)\)/g, (_, resource?: string, list = '') => {
    if (resource !== undefined) isAbout = namesPath(resource, path);
    else if (isAbout) lists.push(list);
    return '';
  });
  if (rest.trim() !== '') throw new DavRefusal(400);
  return lists;
}

function namesPath(resource: string, path: DavPath): boolean {
  try {
    const named = davPathOf(parseResource(resource).pathname);
    return named.length === path.length && named.every((name, at) => nameKey(name) === nameKey(path[at] ?? ''));
  } catch (error) {
    // about another server or path
    if (error instanceof DavRefusal) return false;
    throw error;
  }
}

/** One condition of a list: a token or an etag, possibly negated. */
const condition = /(not\s+)?(?:<([^<>]*)>|\[([^\]]*)\])/gi;

/**
 * Whether one of the lists of an `If` header holds (RFC 4918, 10.4): `[etag]` must be the etag of the request's resource, a token one that
 * locks it. Of lists about other resources only the tokens count.
 */
function ifHolds(header: string, { davPath: path, tag, holds }: ResourceState & { davPath: DavPath }): boolean {
  const met = (list: string): boolean => {
    if (list.trim() === '' || list.replaceAll(condition, '').trim() !== '') throw new DavRefusal(400);
    return [...list.matchAll(condition)].every(([, not, token, etag]) => {
      const is = token === undefined ? etag?.replace(/^W\//, '') === tag : holds(token);
      return (not === undefined) === is;
    });
  };
  const lists = listsAbout(header, path).map(met);
  return lists.length === 0 || lists.includes(true);
}

const matchesTag = (header: string, tag: string | undefined): boolean =>
  header.trim() === '*' ? tag !== undefined : header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);

/** Refuses with 412 when the request's conditions on its own resource fail. */
export function requireConditions(request: FileRequest, state: ResourceState): void {
  const { headers } = request;
  const [match, none, lists] = [headers['if-match'], headers['if-none-match'], headerText(headers['if'])];
  if (match !== undefined && !matchesTag(match, state.tag)) throw new DavRefusal(412);
  if (none !== undefined && matchesTag(none, state.tag)) throw new DavRefusal(412);
  if (lists !== '' && !ifHolds(lists, { ...state, davPath: davPathOf(request.raw.url ?? '') })) throw new DavRefusal(412);
}
