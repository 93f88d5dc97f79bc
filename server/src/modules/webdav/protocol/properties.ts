import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { personNames } from '../../identity/users.ts';
import { isLockOf, requireLockToken } from '../locks.ts';
import type { DeviceSession } from './authenticate-device.ts';
import {
  childOf,
  davDocument,
  davElement,
  type DavPath,
  DavRefusal,
  type Element,
  escaped,
  hrefOf,
  propstat,
  readXml,
  tokensOf,
} from './messages.ts';
import { type LockInfo, type NamedResource, type Resource, isCollection, membersOf, properties, requireResource } from './resources.ts';
import { lockRows } from './webdav.queries.ts';

/** A requested property; those of other namespaces do not exist. */
interface PropertyName {
  uri: string;
  name: string;
}

type PropertyRequest = { names: boolean; props: PropertyName[] };

const maxProperties = 40;
/** Limit of characters in property names: they are repeated with every entry. */
const maxNameLength = 4000;
/** Entries written before yielding to the event loop. */
const atOnce = 50;
/** A client that reads nothing of a long response for so long is considered gone. */
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

/** The properties that a client names, within the limits. */
function few(props: Element[]): Element[] {
  const length = props.reduce((sum, { uri, name }) => sum + uri.length + name.length, 0);
  if (props.length > maxProperties || length > maxNameLength) throw new DavRefusal(403);
  return props;
}

const empty = ({ uri, name }: PropertyName): string => (uri === 'DAV:' ? davElement(name) : `<x:${name} xmlns:x="${escaped(uri)}"/>`);
// without a namespace there is no prefix
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

/** The locks of some items, in one query. */
async function locksOf(ctx: Context, all_: Resource[]): Promise<Map<number, LockInfo>> {
  const locked = all_.flatMap((found) =>
    found.at === 'item' && found.authorised.item.lock_person_id !== 0 ? [found.authorised.item] : [],
  );
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

/** PROPFIND: the properties of a resource, and with a depth of 1 those of its children. */
export async function propfind(
  { ctx, terms }: DeviceSession,
  path: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
) {
  const depth = request.headers['depth'];
  if (depth !== '0' && depth !== '1') throw new DavRefusal(403, { condition: 'propfind-finite-depth' });
  const wanted = propertyRequestIn(await readXml(request));
  const found = await requireResource(ctx, terms, path);
  const resources: ListedResource[] = [{ davPath: path, found }];
  if (depth === '1' && isCollection(found))
    for (const member of await membersOf(ctx, terms, found)) resources.push({ davPath: [...path, member.name], found: member.found });
  const locks = await locksOf(
    ctx,
    resources.map((resource) => resource.found),
  );
  const write = (resource: ListedResource): string => {
    const lock =
      resource.found.at === 'item' && resource.found.authorised.item.kind === objType.document
        ? locks.get(resource.found.authorised.item.id)
        : undefined;
    const name = resource.davPath.at(-1) ?? 'Dossier';
    return response({ name, href: hrefOf(resource.davPath, isCollection(resource.found)), found: resource.found, lock }, wanted);
  };
  reply.status(207).type('application/xml; charset=utf-8');
  if (resources.length <= atOnce) return reply.send(davDocument('multistatus', resources.map(write).join('')));
  request.raw.socket.setTimeout(silentMs);
  return reply.send(Readable.from(streamResponses(resources, write), { objectMode: false }));
}

interface ListedResource {
  davPath: DavPath;
  found: Resource;
}

/** Streams a long response in pieces: yields to the event loop in between, and buffers no more than the client reads. */
async function* streamResponses(resources: ListedResource[], write: (resource: ListedResource) => string): AsyncGenerator<Buffer> {
  const [head = '', end = ''] = davDocument('multistatus', '\0').split('\0');
  yield Buffer.from(head);
  for (let from = 0; from < resources.length; from += atOnce) {
    yield Buffer.from(
      resources
        .slice(from, from + atOnce)
        .map(write)
        .join(''),
    );
    await nextTurn();
  }
  yield Buffer.from(end);
}

const windows = 'urn:schemas-microsoft-com:';

/** PROPPATCH: no property can be set. Windows is told that its times are stored: otherwise it reports every copy as failed. */
export async function proppatch(
  { ctx, terms }: DeviceSession,
  path: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
) {
  const body = await readXml(request);
  if (body?.name !== 'propertyupdate') throw new DavRefusal(400);
  const found = await requireResource(ctx, terms, path);
  if (found.at === 'item') await requireLockToken(ctx, found.authorised.item, tokensOf(request));
  const props = few(body.children.flatMap((change) => childOf(change, 'prop')?.children ?? []));
  const stats = props.map((prop) => propstat(missing(prop), prop.uri === windows ? '200 OK' : '403 Forbidden')).join('');
  const told = davElement('response', davElement('href', escaped(hrefOf(path, isCollection(found)))) + stats);
  return reply.status(207).type('application/xml; charset=utf-8').send(davDocument('multistatus', told));
}
