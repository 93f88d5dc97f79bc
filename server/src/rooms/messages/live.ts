import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import type { ServedFile } from '../../ground/http/serve.ts';
import type { Listener } from '../../ground/outbox.ts';
import { Refusal } from '../../ground/refusal.ts';
import { sessionStands } from '../session/admit.ts';
import { hubOf, type Stream } from './hub.ts';
import { liveListener } from './tell.ts';

const purpose = 'messages.live';
/** A ticket must be used at once; the stream then lasts as long as the session. */
const secondsToConnect = 60;

/** What a client that reads too slowly may leave unread in our memory. */
const mostBuffered = 1 << 16;

interface Facts {
  session: number;
  person: number;
}

export async function streamTicket({ house, user, now }: Ctx) {
  const facts: Facts = { session: user.sessionId, person: user.id };
  const ticket = house.tickets.sign(purpose, { ...facts }, secondsToConnect);
  return { url: `/msg/live?ticket=${ticket}`, expires: new Date(now + secondsToConnect * 1000).toISOString() };
}

/** The live stream of one client: `message` when one came, `unread` when some were read elsewhere, each with the number of unread ones. */
export const live: ServedFile = {
  method: 'GET',
  path: '/msg/live',
  async handle(house, request, reply) {
    const { ticket } = request.query as { ticket?: unknown };
    const facts = typeof ticket === 'string' ? house.tickets.open<Facts>(purpose, ticket) : undefined;
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    if (!(await sessionStands(house, facts.session))) throw new Refusal(codes.notSignedIn);
    if (request.method === 'HEAD') return reply.header('content-type', 'text/event-stream; charset=utf-8').send();
    const out = reply.raw;
    const write = (text: string): void => {
      if (out.writableLength > mostBuffered) out.destroy();
      else out.write(text);
    };
    const stream: Stream = {
      sessionId: facts.session,
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      beat: () => write(': beat\n\n'),
      end: () => out.end(),
    };
    const hub = hubOf(house);
    if (!(await hub.join(facts.person, stream))) throw new Refusal(codes.tooManyRequests);
    out.on('close', () => hub.leave(facts.person, stream));
    if (out.destroyed) hub.leave(facts.person, stream);
    reply.hijack();
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    write(': open\n\n');
  },
};

/** After the commit that changed messages: shows it to the open clients of this process. */
export const liveChanges: Listener = {
  name: liveListener,
  events: [],
  batch: (_db, happenings, house) => hubOf(house).announce(happenings.map(({ data }) => Number(data['personId']))),
};

/** After an administrator ended sessions or disabled somebody: their open clients hear it at once, those of other processes with the next beat. */
export const endedStreams: Listener = {
  name: 'messages.ended',
  events: ['session.ended', 'user.updated'],
  async batch(_db, happenings, house) {
    for (const personId of new Set(happenings.map(({ data }) => Number(data['objId'])))) await hubOf(house).look(personId);
  },
};
