import type { FileRequest } from '../../../ground/http/serve.ts';
import { nameKey } from '../../../ground/text/names.ts';
import { DavRefusal } from './dav-refusal.ts';
import { destinationOf, type Way, wayOf } from './way.ts';

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header.join(', ') : (header ?? '')).slice(0, 8000);

/** The lock tokens that a request shows. */
export const tokensOf = (request: FileRequest): string[] =>
  [...one(request.headers['if']).matchAll(/<(opaquelocktoken:[0-9a-f-]{1,60})>/gi)].map(([, token]) => token ?? '').slice(0, 20);

/** How something stands: `tag` names its bytes, undefined where nothing is there. */
interface State {
  tag: string | undefined;
  holds: (token: string) => boolean;
}

/** The lists of an `If` header that are about something: those behind its own address, and those behind none. */
function listsAbout(header: string, way: Way): string[] {
  let isAbout = true;
  const lists: string[] = [];
  const rest = header.replaceAll(/<([^<>]*)>|\(([^()]*)\)/g, (_, resource?: string, list = '') => {
    if (resource !== undefined) isAbout = namesWay(resource, way);
    else if (isAbout) lists.push(list);
    return '';
  });
  if (rest.trim() !== '') throw new DavRefusal(400);
  return lists;
}

function namesWay(resource: string, way: Way): boolean {
  try {
    const named = destinationOf(resource);
    return named.length === way.length && named.every((name, at) => nameKey(name) === nameKey(way[at] ?? ''));
  } catch (error) {
    // about something elsewhere
    if (error instanceof DavRefusal) return false;
    throw error;
  }
}

/** One condition of a list: a token or an etag, or that it is not so. */
const condition = /(not\s+)?(?:<([^<>]*)>|\[([^\]]*)\])/gi;

/**
 * Whether one of the lists of an `If` header is met (RFC 4918, 10.4): `[etag]` must be the mark of what the request is about, a token one
 * that holds it. Lists about other resources count for nothing but their tokens.
 */
function ifHolds(header: string, { way, tag, holds }: State & { way: Way }): boolean {
  const met = (list: string): boolean => {
    if (list.trim() === '' || list.replaceAll(condition, '').trim() !== '') throw new DavRefusal(400);
    return [...list.matchAll(condition)].every(([, not, token, etag]) => {
      const is = token === undefined ? etag?.replace(/^W\//, '') === tag : holds(token);
      return (not === undefined) === is;
    });
  };
  const lists = listsAbout(header, way).map(met);
  return lists.length === 0 || lists.includes(true);
}

const names = (header: string, tag: string | undefined): boolean =>
  header.trim() === '*' ? tag !== undefined : header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);

/** Refuses with 412 where what a request asks of the present state of its own way is not so. */
export function needConditions(request: FileRequest, state: State): void {
  const { headers } = request;
  const [match, none, lists] = [headers['if-match'], headers['if-none-match'], one(headers['if'])];
  if (match !== undefined && !names(match, state.tag)) throw new DavRefusal(412);
  if (none !== undefined && names(none, state.tag)) throw new DavRefusal(412);
  if (lists !== '' && !ifHolds(lists, { ...state, way: wayOf(request.raw.url ?? '') })) throw new DavRefusal(412);
}
