import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf, Route } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, House, PublicCtx, User, VisitCtx } from '../ctx.ts';
import { askedBy, nameAsker, nameOfPerson } from '../asker.ts';
import type { Db } from '../db/database.ts';
import type { Speaker } from '../outbox-queries.ts';
import { Refusal } from '../refusal.ts';
import { inputRefusal, langOf } from './answer.ts';
import { readBody } from './body.ts';
import { createMemo, type Memo, memoMs } from './memo.ts';
import { needInView } from './need-in-view.ts';
import { needRole } from './need-role.ts';
import { needOwnSite } from './other-site.ts';
import { ReadyAnswer, sendReady } from './ready-answer.ts';
import { refuse, sendJson } from './refuse.ts';
import { mountLink } from './serve-link.ts';
import { serializerOf } from './serializer.ts';

type CtxOf<R extends Route> = R['access'] extends 'public' ? PublicCtx : R['access'] extends 'link' ? VisitCtx : Ctx;
type Deed<R extends Route> = (ctx: CtxOf<R>, input: ParsedOf<R>) => Promise<OutputOf<R>>;
type AnyDeed = (ctx: never, input: never) => Promise<unknown>;

/** A call joined with the deed that answers it. */
export interface Served {
  route: Route;
  deed: AnyDeed;
  /** True where the deed opens its own transactions, because it must wait for something slow in between. */
  slow: boolean;
  /** True where the same question is asked again and again, and the answer stays while nothing is written. */
  memo: boolean;
}

/** The methods that WebDAV adds to HTTP (RFC 4918). */
export type DavMethod = 'PROPFIND' | 'PROPPATCH' | 'MKCOL' | 'COPY' | 'MOVE' | 'LOCK' | 'UNLOCK';

/** Bytes instead of an envelope: `handle` writes the reply itself, after its own look at a ticket. */
export interface ServedFile {
  method: 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | DavMethod;
  path: string;
  handle(house: House, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** What a `ServedFile` reads from. */
export type FileRequest = FastifyRequest;

/** What a `ServedFile` writes to. */
export type FileReply = FastifyReply;

/** Serves a call: GET deeds on a reader, POST deeds in one writing transaction. */
export function serve<R extends Route>(route: R, deed: Deed<R>): Served {
  return { route, deed, slow: false, memo: false };
}

/** Serves a GET that is asked often; its answer is given again as long as nothing was committed and no deadline passed. */
export function serveMemo<R extends Route>(route: R, deed: Deed<R>): Served {
  return { route, deed, slow: false, memo: true };
}

/** Serves a call whose deed waits for something slow (a password hash, a file) and so opens its transactions itself. */
export function serveSlow<R extends Route>(route: R, deed: Deed<R>): Served {
  return { route, deed, slow: true, memo: false };
}

/** Serves a GET like `serveSlow`, whose answer stands ready in a file. */
export function serveReady<R extends Route>(route: R, deed: (ctx: CtxOf<R>, input: ParsedOf<R>) => Promise<ReadyAnswer>): Served {
  return { route, deed, slow: true, memo: false };
}

/** Who stands at the door: answers the person of a token, or refuses with 501. */
export type Admit = (house: House, token: string | undefined, now: number) => Promise<User>;

/** Who it is once the write has its turn: the person as the transaction sees them, or 501 where the session ended meanwhile. */
export type Readmit = (db: Db, user: User, now: number) => Promise<User>;

interface Parts {
  served: Served[];
  files: ServedFile[];
  admit: Admit;
  readmit: Readmit;
}

export const tokenOf = (request: FastifyRequest): string | undefined => request.headers.authorization?.replace(/^Bearer /, '');

/** Puts every call on the server: the door, parsing, the transaction, cutting to the output, the envelope, refusals. */
export function mount(app: FastifyInstance, house: House, parts: Parts): void {
  const memo = createMemo(house.database);
  app.addHook('onRequest', (request, _reply, done) => askedBy(request.ip, done));
  for (const served of parts.served) {
    if (served.route.access === 'link') mountLink(app, house, served);
    else mountCall(app, house, { ...parts, served, memo });
  }
  for (const file of parts.files) {
    if (!app.supportedMethods.includes(file.method)) app.addHttpMethod(file.method, { hasBody: true });
    app.route({
      method: file.method,
      url: file.path,
      handler: async (request, reply) => {
        try {
          return await file.handle(house, request, reply);
        } catch (error) {
          return refuse(house, reply, { error, lang: langOf(request) });
        }
      },
    });
  }
}

type CallParts = Pick<Parts, 'admit' | 'readmit'> & { served: Served; memo: Memo };

function mountCall(app: FastifyInstance, house: House, { served, admit, readmit, memo }: CallParts): void {
  const { route } = served;
  const serialize = serializerOf(route.output);
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      let lang: Lang | undefined;
      try {
        const now = house.now();
        const address = request.ip;
        // what one may do can depend on where one is
        const key = served.memo ? `${tokenOf(request)} ${address} ${request.url}` : '';
        const known = served.memo ? memo.find(key, now) : undefined;
        if (known !== undefined) return sendJson(reply, known);
        const mark = served.memo ? memo.mark() : undefined;
        const holds = { until: now + memoMs };
        if (route.access === 'public' && route.method === 'POST') needOwnSite(request);
        const user = route.access === 'public' ? undefined : await admit(house, tokenOf(request), now);
        lang = user?.lang;
        if (user !== undefined) nameAsker(nameOfPerson(user.id));
        if (user !== undefined) holds.until = Math.min(holds.until, user.until);
        if (user?.passwordDue === true && route.whenPasswordDue !== true) throw new Refusal(codes.passwordDue);
        if (user !== undefined) await needInView(route, { house, db: house.database.read, user, address });
        if (user !== undefined) await needRole(route, { house, db: house.database.read, user, address });
        const parsed = route.input.safeParse(route.method === 'GET' ? (request.query ?? {}) : await readBody(request, route.access));
        if (!parsed.success) throw inputRefusal(parsed.error);
        const again =
          user === undefined ? undefined : async (db: Db) => needRole(route, { house, db, user: await readmit(db, user, now), address });
        const data = await runDeed(house, served, { user, again, now, input: parsed.data, request, holds });
        if (data instanceof ReadyAnswer) return await sendReady(request, reply, data);
        const body = serialize({ code: 200, message: 'OK', data });
        if (mark !== undefined) memo.keep(key, { mark, until: holds.until, body });
        return sendJson(reply, body);
      } catch (error) {
        return refuse(house, reply, { error, lang: lang ?? langOf(request) });
      }
    },
  });
}

