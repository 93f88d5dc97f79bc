import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { showOwnQuota } from '../../identity/quotas.ts';
import { personNames } from '../../identity/users.ts';
import { type ActiveLock, locksAround, locksOn, rootPath } from './active-locks.ts';
import type { DeviceSession } from './authenticate-device.ts';
import { propertiesNamed, propertiesOf, propertyNames } from './dead-properties.queries.ts';
import { davDocument, davElement, davNamespace, type DavPath, DavRefusal, escaped, hrefOf, propstat } from './messages.ts';
import {
  type FreeQuota,
  type LockInfo,
  type NamedResource,
  type Resource,
  isCollection,
  membersOf,
  properties,
  requireResource,
} from './resources.ts';
import { childOf, childrenOf, type Element, isNameable, readXml } from './xml.ts';

interface PropertyName {
  uri: string;
  name: string;
}

/** What a PROPFIND asks for: the names of all properties, all with their values and besides them `props`, or `props` alone. */
interface PropertyRequest {
  kind: 'names' | 'all' | 'some';
  props: PropertyName[];
}

const maxProperties = 40;
/** Limit of characters in property names: they are repeated with every entry. */
const maxNameLength = 4000;
/** Entries written before yielding to the event loop. */
const atOnce = 50;
/** A client that reads nothing of a long response for so long is considered gone. */
const silentMs = 120_000;

/** RFC 4331: not among all properties, as they cost more. */
const isForQuota = ({ uri, name }: PropertyName): boolean => uri === davNamespace && name.startsWith('quota-');

const isLive = ({ uri, name }: PropertyName): boolean => uri === davNamespace && Object.hasOwn(properties, name);

function propertyRequestIn(body: Element | undefined): PropertyRequest {
  if (body === undefined) return { kind: 'all', props: [] };
  if (body.uri !== davNamespace || body.name !== 'propfind') throw new DavRefusal(400);
  if (childOf(body, 'propname') !== undefined) return { kind: 'names', props: [] };
  const props = childOf(body, 'prop');
  if (props !== undefined) return { kind: 'some', props: few(childrenOf(props)) };
  const included = few(childrenOf(childOf(body, 'include')));
  return { kind: 'all', props: included.filter((one) => !isLive(one) || isForQuota(one)) };
}

/** The properties that a client names, within the limits. */
function few(props: Element[]): Element[] {
  const length = props.reduce((sum, { uri, name }) => sum + uri.length + name.length, 0);
  if (props.length > maxProperties || length > maxNameLength) throw new DavRefusal(403);
  if (!props.every(isNameable)) throw new DavRefusal(400);
  return props;
}

/** A property without its value. */
export function emptyElement({ uri, name }: PropertyName): string {
  if (uri === davNamespace) return davElement(name);
  // without a namespace there is no prefix
  return uri === '' ? `<${name} xmlns=""/>` : `<x:${name} xmlns:x="${escaped(uri)}"/>`;
}

const keyOf = ({ uri, name }: PropertyName): string => JSON.stringify([uri, name]);

/** The properties that clients have set on an item: by name, the element that was set. */
type DeadProperties = ReadonlyMap<string, string>;
const none: DeadProperties = new Map();

function response(shown: NamedResource, { kind, props }: PropertyRequest, dead: DeadProperties): string {
  let found = '';
  let not = '';
  if (kind !== 'some') {
    for (const [name, tell] of Object.entries(properties)) {
      const value = isForQuota({ uri: davNamespace, name }) ? undefined : tell(shown);
      if (value !== undefined) found += kind === 'names' ? davElement(name) : davElement(name, value);
    }
    found += [...dead.values()].join('');
  }
  for (const wanted of props) {
    const value = isLive(wanted) ? properties[wanted.name]?.(shown) : undefined;
    const set = dead.get(keyOf(wanted));
    if (value !== undefined) found += davElement(wanted.name, value);
    else if (set === undefined) not += emptyElement(wanted);
    else if (kind === 'some') found += set;
  }
  const stats = (found === '' ? '' : propstat(found, '200 OK')) + (not === '' ? '' : propstat(not, '404 Not Found'));
  return davElement('response', davElement('href', escaped(shown.href)) + (stats === '' ? davElement('status', 'HTTP/1.1 200 OK') : stats));
}

const itemOf = (found: Resource): ItemRow[] => (found.at === 'item' ? [found.authorised.item] : []);

/** The properties that clients have set on some items and that the request asks for, by item. */
async function deadProperties(ctx: Context, listed: ListedResource[], asked: PropertyRequest): Promise<Map<number, Map<string, string>>> {
  const names = asked.props.filter((one) => !isLive(one)).map(({ name }) => name);
  // they may quote the contents: who sees the name alone does not get them
  const ids = listed.flatMap(({ found }) =>
    found.at === 'item' && (found.authorised.bits & right.read) !== 0 ? [found.authorised.item.id] : [],
  );
  const byItem = new Map<number, Map<string, string>>();
  if (ids.length === 0 || (asked.kind === 'some' && names.length === 0)) return byItem;
  const items = JSON.stringify(ids);
  const add = (itemId: number, prop: PropertyName, element: string): void => {
    const own = byItem.get(itemId) ?? new Map<string, string>();
    byItem.set(itemId, own.set(keyOf(prop), element));
  };
  if (asked.kind === 'names') {
    for (const { item_id, namespace: uri, name } of await propertyNames(ctx.db, { items })) {
      const prop = { uri, name };
      add(item_id, prop, emptyElement(prop));
    }
    return byItem;
  }
  const rows =
    asked.kind === 'all' ? await propertiesOf(ctx.db, { items }) : await propertiesNamed(ctx.db, { items, names: JSON.stringify(names) });
  for (const { item_id, namespace: uri, name, value } of rows) add(item_id, { uri, name }, value);
  return byItem;
}

