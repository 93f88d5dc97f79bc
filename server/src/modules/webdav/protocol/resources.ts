import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { etagOf, safeHeaders } from '../../../platform/http/file-response.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { accessOf } from '../../access/effective-rights.ts';
import { withAncestors } from '../../access/items.queries.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { childNamed, childrenOf, entriesOfArea } from '../../documents/walk-tree.ts';
import type { WebdavSettings } from '../devices.ts';
import { davElement, type DavPath, DavRefusal, escaped, shownAreas } from './messages.ts';

/** The resource of a path: the root, an area, or an item that the user may see. */
export type Resource = { at: 'root' } | { at: 'area'; area: number } | { at: 'item'; authorised: AuthorisedItem };

/** Limit of entries in a listing: a client keeps them all in memory. */
const mostEntries = 10_000;

/** Entries of an area with unique names: of several with one name the oldest keeps it, the others get their number appended. */
async function namedEntries(ctx: Context, area: number, keys?: string[]): Promise<{ name: string; authorised: AuthorisedItem }[]> {
  const taken = new Set<string>();
  return (await entriesOfArea(ctx, area, keys)).map((authorised) => {
    const { id, name, name_key } = authorised.item;
    const isFirst = !taken.has(name_key);
    taken.add(name_key);
    return { name: isFirst ? name : `${name} ~${id}`, authorised };
  });
}

/** The entry with a name: used by every request, so it does not read all entries. */
async function entryNamed(ctx: Context, area: number, name: string): Promise<AuthorisedItem | undefined> {
  const key = nameKey(name);
  const known = await namedEntries(ctx, area, [key, key.replace(/ ~\d{1,16}$/, '')]);
  return known.find((entry) => nameKey(entry.name) === key)?.authorised;
}

/** The resource of a path, checked at every level; undefined when there is none that the user may see. */
export async function findResource(ctx: Context, terms: WebdavSettings, path: DavPath): Promise<Resource | undefined> {
  const [areaName, entryName, ...rest] = path;
  if (areaName === undefined) return { at: 'root' };
  const area = shownAreas(terms).find(({ name }) => name === areaName.toLowerCase())?.area;
  if (area === undefined) return undefined;
  if (entryName === undefined) return { at: 'area', area };
  let authorised = await entryNamed(ctx, area, entryName);
  for (const name of rest) {
    if (authorised === undefined || authorised.item.kind === objType.document) return undefined;
    authorised = await childNamed(ctx, authorised.item, name);
  }
  return authorised === undefined ? undefined : { at: 'item', authorised };
}

/** The path of an item that the user may see, from the topmost container that they see; undefined where no path leads to it. */
export async function pathOf(ctx: Context, terms: WebdavSettings, item: AuthorisedItem['item']): Promise<DavPath | undefined> {
  const area = shownAreas(terms).find((shown) => shown.area === item.area);
  if (area === undefined) return undefined;
  const access = await accessOf(ctx);
  const above = await withAncestors(ctx.db, item.id);
  const hidden = above.findIndex((row) => !access.isVisible(row.acl_id));
  const [top, ...below] = (hidden === -1 ? above : above.slice(0, hidden)).toReversed();
  if (top === undefined) return undefined;
  const entries = await namedEntries(ctx, item.area, [top.name_key]);
  const entry = entries.find(({ authorised }) => authorised.item.id === top.id);
  if (entry === undefined) return undefined;
  const path = [area.name, entry.name, ...below.map((row) => row.name)];
  // another entry may have a name that looks like this one with its number
  const found = await findResource(ctx, terms, path);
  return found?.at === 'item' && found.authorised.item.id === item.id ? path : undefined;
}

/** The resource of a path; 404 when there is none. */
export async function requireResource(ctx: Context, terms: WebdavSettings, path: DavPath): Promise<Resource> {
  const found = await findResource(ctx, terms, path);
  if (found === undefined) throw new DavRefusal(404);
  return found;
}

/** The item to change; areas and cabinets are fixed: they are created, renamed and removed in the browser. */
export async function requireMovable(ctx: Context, terms: WebdavSettings, path: DavPath): Promise<AuthorisedItem> {
  const found = await requireResource(ctx, terms, path);
  if (found.at !== 'item' || found.authorised.item.kind === objType.cabinet) throw new DavRefusal(403);
  return found.authorised;
}