interface Asked {
  user: User | undefined;
  /** The door once more, for what waited for its turn to write. */
  again: ((db: Db) => Promise<User>) | undefined;
  now: number;
  input: unknown;
  request: FastifyRequest;
  holds: { until: number };
}

async function runDeed(house: House, served: Served, asked: Asked): Promise<unknown> {
  const reads = served.route.method === 'GET' || served.route.reads === true || served.slow;
  if (reads) return served.deed(contextOf(house, house.database.read, asked) as never, asked.input as never);
  const answer = await house.database.write(async (db) => {
    const user = await asked.again?.(db);
    return served.deed(contextOf(house, db, { ...asked, user }) as never, asked.input as never);
  });
  house.outbox.poke();
  return answer;
}

/** What is said in a view as somebody else was done by who views. */
const speakerOf = (user: User | undefined, address: string): Speaker => {
  const { id, name } = user?.viewer ?? { id: user?.id, name: user?.fullName ?? '' };
  return { ...(id !== undefined && { id }), name, address, ...(user !== undefined && { spaceId: user.organisationId }) };
};

function contextOf(house: House, db: Db, { user, again, now, request, holds }: Asked): Ctx | PublicCtx {
  const address = request.ip;
  const origin = `${request.protocol}://${request.host}`;
  const say: Ctx['say'] = (event, data) => house.outbox.say(db, speakerOf(user, address), { event, data, at: now });
  if (user !== undefined) return { house, db, user, again, now, address, origin, holds, say };
  const agent = (request.headers['user-agent'] ?? '').slice(0, 300);
  return { house, db, now, address, origin, holds, say, agent, lang: langOf(request), cookies: request.headers.cookie ?? '' };
}

/** The same for the visitor of a link: the visit as the transaction finds it. */
async function inVisit<C extends Ctx | PublicCtx, T>(
  ctx: C,
  { visitId, work }: { visitId: number; work: (ctx: C) => Promise<T> },
): Promise<T> {
  const { house, address, origin } = ctx;
  const answer = await house.database.write(async (db) =>
    work((await house.visits.open(house, db, { visitId, address, origin })) as Ctx as C),
  );
  house.outbox.poke();
  return answer;
}

/** Writes a transaction for a slow deed, with a context on it. */
export async function inTransaction<C extends Ctx | PublicCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const { house } = ctx;
  const user = 'user' in ctx ? ctx.user : undefined;
  if (user?.viewer !== undefined) throw new Refusal(codes.viewOnly);
  const visit = 'user' in ctx ? ctx.visit : undefined;
  if (visit !== undefined) return inVisit(ctx, { visitId: visit.id, work });
  const speaker = speakerOf(user, ctx.address);
  const answer = await house.database.write(async (db) => {
    const still = 'user' in ctx && ctx.again !== undefined ? { user: await ctx.again(db) } : {};
    const say: Ctx['say'] = (event, data) => house.outbox.say(db, speaker, { event, data, at: ctx.now });
    return work({ ...ctx, ...still, db, say });
  });
  house.outbox.poke();
  return answer;
}
