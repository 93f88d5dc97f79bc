import { codes } from '@dossier/contract/core/codes';
import type { Context, Services } from '../../../platform/context.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { inTransaction, type ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isSessionActive } from '../../identity/authentication.ts';
import { sessionEnded, userDeleted, userSignedOut, userUpdated } from '../../identity/events.ts';
import { putSetting, settingOf } from '../emails/emails.queries.ts';
import { messagesChanged } from '../events.ts';
import { messageStateOf } from '../messages.queries.ts';
import { liveSubscriberName } from '../notify.ts';

/** `item`: who edits a document, or has locked it, has changed. `comment`: the comments on a document have. `acknowledgement`: who is asked to acknowledge it, or has. */
export type LiveEvent = 'message' | 'unread' | 'item' | 'comment' | 'acknowledgement';

/** An open stream to one client of a user. */
interface Stream {
  sessionId: number;
  send(event: LiveEvent, data: object): void;
  beat(): void;
  end(): void;
}

interface OpenStream {
  streams: Set<Stream>;
  unread: number;
  newest: number;
}

const beatMs = 25_000;
const pollMs = 5000;
/** Streams per user: each holds a connection. */
const streamLimit = 10;

/** All open streams of this process, and the last state sent to their users. */
class StreamHub {
  readonly people = new Map<number, OpenStream>();
  readonly services: Services;
  private timers: NodeJS.Timeout[] = [];

  constructor(services: Services) {
    this.services = services;
    services.stopping.addEventListener('abort', () => this.endAll());
  }

  /** Adds a stream; false when the user has too many. */
  async join(personId: number, stream: Stream): Promise<boolean> {
    const listening = this.people.get(personId) ?? { streams: new Set<Stream>(), unread: 0, newest: 0 };
    if (listening.streams.size >= streamLimit || this.services.stopping.aborted) return false;
    listening.streams.add(stream);
    this.people.set(personId, listening);
    this.keepTime();
    if (listening.streams.size === 1) Object.assign(listening, (await this.standing([personId])).get(personId));
    return true;
  }

