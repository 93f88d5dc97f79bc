import { moduleType } from '@dossier/contract/rights';
import type { Terms } from '../terms.ts';
import { DavRefusal } from './dav-refusal.ts';

/** Names from the root of the sync disk down: area, cabinet, folders, document. */
export type Way = string[];

export const root = '/dav';
/** More levels than places can have. */
const deepest = 104;

/** No name has these signs: what a client meant as a part of something must not do away with all of it. */
const unescaped = /[?#\\]/;

/** The names in the path of a URL, decoded once; 400 for what no name can be. */
export function wayOf(url: string): Way {
  if (unescaped.test(url)) throw new DavRefusal(400);
  if (url !== root && !url.startsWith(`${root}/`)) throw new DavRefusal(400);
  const names = url
    .slice(root.length)
    .split('/')
    .filter((name) => name !== '')
    .map(decoded);
  if (names.length > deepest) throw new DavRefusal(403);
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

/** Where a MOVE or COPY leads to. Which host it names is of no concern: behind a proxy that may be any. */
export function destinationOf(header: string | string[] | undefined): Way {
  const url = typeof header === 'string' && !unescaped.test(header) ? URL.parse(header, 'http://localhost') : null;
  if (url === null) throw new DavRefusal(400);
  return wayOf(url.pathname);
}

/** The address of something on the sync disk. */
export const hrefOf = (way: Way, isPlace: boolean): string =>
  `${[root, ...way.map((name) => encodeURIComponent(name.toWellFormed()))].join('/')}${isPlace ? '/' : ''}`;

const areaNames: [string, number, keyof Terms][] = [
  ['my', moduleType.my, 'ownArea'],
  ['enterprise', moduleType.enterprise, 'enterpriseArea'],
  ['system', moduleType.system, 'systemArea'],
];

/** The areas that the sync disk shows: their names in paths, and their numbers. */
export const areasOf = (terms: Terms): { name: string; area: number }[] =>
  areaNames.filter(([, , shown]) => terms[shown] === true).map(([name, area]) => ({ name, area }));
