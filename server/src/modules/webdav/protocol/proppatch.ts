import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { requireItem } from '../../access/require-items.ts';
import { requireManagedInPublishing } from '../../documents/folders.ts';
import { requireUnlocked } from '../../documents/locks.ts';
import { locksAround, requireTokens } from './active-locks.ts';
import { type DeviceSession, requireWriteMode, runAsDevice } from './authenticate-device.ts';
import { bearerOf, requireConditions } from './conditions.ts';
import { deleteProperty, propertiesOf, type PropertyRow, putProperty } from './dead-properties.queries.ts';
import { davDocument, davElement, davNamespace, type DavPath, DavRefusal, escaped, hrefOf, propstat } from './messages.ts';
import { emptyElement } from './properties.ts';
import { isCollection, requireResource } from './resources.ts';
import { childrenOf, type Element, isNameable, readXml, xmlOf } from './xml.ts';

/** Of one item: properties, and characters of them with their markup. A listing repeats them with every item. */
const limits = { properties: 100, value: 16 << 10, all: 64 << 10 };
/** They are part of a key of the database. */
const nameLimits = { namespace: 400, name: 200 };
/** Of one request: instructions, and characters of the names and namespaces in them, as each is repeated in the answer. */
const requestLimits = { changes: 200, names: 16 << 10 };

/** One instruction: sets the property to this text, or removes it. */
interface PropertyChange {
  prop: Element;
  value: string | undefined;
  /** The status and the condition of RFC 4918 where the instruction alone tells that it cannot be followed. */
  refused?: { status: string; condition?: string };
}

/** Windows sets its own times and attributes after each copy, and would show them instead of the present ones: it is told that they are stored. */
const windows = 'urn:schemas-microsoft-com:';

const tooMuch = { status: '507 Insufficient Storage' };
const isProtected = { status: '403 Forbidden', condition: 'cannot-modify-protected-property' };

function changesIn(body: Element | undefined): PropertyChange[] {
  if (body?.uri !== davNamespace || body.name !== 'propertyupdate') throw new DavRefusal(400);
  const named: { prop: Element; sets: boolean }[] = [];
  for (const instruction of childrenOf(body).filter(({ uri }) => uri === davNamespace)) {
    if (instruction.name !== 'set' && instruction.name !== 'remove') continue;
    for (const list of childrenOf(instruction).filter(({ uri, name }) => uri === davNamespace && name === 'prop'))
      named.push(...childrenOf(list).map((prop) => ({ prop, sets: instruction.name === 'set' })));
  }
  if (named.length === 0 || named.some(({ prop }) => !isNameable(prop))) throw new DavRefusal(400);
  const length = named.reduce((sum, { prop }) => sum + prop.uri.length + prop.name.length, 0);
  if (named.length > requestLimits.changes || length > requestLimits.names) throw new DavRefusal(403);
  return named.map(({ prop, sets }) => changeOf(prop, sets));
}

function changeOf(prop: Element, sets: boolean): PropertyChange {
  if (prop.uri === davNamespace) return { prop, value: undefined, refused: isProtected };
  if (!sets) return { prop, value: undefined };
  const isLong = prop.uri.length > nameLimits.namespace || prop.name.length > nameLimits.name;
  const value = isLong ? undefined : xmlOf(prop, limits.value);
  return value === undefined ? { prop, value, refused: tooMuch } : { prop, value };
}

const keyOf = ({ uri, name }: { uri: string; name: string }): string => JSON.stringify([uri, name]);

/** Follows the instructions in their order; answers those that would exceed the limits of the item, in which case nothing may be kept. */
async function applyChanges(ctx: Context, itemId: number, changes: readonly PropertyChange[]): Promise<Set<PropertyChange>> {
  const before = await propertiesOf(ctx.db, { items: JSON.stringify([itemId]) });
  const lengths = new Map(before.map((row) => [keyOf({ uri: row.namespace, name: row.name }), row.value.length]));
  const excess = new Set<PropertyChange>();
  let all = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  for (const change of changes) {
    if (change.prop.uri === windows) continue;
    const key = keyOf(change.prop);
    all += (change.value?.length ?? 0) - (lengths.get(key) ?? 0);
    if (change.value === undefined) lengths.delete(key);
    else lengths.set(key, change.value.length);
    if (change.value !== undefined && (all > limits.all || lengths.size > limits.properties)) excess.add(change);
  }
  if (excess.size > 0) return excess;
  for (const { prop, value } of changes) {
    if (prop.uri === windows) continue;
    const row: Omit<PropertyRow, 'value'> = { item_id: itemId, namespace: prop.uri, name: prop.name };
    await (value === undefined ? deleteProperty(ctx.db, row) : putProperty(ctx.db, { ...row, value }));
  }
  return excess;
}

/** The answer: each property with its status. Where one is refused, those that could be set depend on it. */
function statusesOf(changes: readonly PropertyChange[], excess: ReadonlySet<PropertyChange>): string {
  const fails = excess.size > 0 || changes.some(({ refused }) => refused !== undefined);
  const stats = new Map<string, Element>();
  const statuses = new Map<string, NonNullable<PropertyChange['refused']>>();
  for (const change of changes) {
    const key = keyOf(change.prop);
    const own = change.refused ?? (excess.has(change) ? tooMuch : undefined);
    stats.set(key, change.prop);
    if (own !== undefined || !statuses.has(key)) statuses.set(key, own ?? { status: fails ? '424 Failed Dependency' : '200 OK' });
  }
  return [...stats]
    .map(([key, prop]) => {
      const { status = '', condition } = statuses.get(key) ?? {};
      return propstat(emptyElement(prop), status, condition);
    })
    .join('');
}

/** PROPPATCH: sets and removes properties, all or none. */
export async function proppatch(
  session: DeviceSession,
  path: DavPath,
  { request, reply }: { request: FileRequest; reply: FileReply },
): Promise<FileReply> {
  requireWriteMode(session);
  const changes = changesIn(await readXml(request));
  const found = await requireResource(session.ctx, session.terms, path);
  if (found.at !== 'item') throw new DavRefusal(403);
  const { id, kind } = found.authorised.item;
  const excess = await runAsDevice(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible | right.modify, id);
    const { item } = authorised;
    await requireManagedInPublishing(ctx, authorised);
    await requireConditions({ ctx, terms: session.terms }, request);
    if (kind === objType.document) await requireUnlocked(ctx, item);
    requireTokens(bearerOf(ctx, request), (await locksAround(ctx, item)).own, path);
    return changes.some(({ refused }) => refused !== undefined) ? new Set<PropertyChange>() : applyChanges(ctx, item.id, changes);
  });
  const href = davElement('href', escaped(hrefOf(path, isCollection(found))));
  const told = davElement('response', href + statusesOf(changes, excess));
  return reply.status(207).type('application/xml; charset=utf-8').send(davDocument('multistatus', told));
}
