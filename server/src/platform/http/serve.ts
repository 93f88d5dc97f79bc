import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf, Route } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, PublicContext, Services, ShareContext, ShareSession, User } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../events/outbox.queries.ts';
import { identifyByContext, identifyRequester, requesterOfPerson, runAsRequester } from '../jobs/current-work.ts';
import { Refusal } from '../refusal.ts';
import { createMemo, inputRefusal, langOf, type Memo, memoMs, ReadyAnswer, refuse, sendJson, sendReady, serializerOf } from './answers.ts';
import { readBody, requireSameOrigin } from './requests.ts';

/** Whether a call writes nothing. */
const isReading = (route: Route): boolean => route.method === 'GET' || route.reads === true;

/** A call of share link visitors with its handler. */
interface ServedLink {
  route: Route;
  handler: (ctx: never, input: never) => Promise<unknown>;
  slow: boolean;
}

/** The share session token, address and origin of a request. */
const shareAttemptOf = (request: FastifyRequest) => {
  const token = request.headers['x-session-id'];
  return { token: typeof token === 'string' ? token : '', address: request.ip, origin: `${request.protocol}://${request.host}` };
};

/** Mounts a call of share link visitors: authenticates the share session before the handler (503), and again in the transaction that writes. */
function mountLink(
  app: FastifyInstance,
  services: Services,
  { served, authenticateShareSession }: { served: ServedLink; authenticateShareSession: AuthenticateShareSession },
): void {
  const { route, handler, slow } = served;
  const serialize = serializerOf(route.output);
  const { read } = services.database;
  const reads = isReading(route) || slow;
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      try {
        if (route.method === 'POST') requireSameOrigin(request);
        const attempt = shareAttemptOf(request);
        const ctx = await authenticateShareSession(services, read, attempt);
        identifyByContext(ctx);
        const parsed = route.input.safeParse(route.method === 'GET' ? (request.query ?? {}) : await readBody(request, route.access));
        if (!parsed.success) throw inputRefusal(parsed.error);
        const run = (own: Context): Promise<unknown> => handler(own as never, parsed.data as never);
        const data = reads
          ? await run(ctx)
          : await services.database.write(async (db) => run(await authenticateShareSession(services, db, attempt)));
        if (!reads) services.outbox.wake();
        return sendJson(reply, serialize({ code: 200, message: 'OK', data }));
      } catch (error) {
        return refuse(services, reply, { error, lang: langOf(request) });
      }
    },
  });
}

type ContextOf<R extends Route> = R['access'] extends 'public' ? PublicContext : R['access'] extends 'link' ? ShareContext : Context;
type Handler<R extends Route> = (ctx: ContextOf<R>, input: ParsedOf<R>) => Promise<OutputOf<R>>;
type AnyHandler = (ctx: never, input: never) => Promise<unknown>;

/** A call with its handler. */
export interface Served {
  route: Route;
  handler: AnyHandler;
  /** True where the handler opens its own transactions, because it waits for something slow in between. */
  slow: boolean;
  /** True where the same question is repeated often, and the answer stays while nothing is written. */
  memo: boolean;
}

/** The methods that WebDAV adds to HTTP (RFC 4918). */
type DavMethod = 'PROPFIND' | 'PROPPATCH' | 'MKCOL' | 'COPY' | 'MOVE' | 'LOCK' | 'UNLOCK';

