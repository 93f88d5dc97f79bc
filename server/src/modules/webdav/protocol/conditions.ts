import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { etagOf } from '../../../platform/http/file-response.ts';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { nameKey } from '../../../platform/text/names.ts';
import type { WebdavSettings } from '../devices.ts';
import { locksAround, type TokenBearer } from './active-locks.ts';
import { type DavPath, davPathOf, DavRefusal, headerText, parseResource } from './messages.ts';
import { reservationOf } from './name-reservations.ts';
import { findResource, revisionTag } from './resources.ts';

/** What the conditions of a request are judged by. */
interface ResourceState {
  exists: boolean;
  tag: string | undefined;
  modifiedAt: number | undefined;
  /** Of the locks that affect the resource. */
  tokens: ReadonlySet<string>;
}

/** The lock tokens in a request, with its user. */
export const bearerOf = (ctx: Context, request: FileRequest): TokenBearer => ({
  personId: ctx.user.id,
  tokens: [...headerText(request.headers['if']).matchAll(/<(opaquelocktoken:[0-9a-f-]{1,60})>/gi)]
    .map(([, token]) => token ?? '')
    .slice(0, 20),
});

interface Disk {
  ctx: Context;
  terms: WebdavSettings;
}

async function stateOf({ ctx, terms }: Disk, path: DavPath): Promise<ResourceState> {
  const found = await findResource(ctx, terms, path);
  if (found === undefined) return unusedState({ ctx, terms }, path);
  if (found.at !== 'item') return { exists: true, tag: undefined, modifiedAt: undefined, tokens: new Set() };
  const { item } = found.authorised;
  const { own } = await locksAround(ctx, item);
  return {
    exists: true,
    tag: item.kind === objType.document ? etagOf(revisionTag(item.revision_id)) : undefined,
    modifiedAt: item.updated_at,
    tokens: new Set(own.map(({ token }) => token)),
  };
}

/** An unused name can be locked itself, or with the folder that it would be in. */
async function unusedState({ ctx, terms }: Disk, path: DavPath): Promise<ResourceState> {
  const tokens = new Set<string>();
  const above = path.length < 3 ? undefined : await findResource(ctx, terms, path.slice(0, -1));
  if (above?.at === 'item') {
    const { item } = above.authorised;
    const reserved = reservationOf(ctx.services, item.id, path.at(-1) ?? '');
    if (reserved !== undefined) tokens.add(reserved.token);
    for (const lock of (await locksAround(ctx, item)).own) if (lock.deep) tokens.add(lock.token);
  }
  return { exists: false, tag: undefined, modifiedAt: undefined, tokens };
}

/** A list of an `If` header: the resource that it names, and its conditions, all of which have to hold. */
interface ConditionList {
  resource: string | undefined;
  list: string;
}

const mostLists = 50;

function listsOf(header: string): ConditionList[] {
  const lists: ConditionList[] = [];
  let resource: string | undefined;
  // without an end, each bracket would search the rest of the header for it: none may stand within another pair
  const rest = header.replaceAll(/<([^<>]*)>|\(((?:[^()<>[\]]|<[^<>]*>|\[[^[\]]*\])*)\)/g, (_, named?: string, list = '') => {
    if (named !== undefined) resource = named;
    else lists.push({ resource, list });
    return '';
  });
  if (rest.trim() !== '' || lists.length === 0 || lists.length > mostLists) throw new DavRefusal(400);
  return lists;
}

/** One condition of a list: a token or an etag, possibly negated. */
const condition = /(not\s*)?(?:<([^<>]*)>|\[([^\]]*)\])/gi;

function isMet(list: string, { tag, tokens }: ResourceState): boolean {
  return [...list.matchAll(condition)].every(([, not, token, etag]) => {
    const is = token === undefined ? tag !== undefined && etag?.trim().replace(/^W\//, '') === tag : tokens.has(token);
    return (not === undefined) === is;
  });
}

const refuseMalformed = (list: string): void => {
  if (list.trim() === '' || list.replaceAll(condition, '').trim() !== '') throw new DavRefusal(400);
};

/** The path that a list names; undefined for other servers and invalid ones. */
function namedPath(resource: string): DavPath | undefined {
  try {
    return davPathOf(parseResource(resource).pathname);
  } catch (error) {
    if (error instanceof DavRefusal) return undefined;
    throw error;
  }
}

/** Whether one of the lists of an `If` header holds (RFC 4918, 10.4), each of its own resource: that which it names, or that of the request. */
async function ifHolds(header: string, stateAt: (path: DavPath) => Promise<ResourceState>, own: DavPath): Promise<boolean> {
  const lists = listsOf(header);
  for (const { list } of lists) refuseMalformed(list);
  const nothing: ResourceState = { exists: false, tag: undefined, modifiedAt: undefined, tokens: new Set() };
  for (const { resource, list } of lists) {
    const path = resource === undefined ? own : namedPath(resource);
    if (isMet(list, path === undefined ? nothing : await stateAt(path))) return true;
  }
  return false;
}

const matchesTag = (header: string, { exists, tag }: ResourceState): boolean =>
  header.trim() === '*' ? exists : tag !== undefined && header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);

const isChangedSince = (header: string, { modifiedAt }: ResourceState): boolean => {
  const since = Date.parse(header);
  // a header that is no date is ignored (RFC 9110, 13.1.4); it has no fractions of seconds
  return !Number.isNaN(since) && modifiedAt !== undefined && Math.floor(modifiedAt / 1000) * 1000 > since;
};

/** Refuses with 412 when the conditions of a request fail: `If-Match`, `If-None-Match`, `If-Unmodified-Since` and `If`. */
export async function requireConditions(disk: Disk, request: FileRequest): Promise<void> {
  const { headers } = request;
  const [match, none, since, lists] = [
    headers['if-match'],
    headers['if-none-match'],
    headers['if-unmodified-since'],
    headerText(headers['if']),
  ];
  if (match === undefined && none === undefined && since === undefined && lists === '') return;
  const known = new Map<string, Promise<ResourceState>>();
  const stateAt = (path: DavPath): Promise<ResourceState> => {
    const key = JSON.stringify(path.map(nameKey));
    const state = known.get(key) ?? stateOf(disk, path);
    known.set(key, state);
    return state;
  };
  const own = davPathOf(request.raw.url ?? '');
  const state = await stateAt(own);
  if (match !== undefined && !matchesTag(match, state)) throw new DavRefusal(412);
  if (none !== undefined && matchesTag(none, state)) throw new DavRefusal(412);
  // an etag is the better condition where both are sent
  if (match === undefined && since !== undefined && isChangedSince(since, state)) throw new DavRefusal(412);
  if (lists !== '' && !(await ifHolds(lists, stateAt, own))) throw new DavRefusal(412);
}
