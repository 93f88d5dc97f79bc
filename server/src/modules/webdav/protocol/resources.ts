import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { etagOf, safeHeaders } from '../../../platform/http/file-response.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { childNamed, childrenOf, entriesOfArea } from '../../documents/walk-tree.ts';
import type { WebdavSettings } from '../devices.ts';
import { DavRefusal, davElement, escaped } from './messages.ts';
import { type DavPath, shownAreas } from './request.ts';

/** What stands at the end of a way: the root, an area, or an item that the person may see. */
export type Resource = { at: 'root' } | { at: 'area'; area: number } | { at: 'item'; held: AuthorisedItem };

/** More entries no folder is listed with: a client holds them all at once. */
const mostEntries = 10_000;

/** Entries of an area under names that tell them apart: of several with one name the oldest has it, the others have their number behind. */
async function namedEntries(ctx: Context, area: number, keys?: string[]): Promise<{ name: string; held: AuthorisedItem }[]> {
  const taken = new Set<string>();
  return (await entriesOfArea(ctx, area, keys)).map((held) => {
    const { id, name, name_key } = held.item;
    const isFirst = !taken.has(name_key);
    taken.add(name_key);
    return { name: isFirst ? name : `${name} ~${id}`, held };
  });
}

/** The entry that has a name: every request comes by here, and does not go through all there are. */
async function entryNamed(ctx: Context, area: number, name: string): Promise<AuthorisedItem | undefined> {
  const key = nameKey(name);
  const known = await namedEntries(ctx, area, [key, key.replace(/ ~\d{1,16}$/, '')]);
  return known.find((entry) => nameKey(entry.name) === key)?.held;
}

/** What stands at the end of a way, judging every step; undefined where nothing does that the person may see. */
export async function findResource(ctx: Context, terms: WebdavSettings, way: DavPath): Promise<Resource | undefined> {
  const [areaName, entryName, ...rest] = way;
  if (areaName === undefined) return { at: 'root' };
  const area = shownAreas(terms).find(({ name }) => name === areaName.toLowerCase())?.area;
  if (area === undefined) return undefined;
  if (entryName === undefined) return { at: 'area', area };
  let held = await entryNamed(ctx, area, entryName);
  for (const name of rest) {
    if (held === undefined || held.item.kind === objType.document) return undefined;
    held = await childNamed(ctx, held.item, name);
  }
  return held === undefined ? undefined : { at: 'item', held };
}

/** The same; 404 where nothing stands there. */
export async function requireResource(ctx: Context, terms: WebdavSettings, way: DavPath): Promise<Resource> {
  const found = await findResource(ctx, terms, way);
  if (found === undefined) throw new DavRefusal(404);
  return found;
}

/** An item that a deed is about; areas and cabinets stand as they are: those are made, named and removed in the browser. */
export async function requireMovable(ctx: Context, terms: WebdavSettings, way: DavPath): Promise<AuthorisedItem> {
  const found = await requireResource(ctx, terms, way);
  if (found.at !== 'item' || found.held.item.kind === objType.cabinet) throw new DavRefusal(403);
  return found.held;
}

/** The place that a way leads into, and the name behind it: 409 where there is no such place, 403 in an area itself. */
export async function requireParent(
  ctx: Context,
  terms: WebdavSettings,
  way: DavPath,
): Promise<{ place: AuthorisedItem['item']; name: string }> {
  const name = way.at(-1);
  if (name === undefined) throw new DavRefusal(403);
  const above = await findResource(ctx, terms, way.slice(0, -1));
  if (above === undefined) throw new DavRefusal(409);
  if (above.at !== 'item') throw new DavRefusal(403);
  if (above.held.item.kind === objType.document) throw new DavRefusal(409);
  return { place: above.held.item, name };
}

/** What lies in something, under the names of its paths; 507 for a folder with too much in it. */
export async function membersOf(ctx: Context, terms: WebdavSettings, found: Resource): Promise<{ name: string; found: Resource }[]> {
  if (found.at === 'root') return shownAreas(terms).map(({ name, area }) => ({ name, found: { at: 'area', area } }));
  if (found.at === 'area') {
    const entries = await namedEntries(ctx, found.area);
    if (entries.length > mostEntries) throw new DavRefusal(507);
    return entries.map(({ name, held }) => ({ name, found: { at: 'item', held } }));
  }
  if (found.held.item.kind === objType.document) return [];
  const children = await childrenOf(ctx, found.held.item, mostEntries + 1);
  if (children.length > mostEntries) throw new DavRefusal(507);
  return children.map((held) => ({ name: held.item.name, found: { at: 'item', held } }));
}

/** A lock as it is told: the token only to its own person. */
export interface LockInfo {
  owner: string;
  token?: string;
  seconds?: number;
}

/** Something with its name on the sync disk. */
export interface NamedResource {
  name: string;
  href: string;
  found: Resource;
  lock: LockInfo | undefined;
}

/** Names the bytes of a revision to clients. */
export const revisionTag = (revisionId: number): string => `revision ${revisionId}`;

export const isCollection = (found: Resource): boolean => found.at !== 'item' || found.held.item.kind !== objType.document;

const lockEntry = davElement('lockentry', davElement('lockscope', davElement('exclusive')) + davElement('locktype', davElement('write')));

/** A lock that stands, as `lockdiscovery` tells it. */
export function activeLock({ owner, token, seconds }: LockInfo, href: string): string {
  return davElement(
    'activelock',
    davElement('locktype', davElement('write')) +
      davElement('lockscope', davElement('exclusive')) +
      davElement('depth', '0') +
      (owner === '' ? '' : davElement('owner', escaped(owner))) +
      davElement('timeout', seconds === undefined ? 'Infinite' : `Second-${seconds}`) +
      (token === undefined ? '' : davElement('locktoken', davElement('href', escaped(token)))) +
      davElement('lockroot', davElement('href', escaped(href))),
  );
}

type Tells = (shown: NamedResource) => string | undefined;

const ofItem =
  (tell: (item: Extract<Resource, { at: 'item' }>['held']['item']) => string | undefined): Tells =>
  ({ found }) =>
    found.at === 'item' ? tell(found.held.item) : undefined;

const ofDocument = (tell: Parameters<typeof ofItem>[0]): Tells =>
  ofItem((item) => (item.kind === objType.document ? tell(item) : undefined));

/** The properties that things on the sync disk have, each as the text in its element; undefined where it has none. */
export const properties: Record<string, Tells> = {
  displayname: ({ name }) => escaped(name),
  resourcetype: ({ found }) => (isCollection(found) ? davElement('collection') : ''),
  getcontentlength: ofDocument((item) => String(item.size)),
  getcontenttype: ofDocument((item) => safeHeaders(item.ext)['content-type']),
  getetag: ofDocument((item) => escaped(etagOf(revisionTag(item.revision_id)))),
  getlastmodified: ofItem((item) => new Date(item.updated_at).toUTCString()),
  creationdate: ofItem((item) => new Date(item.created_at).toISOString()),
  supportedlock: ofDocument(() => lockEntry),
  lockdiscovery: ({ lock, href }) => (lock === undefined ? '' : activeLock(lock, href)),
};