/** Bytes instead of an envelope: `handle` writes the reply itself, after checking a ticket. */
export interface ServedFile {
  method: 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | DavMethod;
  path: string;
  handle(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** The request of a `ServedFile`. */
export type FileRequest = FastifyRequest;

/** The reply of a `ServedFile`. */
export type FileReply = FastifyReply;

/** Serves a call: GET handlers on a reader, POST handlers in one writing transaction. */
export function serve<R extends Route>(route: R, handler: Handler<R>): Served {
  return { route, handler, slow: false, memo: false };
}

/** Serves a GET that is repeated often; its answer is reused as long as nothing was committed and no deadline passed. */
export function serveMemo<R extends Route>(route: R, handler: Handler<R>): Served {
  return { route, handler, slow: false, memo: true };
}

/** Serves a call whose handler waits for something slow (a password hash, a file) and so opens its transactions itself. */
export function serveSlow<R extends Route>(route: R, handler: Handler<R>): Served {
  return { route, handler, slow: true, memo: false };
}

/** Serves a GET like `serveSlow`, with an answer that is ready in a file. */
export function serveReady<R extends Route>(route: R, handler: (ctx: ContextOf<R>, input: ParsedOf<R>) => Promise<ReadyAnswer>): Served {
  return { route, handler, slow: true, memo: false };
}

/** Authenticates a token: returns its user, or refuses with 501. */
type Authenticate = (services: Services, token: string | undefined, now: number) => Promise<User>;

/** Authenticates again once the write has its turn: the user as the transaction sees them, or 501 where the session ended meanwhile. */
export type Reauthenticate = (db: Db, user: User, now: number) => Promise<User>;

/** Who comes by a link: answers the share session of a token as it is at this moment, or refuses with 503. */
type AuthenticateShareSession = (
  services: Services,
  db: Db,
  attempt: { token: string; address: string; origin: string },
) => Promise<ShareContext>;

interface Parts {
  served: Served[];
  files: ServedFile[];
  authenticate: Authenticate;
  reauthenticate: Reauthenticate;
  authenticateShareSession: AuthenticateShareSession;
  /** Asked before every administrative call. */
  administrationGate: AdministrationGate;
}

export const tokenOf = (request: FastifyRequest): string | undefined => request.headers.authorization?.replace(/^Bearer /, '');

/** Mounts every call on the server: authentication, parsing, the transaction, cutting to the output, the envelope, refusals. */
export function mount(app: FastifyInstance, services: Services, parts: Parts): void {
  const memo = createMemo(services.database);
  app.addHook('onRequest', (request, _reply, done) => runAsRequester(request.ip, done));
  for (const served of parts.served) {
    if (served.route.access === 'link') mountLink(app, services, { ...parts, served });
    else mountCall(app, services, { ...parts, served, memo });
  }
  for (const file of parts.files) {
    if (!app.supportedMethods.includes(file.method)) app.addHttpMethod(file.method, { hasBody: true });
    app.route({
      method: file.method,
      url: file.path,
      handler: async (request, reply) => {
        try {
          return await file.handle(services, request, reply);
        } catch (error) {
          return refuse(services, reply, { error, lang: langOf(request) });
        }
      },
    });
  }
}

type CallParts = Pick<Parts, 'authenticate' | 'reauthenticate' | 'administrationGate'> & { served: Served; memo: Memo };

function mountCall(
  app: FastifyInstance,
  services: Services,
  { served, authenticate, reauthenticate: readmit, administrationGate, memo }: CallParts,
): void {
  const { route } = served;
  const serialize = serializerOf(route.output);
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      let lang: Lang | undefined;
      try {
        const now = services.now();
        const address = request.ip;
        // permissions can depend on the address
        const key = served.memo ? `${tokenOf(request)} ${address} ${request.url}` : '';
        const mark = served.memo ? await memo.mark() : undefined;
        const known = mark === undefined ? undefined : memo.find(key, { mark, now });
        if (known !== undefined) return sendJson(reply, known);
        const holds = { until: now + memoMs };
        if (route.access === 'public' && route.method === 'POST') requireSameOrigin(request);
        const user = route.access === 'public' ? undefined : await authenticate(services, tokenOf(request), now);
        lang = user?.lang;
        if (user !== undefined) identifyRequester(requesterOfPerson(user.id));
        if (user !== undefined) holds.until = Math.min(holds.until, user.until);
        if (user?.passwordDue === true && route.whenPasswordDue !== true) throw new Refusal(codes.passwordDue);
        if (user !== undefined)
          await requireAllowedInView(route, { services, db: services.database.read, user, address }, administrationGate);
        if (user !== undefined)
          await requireRoutePermission(route, { services, db: services.database.read, user, address }, administrationGate);
        const parsed = route.input.safeParse(route.method === 'GET' ? (request.query ?? {}) : await readBody(request, route.access));
        if (!parsed.success) throw inputRefusal(parsed.error);
        const again =
          user === undefined
            ? undefined
            : async (db: Db) =>
                requireRoutePermission(route, { services, db, user: await readmit(db, user, now), address }, administrationGate);
        const data = await runHandler(services, served, { user, again, now, input: parsed.data, request, holds });
        if (data instanceof ReadyAnswer) return await sendReady(request, reply, data);
        const body = serialize({ code: 200, message: 'OK', data });
        if (mark !== undefined) memo.keep(key, { mark, until: holds.until, body });
        return sendJson(reply, body);
      } catch (error) {
        return refuse(services, reply, { error, lang: lang ?? langOf(request) });
      }
    },
  });
}

