import type { FileRequest } from '../../../ground/http/serve.ts';
import { DavRefusal } from './dav-refusal.ts';

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header.join(', ') : (header ?? '')).slice(0, 8000);

/** The lock tokens that a request shows. */
export const tokensOf = (request: FileRequest): string[] =>
  [...one(request.headers['if']).matchAll(/<(opaquelocktoken:[0-9a-f-]{1,60})>/gi)].map(([, token]) => token ?? '').slice(0, 20);

/**
 * Whether one of the lists of an `If` header is met (RFC 4918, 10.4), for a request about one thing: `[etag]` must be its mark, a token one
 * that holds it. Lists about other resources count for nothing but their tokens.
 */
function ifHolds(header: string, { tag, holds }: { tag: string | undefined; holds: (token: string) => boolean }): boolean {
  const lists = [...header.matchAll(/\(([^()]*)\)/g)].map(([, list]) => list ?? '');
  if (lists.length === 0) throw new DavRefusal(400);
  return lists.some((list) =>
    [...list.matchAll(/(not\s+)?(?:<([^<>]*)>|\[([^\]]*)\])/gi)].every(([, not, token, etag]) => {
      const met = token === undefined ? etag?.replace(/^W\//, '') === tag : holds(token);
      return (not === undefined) === met;
    }),
  );
}

const names = (header: string, tag: string | undefined): boolean =>
  header.trim() === '*' ? tag !== undefined : header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);

/** Refuses with 412 where what a request asks of the present state is not so; `tag` names its bytes, undefined where nothing is there. */
export function needConditions(request: FileRequest, state: { tag: string | undefined; holds: (token: string) => boolean }): void {
  const { headers } = request;
  const [match, none, lists] = [headers['if-match'], headers['if-none-match'], one(headers['if'])];
  if (match !== undefined && !names(match, state.tag)) throw new DavRefusal(412);
  if (none !== undefined && names(none, state.tag)) throw new DavRefusal(412);
  if (lists !== '' && !ifHolds(lists, state)) throw new DavRefusal(412);
}
