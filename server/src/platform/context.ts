import type { Lang } from '@dossier/contract/core/shapes';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ShareSessionIn } from './context/share-session.ts';
import type { User } from './context/user.ts';
import type { Database, Db } from './db/database.ts';
import type { Emit } from './events/event.ts';
import type { Actor, Emission } from './events/outbox.queries.ts';
import type { Storage } from './storage/storage.ts';
import type { Tickets } from './tickets.ts';

/** Events for subscribers: rows written in the transaction of the handler, delivered after its commit. */
export interface Outbox {
  emit<D extends object>(db: Db, actor: Actor, emitted: Emission<D>): Promise<void>;
  /** Wakes the worker after a commit. */
  wake(): void;
  /** Works until no row is due: for tests and for the end of a demo. */
  drain(): Promise<void>;
  start(services: Services): void;
  stop(): Promise<void>;
}

/** What every handler builds on; made once at start. */
export interface Services {
  config: Config;
  database: Database;
  /** The contents of documents. */
  storage: Storage;
  outbox: Outbox;
  tickets: Tickets;
  log: Logger;
  /** The time in milliseconds; tests may move it. */
  now(): number;
  /** Aborted when the server closes: whatever holds a connection open ends it. */
  stopping: AbortSignal;
}

/** What every handler gets first: the services, the transaction or reader, the requester, and the time. */
export interface Context {
  services: Services;
  db: Db;
  user: User;
  /** Set for the visitor of a share link, who acts with the rights of the link's giver, the `user`. */
  shareSession?: ShareSession;
  /** Authenticates again, on the handle of a transaction; absent where the context was not made by a call. */
  reauthenticate?: ((db: Db) => Promise<User>) | undefined;
  /** Milliseconds; constant throughout one call. */
  now: number;
  address: string;
  /** The address of this site as the client sent it, such as `https://docs.example.org`; not trusted, so not yet a URL. */
  origin: string;
  /** Until when this answer may be repeated while nothing is written: lowered by code that knows an earlier expiry. */
  memo: { until: number };
  /** Writes an outbox row for each subscriber, in the transaction of the handler. */
  emit: Emit;
}

export type ShareSession = ShareSessionIn<Context>;

/** The context of a call by the visitor of a share link. */
export type ShareContext = Context & { shareSession: ShareSession };

/** The context of a call that needs no signed-in user. */
export type PublicContext = Omit<Context, 'user' | 'reauthenticate' | 'shareSession'> & { agent: string; lang: Lang; cookies: string };