interface CallInput {
  user: User | undefined;
  /** Authenticates again after waiting for the write transaction. */
  again: ((db: Db) => Promise<User>) | undefined;
  now: number;
  input: unknown;
  request: FastifyRequest;
  holds: { until: number };
}

async function runHandler(services: Services, served: Served, asked: CallInput): Promise<unknown> {
  const reads = isReading(served.route) || served.slow;
  if (reads) return served.handler(contextOf(services, services.database.read, asked) as never, asked.input as never);
  const answer = await services.database.write(async (db) => {
    const user = await asked.again?.(db);
    return served.handler(contextOf(services, db, { ...asked, user }) as never, asked.input as never);
  });
  services.outbox.wake();
  return answer;
}

/** The actor of events: in a view-as session it is the administrator. */
const actorOf = (user: User | undefined, address: string): Actor => {
  const { id, name } = user?.viewer ?? { id: user?.id, name: user?.fullName ?? '' };
  return { ...(id !== undefined && { id }), name, address, ...(user !== undefined && { spaceId: user.organisationId }) };
};

function contextOf(services: Services, db: Db, { user, again, now, request, holds }: CallInput): Context | PublicContext {
  const address = request.ip;
  const origin = `${request.protocol}://${request.host}`;
  const say: Context['emit'] = (event, data) => services.outbox.emit(db, actorOf(user, address), { event, data, at: now });
  if (user !== undefined) return { services, db, user, reauthenticate: again, now, address, origin, memo: holds, emit: say };
  const agent = (request.headers['user-agent'] ?? '').slice(0, 300);
  return {
    services,
    db,
    now,
    address,
    origin,
    memo: holds,
    emit: say,
    agent,
    lang: langOf(request),
    cookies: request.headers.cookie ?? '',
  };
}

/** The same for the visitor of a link: the share session as the transaction finds it. */
async function inShareSession<C extends Context | PublicContext, T>(
  ctx: C,
  session: ShareSession,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const { services } = ctx;
  const answer = await services.database.write(async (db) => work((await session.reopen(db, ctx)) as Context as C));
  services.outbox.wake();
  return answer;
}

/** Opens a transaction for a slow handler, with a context on it. */
export async function inTransaction<C extends Context | PublicContext, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const { services } = ctx;
  const user = 'user' in ctx ? ctx.user : undefined;
  if (user?.viewer !== undefined) throw new Refusal(codes.viewOnly);
  const shareSession = 'user' in ctx ? ctx.shareSession : undefined;
  if (shareSession !== undefined) return inShareSession(ctx, shareSession, work);
  const actor = actorOf(user, ctx.address);
  const answer = await services.database.write(async (db) => {
    const still = 'user' in ctx && ctx.reauthenticate !== undefined ? { user: await ctx.reauthenticate(db) } : {};
    const say: Context['emit'] = (event, data) => services.outbox.emit(db, actor, { event, data, at: ctx.now });
    return work({ ...ctx, ...still, db, emit: say });
  });
  services.outbox.wake();
  return answer;
}

/** Who requests something administrative, on which database handle and from which address. */
type PermissionCaller = Pick<Context, 'db' | 'user' | 'address'>;

/** Refuses administrative permissions from addresses outside of the allowed ranges. */
export type AdministrationGate = (services: Services, caller: PermissionCaller) => Promise<void>;

type Asking = PermissionCaller & { services: Services };

/** Authorises a call: an administrative one requires its administrative permission, from an allowed address. */
async function requireRoutePermission(route: Route, { services, ...caller }: Asking, gate: AdministrationGate): Promise<User> {
  const { user } = caller;
  if (route.access === 'public' || route.access === 'session' || route.access === 'link') return user;
  const { all: permissions, inDepartmentScope: scopedPermissions } = user.permissions;
  if (!permissions.has(route.access) && !(route.branch === true && scopedPermissions.has(route.access))) throw new Refusal(codes.adminOnly);
  await gate(services, caller);
  return user;
}

/**
 * In a view-as session, refuses every call that is not declared for it, and each from an address from which the administrator may not administrate.
 * Other sessions pass.
 */
async function requireAllowedInView(route: Route, { services, db, user, address }: Asking, gate: AdministrationGate): Promise<void> {
  if (user.viewer === undefined) return;
  if (route.inView !== 'ends' && !(route.inView === 'sees' && isReading(route))) throw new Refusal(codes.viewOnly);
  if (route.inView === 'sees') await gate(services, { db, user: { ...user, id: user.viewer.id }, address });
}
