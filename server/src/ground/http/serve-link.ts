import type { Route } from '@dossier/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameAsker, nameOfPerson } from '../asker.ts';
import type { Ctx, House } from '../ctx.ts';
import { inputRefusal, langOf } from './answer.ts';
import { readBody } from './body.ts';
import { needOwnSite } from './other-site.ts';
import { refuse, sendJson } from './refuse.ts';
import { serializerOf } from './serializer.ts';

/** A call of a visitor, joined with the deed that answers it. */
interface ServedLink {
  route: Route;
  deed: (ctx: never, input: never) => Promise<unknown>;
  slow: boolean;
}

/** Who knocks with which visit. */
const knockOf = (request: FastifyRequest) => {
  const token = request.headers['x-session-id'];
  return { token: typeof token === 'string' ? token : '', address: request.ip, origin: `${request.protocol}://${request.host}` };
};

/** Puts a call of visitors of shared links on the server: their visit at the door (503), and once more in the transaction that writes. */
export function mountLink(app: FastifyInstance, house: House, { route, deed, slow }: ServedLink): void {
  const serialize = serializerOf(route.output);
  const { read } = house.database;
  const reads = route.method === 'GET' || route.reads === true || slow;
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      try {
        if (route.method === 'POST') needOwnSite(request);
        const knock = knockOf(request);
        const ctx = await house.visits.admit(house, read, knock);
        nameAsker(nameOfPerson(ctx.user.id), `${ctx.visit.key} ${knock.address}`);
        const parsed = route.input.safeParse(route.method === 'GET' ? (request.query ?? {}) : await readBody(request, route.access));
        if (!parsed.success) throw inputRefusal(parsed.error);
        const run = (own: Ctx): Promise<unknown> => deed(own as never, parsed.data as never);
        const data = reads ? await run(ctx) : await house.database.write(async (db) => run(await house.visits.admit(house, db, knock)));
        if (!reads) house.outbox.poke();
        return sendJson(reply, serialize({ code: 200, message: 'OK', data }));
      } catch (error) {
        return refuse(house, reply, { error, lang: langOf(request) });
      }
    },
  });
}