/** The container of a path, and the last name: 409 when there is no such container, 403 in an area itself. */
export async function requireParent(
  ctx: Context,
  terms: WebdavSettings,
  path: DavPath,
): Promise<{ place: AuthorisedItem['item']; name: string }> {
  const name = path.at(-1);
  if (name === undefined) throw new DavRefusal(403);
  const above = await findResource(ctx, terms, path.slice(0, -1));
  if (above === undefined) throw new DavRefusal(409);
  if (above.at !== 'item') throw new DavRefusal(403);
  if (above.authorised.item.kind === objType.document) throw new DavRefusal(409);
  return { place: above.authorised.item, name };
}

/** The children of a resource with their names in paths; 507 for a folder with too many. */
export async function membersOf(ctx: Context, terms: WebdavSettings, found: Resource): Promise<{ name: string; found: Resource }[]> {
  if (found.at === 'root') return shownAreas(terms).map(({ name, area }) => ({ name, found: { at: 'area', area } }));
  if (found.at === 'area') {
    const entries = await namedEntries(ctx, found.area);
    if (entries.length > mostEntries) throw new DavRefusal(507);
    return entries.map(({ name, authorised }) => ({ name, found: { at: 'item', authorised } }));
  }
  if (found.authorised.item.kind === objType.document) return [];
  const children = await childrenOf(ctx, found.authorised.item, mostEntries + 1);
  if (children.length > mostEntries) throw new DavRefusal(507);
  return children.map((authorised) => ({ name: authorised.item.name, found: { at: 'item', authorised } }));
}

/** A lock as shown: the token only to its own user. */
export interface LockInfo {
  owner: string;
  token?: string;
  seconds?: number;
  shared: boolean;
  deep: boolean;
  /** The address of what is locked. */
  root: string;
}

/** A resource with its name on the sync disk. */
export interface NamedResource {
  name: string;
  href: string;
  found: Resource;
  locks: LockInfo[];
  /** Of a collection that has a limit, where it is asked for. */
  quota?: FreeQuota | undefined;
}

/** Bytes that are used and free. */
export interface FreeQuota {
  used: number;
  available: number;
}

/** The etag of a revision. */
export const revisionTag = (revisionId: number): string => `revision ${revisionId}`;

export const isCollection = (found: Resource): boolean => found.at !== 'item' || found.authorised.item.kind !== objType.document;

const lockScope = (shared: boolean): string => davElement('lockscope', davElement(shared ? 'shared' : 'exclusive'));
const writeLock = davElement('locktype', davElement('write'));
const lockEntries = [false, true].map((shared) => davElement('lockentry', lockScope(shared) + writeLock)).join('');

/** An active lock for `lockdiscovery`. */
export function activeLock({ owner, token, seconds, shared, deep, root }: LockInfo): string {
  return davElement(
    'activelock',
    writeLock +
      lockScope(shared) +
      davElement('depth', deep ? 'infinity' : '0') +
      (owner === '' ? '' : davElement('owner', escaped(owner))) +
      davElement('timeout', seconds === undefined ? 'Infinite' : `Second-${seconds}`) +
      (token === undefined ? '' : davElement('locktoken', davElement('href', escaped(token)))) +
      davElement('lockroot', davElement('href', escaped(root))),
  );
}

type Tells = (shown: NamedResource) => string | undefined;

const ofItem =
  (valueOf: (item: Extract<Resource, { at: 'item' }>['authorised']['item']) => string | undefined): Tells =>
  ({ found }) =>
    found.at === 'item' ? valueOf(found.authorised.item) : undefined;

const ofDocument = (valueOf: Parameters<typeof ofItem>[0]): Tells =>
  ofItem((item) => (item.kind === objType.document ? valueOf(item) : undefined));

/** The properties of resources, each as the text of its element; undefined where it has none. */
export const properties: Record<string, Tells> = {
  displayname: ({ name }) => escaped(name),
  resourcetype: ({ found }) => (isCollection(found) ? davElement('collection') : ''),
  getcontentlength: ofDocument((item) => String(item.size)),
  getcontenttype: ofDocument((item) => safeHeaders(item.ext)['content-type']),
  getetag: ofDocument((item) => escaped(etagOf(revisionTag(item.revision_id)))),
  getlastmodified: ofItem((item) => new Date(item.updated_at).toUTCString()),
  creationdate: ofItem((item) => new Date(item.created_at).toISOString()),
  supportedlock: ofItem((item) => (item.kind === objType.cabinet ? undefined : lockEntries)),
  lockdiscovery: ({ locks }) => locks.map(activeLock).join(''),
  // RFC 4331: only where they are asked for by name
  'quota-available-bytes': ({ quota }) => quota && String(quota.available),
  'quota-used-bytes': ({ quota }) => quota && String(quota.used),
};
