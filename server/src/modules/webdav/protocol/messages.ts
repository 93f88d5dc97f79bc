import { moduleType } from '@dossier/contract/core/rights';
import type { FileRequest } from '../../../platform/http/serve.ts';
import type { WebdavSettings } from '../devices.ts';

/** A resource that kept a request from being done, by its address. */
export interface FailedMember {
  href: string;
  status: string;
}

interface RefusalDetail {
  /** The precondition of RFC 4918 that failed. */
  condition?: string;
  /** The resources that the precondition is about. */
  hrefs?: string[];
  /** The parts of a 207. */
  members?: FailedMember[];
  headers?: Record<string, string>;
}

/** A WebDAV response other than success. */
export class DavRefusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly condition: string | undefined;
  readonly hrefs: string[];
  readonly members: FailedMember[];
  constructor(status: number, { condition, hrefs = [], members = [], headers = {} }: RefusalDetail = {}) {
    super(`WebDAV ${status}`);
    this.status = status;
    this.condition = condition;
    this.hrefs = hrefs;
    this.members = members;
    this.headers = headers;
  }

  /** The body that tells what failed; undefined where the status says it all. */
  get xml(): string | undefined {
    const addresses = (hrefs: string[]): string => hrefs.map((href) => davElement('href', escaped(href))).join('');
    if (this.members.length > 0) {
      const failed = this.members.map(({ href, status }) =>
        davElement('response', addresses([href]) + davElement('status', `HTTP/1.1 ${status}`)),
      );
      return davDocument('multistatus', failed.join(''));
    }
    return this.condition === undefined ? undefined : davDocument('error', davElement(this.condition, addresses(this.hrefs)));
  }
}

export const davNamespace = 'DAV:';

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

/** The propstat of some properties, with the precondition that failed. */
export const propstat = (props: string, status: string, condition?: string): string =>
  davElement(
    'propstat',
    davElement('prop', props) +
      davElement('status', `HTTP/1.1 ${status}`) +
      (condition === undefined ? '' : davElement('error', davElement(condition))),
  );

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

/** An address in a header, whole or the path alone. */
export function parseResource(header: string | string[] | undefined): URL {
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

/** A header as text; what is longer than any client sends is cut. */
export const headerText = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header.join(', ') : (header ?? '')).slice(0, 8000);
