import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database, Db } from './db/database.ts';
import type { Versions } from './db/versions.ts';
import type { Emit } from './events/event.ts';
import type { Actor, Emission } from './events/outbox.queries.ts';
import type { Blobs } from './storage/disk.ts';
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
  blobs: Blobs;
  outbox: Outbox;
  tickets: Tickets;
  log: Logger;
  /** The time in milliseconds; tests may move it. */
  now(): number;
  /** Aborted when the house closes: whoever holds a connection open ends it. */
  stopping: AbortSignal;
}

/** Everything that rights given to it reach a person in one space: the person, groups, departments up to the top, organisation, roles. */
export interface Principals {
  personId: number;
  /** The organisation in which these count. */
  spaceId: number;
  /** The organisation as somebody whom rights are given to: the own one; 0 for a guest, who is no part of it. */
  organisationId: number;
  groups: number[];
  departments: number[];
  /** All of them, or the one that the session works in. */
  roles: number[];
  /** Roles that the person has and does not work in now: what is given to them does not count, what they are refused does. */
  idleRoles: number[];
}

/** What the roles of a person let them do beyond their rights on items. */
export interface AdministrativePermissions {
  all: ReadonlySet<Permission>;
  /** Within the departments that they head, and those with all that is below them. */
  inDepartmentScope: ReadonlySet<Permission>;
  departmentScope: ReadonlySet<number>;
}

/** The signed-in person of a call. */
export interface User {
  id: number;
  loginName: string;
  fullName: string;
  /** Bits: 1 site administrator, 2 administrator of the organisation. */
  roleType: number;
  permissions: AdministrativePermissions;
  /** The space: the organisation that the session works in, the own one or one as a guest. */
  organisationId: number;
  /** Until when one may work there. */
  until: number;
  sessionId: number;
  /** Of the token that the call came with, where one did. */
  tokenHash: string;
  /** The role that the session works in; 0: all that the person has. */
  roleId: number;
  lang: Lang;
  /** Who views as this person in this session: it only reads, and ends by then. */
  viewer?: { id: number; name: string; until: number };
  /** True where the password that began this session must be changed before anything else. */
  passwordDue?: boolean;
  principals: Principals;
  /** State of people and rights when the call came in; caches are keyed by it. */
  versions: Versions;
}

/** What the visitor of a shared link may reach: of what its giver may do, what the link lets through, on the shared items and below them. */
export interface ShareSession {
  id: number;
  shareId: number;
  /** What the share is called. */
  shareName: string;
  /** A proven address, the name of a colleague, or empty where nobody knows. */
  name: string;
  /** Tells visitors of one share apart, over several visits where an address or an account is known. */
  key: string;
  /** The most bits that the link lets through. */
  bits: number;
  /** The shared items themselves. */
  items: ReadonlySet<number>;
  /** Whoever gave the link wants a mark on all that is shown. */
  marked: boolean;
  /** Nothing below the shared items is seen but what this visitor put there. */
  onlyOwn: boolean;
  /** The same share session as it is in a transaction. */
  reopen(db: Db, from: { address: string; origin: string }): Promise<ShareContext>;
  /** Of some items below the shared ones, those that are kept from this visitor: what other visitors put there. */
  hidden(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** Of some items those that are kept from links, with all that lies in them. */
  withheld(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** What visitors put into a place and is still there. */
  uploads(db: Db, placeId: number): Promise<{ id: number; own: boolean }[]>;
  /** Told, in its transaction, what became of bytes that this visitor brought. */
  arrived(ctx: Context, placed: { documentId: number; placeId: number; name: string; isNew: boolean }): Promise<void>;
  /** Told, in its transaction, of a document that this visitor looks at by another: a picture that a text names. */
  viewed(ctx: Context, item: { id: number; name: string }): Promise<void>;
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

/** A call of the visitor of a shared link. */
export type ShareContext = Context & { shareSession: ShareSession };

/** A call that needs no one signed in. */
export type PublicContext = Omit<Context, 'user' | 'reauthenticate' | 'shareSession'> & { agent: string; lang: Lang; cookies: string };
