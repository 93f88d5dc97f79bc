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

/** What happened, told to later rooms: rows written with the deed, worked off after its commit. */
export interface Outbox {
  emit<D extends object>(db: Db, speaker: Actor, what: Emission<D>): Promise<void>;
  /** Wakes the worker after a commit. */
  wake(): void;
  /** Works until nothing is due: for tests and for the end of a demo. */
  drain(): Promise<void>;
  start(services: Services): void;
  stop(): Promise<void>;
}

/** What the whole house stands on; made once at start. */
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
  /** Aborted when the house closes: whoever holds a connection open ends it. */
  stopping: AbortSignal;
}

/** What every deed gets first: the house, the transaction or reader, who asks, and when. */
export interface Context {
  services: Services;
  db: Db;
  user: User;
  /** Of the visitor of a shared link, who then acts with the rights of its giver, the `user`. */
  shareSession?: ShareSession;
  /** Asks at the door again, on the handle of a transaction; absent where no call brought the person. */
  reauthenticate?: ((db: Db) => Promise<User>) | undefined;
  /** Milliseconds; the same throughout one call. */
  now: number;
  address: string;
  /** The address of this site as the caller knows it, such as `https://docs.example.org`; whatever a stranger wrote there, so not yet a URL. */
  origin: string;
  /** Until when this answer may be given again while nothing is written: lowered by whoever knows of a deadline. */
  memo: { until: number };
  /** Tells later rooms: an outbox row for each listener, in the transaction of the deed. */
  emit: Emit;
}

export type ShareSession = ShareSessionIn<Context>;

/** A call of the visitor of a shared link. */
export type ShareContext = Context & { shareSession: ShareSession };

/** A call that needs no one signed in. */
export type PublicContext = Omit<Context, 'user' | 'reauthenticate' | 'shareSession'> & { agent: string; lang: Lang; cookies: string };