  leave(personId: number, stream: Stream): void {
    const listening = this.people.get(personId);
    listening?.streams.delete(stream);
    if (listening?.streams.size === 0) this.people.delete(personId);
    if (this.people.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  /** Looks at the messages of people who listen and tells them what changed: nothing to a stream whose session is over, which ends. */
  async announce(personIds: Iterable<number>): Promise<void> {
    const here = [...new Set(personIds)].filter((id) => this.people.has(id));
    if (here.length === 0) return;
    for (const [id, now] of await this.standing(here)) {
      const listening = this.people.get(id);
      if (listening === undefined) continue;
      const more = now.newest > listening.newest || now.unread > listening.unread;
      const other = now.unread !== listening.unread;
      Object.assign(listening, { unread: now.unread, newest: Math.max(now.newest, listening.newest) });
      if (!more && !other) continue;
      await this.eachActive(id, (stream) => stream.send(more ? 'message' : 'unread', { unread: now.unread }));
    }
  }

  /** The open streams of everybody. */
  all(): Stream[] {
    return [...this.people.values()].flatMap(({ streams }) => [...streams]);
  }

  /** Keeps connections alive and ends those whose session is over. */
  async beat(): Promise<void> {
    for (const personId of this.people.keys()) await this.eachActive(personId, (stream) => stream.beat());
  }

  /** Ends the streams of one person whose session is over. */
  endInactive(personId: number): Promise<void> {
    return this.eachActive(personId, () => undefined);
  }

  private async eachActive(personId: number, work: (stream: Stream) => void): Promise<void> {
    for (const stream of this.people.get(personId)?.streams ?? []) {
      if (await isSessionActive(this.services, stream.sessionId)) work(stream);
      else stream.end();
    }
  }

  private async standing(personIds: number[]): Promise<Map<number, { unread: number; newest: number }>> {
    const rows = await messageStateOf(this.services.database.read, personIds);
    return new Map(rows.map((row) => [row.id, { unread: row.unread ?? 0, newest: row.newest ?? 0 }]));
  }

  private keepTime(): void {
    if (this.timers.length > 0) return;
    const failed = (error: unknown) => this.services.log.warn({ err: error }, 'live messages');
    this.timers.push(setInterval(() => void this.beat().catch(failed), beatMs));
    // another process may have written the message: its commit wakes only its own subscribers
    if (this.services.database.engine === 'postgres')
      this.timers.push(setInterval(() => void this.announce(this.people.keys()).catch(failed), pollMs));
  }

  private endAll(): void {
    for (const { streams } of this.people.values()) for (const stream of streams) stream.end();
  }
}

const streamHubs = new WeakMap<Services, StreamHub>();

/** The stream hub of this process. */
export function streamHubOf(services: Services): StreamHub {
  let hub = streamHubs.get(services);
  if (hub === undefined) {
    hub = new StreamHub(services);
    streamHubs.set(services, hub);
  }
  return hub;
}

const purpose = 'messages.live';
/** A ticket must be used within this time; the stream then lasts as long as the session. */
const secondsToConnect = 60;

/** Unread bytes that a slow client may leave in memory. */
const bufferLimit = 1 << 16;

interface StreamTicketFacts {
  session: number;
  person: number;
}

/** A ticket for the stream; each client asks for one, which tells under which address the user opens the site: links in emails begin with it. */
export async function streamTicket(ctx: Context) {
  const { services, user, now, origin } = ctx;
  if (user.viewer === undefined && (await settingOf(ctx.db, user.id))?.origin !== origin)
    await inTransaction(ctx, ({ db }) => putSetting(db, user.id, { origin }));
  const facts: StreamTicketFacts = { session: user.sessionId, person: user.id };
  const ticket = services.tickets.sign(purpose, { ...facts }, secondsToConnect);
  return { url: `/msg/live?ticket=${ticket}`, expires: new Date(now + secondsToConnect * 1000).toISOString() };
}

/**
 * The live stream of one client: `message` for a new one, `unread` when some were read elsewhere, each with the number of unread ones; `item` with
 * the id of a document and its `EditState`, `comment` with the id of a document and the number of its open threads, `acknowledgement` with the id of
 * a document, and `own` where what the reader is asked has changed.
 */
export const liveStreamFile: ServedFile = {
  method: 'GET',
  path: '/msg/live',
  async handle(services, request, reply) {
    const { ticket } = request.query as { ticket?: unknown };
    const facts = typeof ticket === 'string' ? services.tickets.open<StreamTicketFacts>(purpose, ticket) : undefined;
    if (facts === undefined) throw new Refusal(codes.ticketInvalid);
    if (!(await isSessionActive(services, facts.session))) throw new Refusal(codes.notSignedIn);
    if (request.method === 'HEAD') return reply.header('content-type', 'text/event-stream; charset=utf-8').send();
    const out = reply.raw;
    const write = (text: string): void => {
      if (out.writableLength > bufferLimit) out.destroy();
      else out.write(text);
    };
    const stream: Stream = {
      sessionId: facts.session,
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      beat: () => write(': beat\n\n'),
      end: () => out.end(),
    };
    const hub = streamHubOf(services);
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

/** After the commit of changed messages: notifies the open clients of this process. */
export const liveChanges = subscribe(messagesChanged, {
  name: liveSubscriberName,
  batch: (_db, events, services) => streamHubOf(services).announce(events.map(({ data }) => data.personId)),
});

/**
 * After sessions ended, by their user, an administrator or a new password, or a user was disabled: open clients of this process end at
 * once, those of other processes, and of sessions that expired, with the next beat. None is sent anything meanwhile.
 */
export const endedStreams = subscribe([userSignedOut, sessionEnded, userUpdated, userDeleted], {
  name: 'messages.ended',
  async batch(_db, events, services) {
    for (const personId of new Set(events.map(({ data }) => data.objId))) await streamHubOf(services).endInactive(personId);
  },
});