interface ListedResource {
  davPath: DavPath;
  found: Resource;
}

/** The locks of a resource and of its members, as shown. */
async function shownLocks(ctx: Context, [top, ...members]: ListedResource[]): Promise<(listed: ListedResource) => LockInfo[]> {
  const [first] = top === undefined ? [] : itemOf(top.found);
  const own = first === undefined ? [] : (await locksAround(ctx, first)).own;
  const items = members.flatMap(({ found }) => itemOf(found));
  const below = await locksOn(ctx, items);
  const holders = [...own, ...[...below.values()].flat()].map(({ personId }) => personId);
  const inBrowser = [...(first === undefined ? [] : [first]), ...items].map((item) => item.lock_person_id);
  const nameOf = await personNames(
    ctx,
    [...new Set([...holders, ...inBrowser])].filter((id) => id !== 0),
  );
  const inherited = own.filter(({ deep }) => deep).map((lock) => ({ ...lock, height: lock.height + 1 }));
  return ({ davPath, found }) => {
    const [item] = itemOf(found);
    if (item === undefined) return [];
    const locks = item === first ? own : [...(below.get(item.id) ?? []), ...inherited];
    const shown = locks.map((lock) => lockInfo(ctx, lock, { item, davPath, holder: nameOf }));
    // locked in the browser
    if (item.lock_person_id !== 0 && !locks.some(({ row }) => row !== undefined))
      shown.push({ owner: nameOf(item.lock_person_id), shared: false, deep: false, root: hrefOf(davPath, false) });
    return shown;
  };
}

function lockInfo(
  ctx: Context,
  lock: ActiveLock,
  { item, davPath, holder }: { item: ItemRow; davPath: DavPath; holder: (id: number) => string },
): LockInfo {
  const { personId, token, shared, deep, until, owner } = lock;
  return {
    owner: owner === '' ? holder(personId) : owner,
    seconds: Math.ceil((until - ctx.now) / 1000),
    ...(personId === ctx.user.id && { token }),
    shared,
    deep,
    root: hrefOf(rootPath(lock, davPath), lock.height > 0 || item.kind !== objType.document),
  };
}

/** The tightest limit of those that count in each collection; none is told of another person's own area. */
async function quotas(ctx: Context, { props }: PropertyRequest): Promise<(found: Resource) => FreeQuota | undefined> {
  if (!props.some(isForQuota)) return () => undefined;
  const { person, space } = await showOwnQuota(ctx);
  const tightest = (limits: (typeof person)[]): FreeQuota | undefined =>
    limits
      .flatMap((limit) => (limit === undefined ? [] : [{ used: limit.used, available: Math.max(0, limit.most - limit.used) }]))
      .toSorted((a, b) => a.available - b.available)[0];
  return (found) => {
    if (!isCollection(found)) return undefined;
    if (found.at === 'root') return tightest([space]);
    const { area, owner } =
      found.at === 'area'
        ? { area: found.area, owner: ctx.user.id }
        : { area: found.authorised.item.area, owner: found.authorised.item.area_owner_id };
    if (area !== moduleType.my) return tightest([space]);
    return owner === ctx.user.id ? tightest([person, space]) : undefined;
  };
}

/** PROPFIND: the properties of a resource, and with a depth of 1 those of its children. */
export async function propfind(
  { ctx, terms }: DeviceSession,
  path: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
) {
  const depth = request.headers['depth'];
  if (depth !== '0' && depth !== '1') throw new DavRefusal(403, { condition: 'propfind-finite-depth' });
  const asked = propertyRequestIn(await readXml(request));
  const found = await requireResource(ctx, terms, path);
  const resources: ListedResource[] = [{ davPath: path, found }];
  if (depth === '1' && isCollection(found))
    for (const member of await membersOf(ctx, terms, found)) resources.push({ davPath: [...path, member.name], found: member.found });
  const [locksOf, quotaOf] = [await shownLocks(ctx, resources), await quotas(ctx, asked)];
  const write = async (listed: ListedResource[]): Promise<string> => {
    const dead = await deadProperties(ctx, listed, asked);
    const written = listed.map((resource) => {
      const name = resource.davPath.at(-1) ?? 'Dossier';
      const href = hrefOf(resource.davPath, isCollection(resource.found));
      const [item] = itemOf(resource.found);
      const named: NamedResource = { name, href, found: resource.found, locks: locksOf(resource), quota: quotaOf(resource.found) };
      return response(named, asked, dead.get(item?.id ?? 0) ?? none);
    });
    return written.join('');
  };
  reply.status(207).type('application/xml; charset=utf-8');
  if (resources.length <= atOnce) return reply.send(davDocument('multistatus', await write(resources)));
  request.raw.socket.setTimeout(silentMs);
  return reply.send(Readable.from(streamResponses(resources, write), { objectMode: false }));
}

/** Streams a long response in pieces: yields to the event loop in between, and buffers no more than the client reads. */
async function* streamResponses(resources: ListedResource[], write: (listed: ListedResource[]) => Promise<string>): AsyncGenerator<Buffer> {
  const [head = '', end = ''] = davDocument('multistatus', '\0').split('\0');
  yield Buffer.from(head);
  for (let from = 0; from < resources.length; from += atOnce) {
    yield Buffer.from(await write(resources.slice(from, from + atOnce)));
    await nextTurn();
  }
  yield Buffer.from(end);
}
