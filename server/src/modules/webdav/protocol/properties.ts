import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { personNames } from '../../identity/users.ts';
import { isLockOf, requireLockToken } from '../locks.ts';
import { lockRows } from '../locks/locks.queries.ts';
import type { DeviceSession } from './authenticate-device.ts';
import { DavRefusal, type Element, childOf, davDocument, davElement, escaped, propstat, readXml } from './messages.ts';
import { type DavPath, hrefOf, tokensOf } from './request.ts';
import { type LockInfo, type NamedResource, type Resource, isCollection, membersOf, properties, requireResource } from './resources.ts';

/** A property that is asked for; those of other namespaces nothing has. */
interface PropertyName {
  uri: string;
  name: string;
}

type PropertyRequest = { names: boolean; props: PropertyName[] };

const maxProperties = 40;
/** Names of properties come back with every entry: so many signs of them at most. */
const maxNameLength = 4000;
/** Entries that are told of in one go, before others have their turn. */
const atOnce = 50;
/** A client that takes nothing of a long answer for so long has gone. */
const silentMs = 120_000;
const allProperties: PropertyName[] = Object.keys(properties).map((name) => ({ uri: 'DAV:', name }));

function propertyRequestIn(body: Element | undefined): PropertyRequest {
  if (body === undefined) return { names: false, props: allProperties };
  if (body.uri !== 'DAV:' || body.name !== 'propfind') throw new DavRefusal(400);
  if (childOf(body, 'propname') !== undefined) return { names: true, props: allProperties };
  const props = childOf(body, 'prop')?.children;
  if (props === undefined) return { names: false, props: allProperties };
  return { names: false, props: few(props) };
}

/** Properties that a client names, where they are not too many. */
function few(props: Element[]): Element[] {
  const signs = props.reduce((sum, { uri, name }) => sum + uri.length + name.length, 0);
  if (props.length > maxProperties || signs > maxNameLength) throw new DavRefusal(403);
  return props;
}

const empty = ({ uri, name }: PropertyName): string => (uri === 'DAV:' ? davElement(name) : `<x:${name} xmlns:x="${escaped(uri)}"/>`);
// without a namespace there is no prefix to give
const missing = (wanted: PropertyName): string => (wanted.uri === '' ? `<${wanted.name} xmlns=""/>` : empty(wanted));

function response(shown: NamedResource, { names, props }: PropertyRequest): string {
  let found = '';
  let not = '';
  for (const wanted of props) {
    const value = wanted.uri === 'DAV:' && Object.hasOwn(properties, wanted.name) ? properties[wanted.name]?.(shown) : undefined;
    if (value === undefined) not += props === allProperties ? '' : missing(wanted);
    else found += names ? davElement(wanted.name) : davElement(wanted.name, value);
  }
  const stats = (found === '' ? '' : propstat(found, '200 OK')) + (not === '' ? '' : propstat(not, '404 Not Found'));
  return davElement('response', davElement('href', escaped(shown.href)) + (stats === '' ? davElement('status', 'HTTP/1.1 200 OK') : stats));
}

/** Who holds which of some things: one question for all of them. */
async function locksOf(ctx: Context, all_: Resource[]): Promise<Map<number, LockInfo>> {
  const locked = all_.flatMap((found) => (found.at === 'item' && found.held.item.lock_person_id !== 0 ? [found.held.item] : []));
  if (locked.length === 0) return new Map();
  const rows = await lockRows(ctx.db, { items: JSON.stringify(locked.map(({ id }) => id)) });
  const nameOf = await personNames(
    ctx,
    locked.map((item) => item.lock_person_id),
  );
  const byItem = new Map(rows.filter((row) => row.expires_at > ctx.now).map((row) => [row.item_id, row]));
  return new Map(
    locked.map((item) => {
      const row = byItem.get(item.id);
      const isDevices = row !== undefined && isLockOf(row, item);
      return [
        item.id,
        {
          owner: (isDevices && row.owner) || nameOf(item.lock_person_id),
          ...(isDevices && { seconds: Math.ceil((row.expires_at - ctx.now) / 1000) }),
          ...(isDevices && row.person_id === ctx.user.id && { token: row.token }),
        },
      ];
    }),
  );
}

/** What something is, and with a depth of 1 what lies in it. */
export async function propfind(
  { ctx, terms }: DeviceSession,
  way: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
) {
  const depth = request.headers['depth'];
  if (depth !== '0' && depth !== '1') throw new DavRefusal(403, { condition: 'propfind-finite-depth' });
  const wanted = propertyRequestIn(await readXml(request));
  const found = await requireResource(ctx, terms, way);
  const things: ListedResource[] = [{ way, found }];
  if (depth === '1' && isCollection(found))
    for (const one of await membersOf(ctx, terms, found)) things.push({ way: [...way, one.name], found: one.found });
  const locks = await locksOf(
    ctx,
    things.map((thing) => thing.found),
  );
  const tell = (thing: ListedResource): string => {
    const lock =
      thing.found.at === 'item' && thing.found.held.item.kind === objType.document ? locks.get(thing.found.held.item.id) : undefined;
    const name = thing.way.at(-1) ?? 'Dossier';
    return response({ name, href: hrefOf(thing.way, isCollection(thing.found)), found: thing.found, lock }, wanted);
  };
  reply.status(207).type('application/xml; charset=utf-8');
  if (things.length <= atOnce) return reply.send(davDocument('multistatus', things.map(tell).join('')));
  request.raw.socket.setTimeout(silentMs);
  return reply.send(Readable.from(streamResponses(things, tell), { objectMode: false }));
}

interface ListedResource {
  way: DavPath;
  found: Resource;
}

/** A long answer piece by piece: others have their turn in between, and no more of it is in memory than the client takes. */
async function* streamResponses(things: ListedResource[], tell: (thing: ListedResource) => string): AsyncGenerator<Buffer> {
  const [head = '', end = ''] = davDocument('multistatus', '\0').split('\0');
  yield Buffer.from(head);
  for (let from = 0; from < things.length; from += atOnce) {
    yield Buffer.from(
      things
        .slice(from, from + atOnce)
        .map(tell)
        .join(''),
    );
    await nextTurn();
  }
  yield Buffer.from(end);
}

const windows = 'urn:schemas-microsoft-com:';

/** No property can be set. Windows is told that its times are kept: without that it holds every copy for failed. */
export async function proppatch(
  { ctx, terms }: DeviceSession,
  way: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
) {
  const body = await readXml(request);
  if (body?.name !== 'propertyupdate') throw new DavRefusal(400);
  const found = await requireResource(ctx, terms, way);
  if (found.at === 'item') await requireLockToken(ctx, found.held.item, tokensOf(request));
  const props = few(body.children.flatMap((change) => childOf(change, 'prop')?.children ?? []));
  const stats = props.map((prop) => propstat(missing(prop), prop.uri === windows ? '200 OK' : '403 Forbidden')).join('');
  const told = davElement('response', davElement('href', escaped(hrefOf(way, isCollection(found)))) + stats);
  return reply.status(207).type('application/xml; charset=utf-8').send(davDocument('multistatus', told));
}
