import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database, Db } from './db/database.ts';
import type { Versions } from './db/versions.ts';
import type { Emit } from './events/event.ts';
import type { Actor, Emission } from './events/outbox.queries.ts';
import type { GatedStorage } from './storage/gated-storage.ts';
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
  storage: GatedStorage;
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

/** The context of a call by the visitor of a share link. */
export type ShareContext = Context & { shareSession: ShareSession };

/** The context of a call that needs no signed-in user. */
export type PublicContext = Omit<Context, 'user' | 'reauthenticate' | 'shareSession'> & { agent: string; lang: Lang; cookies: string };

/** The signed-in user of a call. */
export interface User {
  id: number;
  loginName: string;
  fullName: string;
  /** Bits: 1 site administrator, 2 administrator of the organisation. */
  roleType: number;
  permissions: AdministrativePermissions;
  /** The space: the organisation that the session works in, the user's own or one as a guest. */
  organisationId: number;
  /** Until when the user may work there. */
  until: number;
  sessionId: number;
  /** Hash of the token that the call came with, where one did. */
  tokenHash: string;
  /** The role that the session works in; 0: all roles of the user. */
  roleId: number;
  lang: Lang;
  /** The administrator of a view-as session: it only reads, and ends by `until`. */
  viewer?: { id: number; name: string; until: number };
  /** True where the password that began this session must be changed before anything else. */
  passwordDue?: boolean;
  principals: Principals;
  /** Versions of users and rights when the call came in; caches are keyed by them. */
  versions: Versions;
}

/** All principals whose grants reach a user in one space: the user, groups, departments up to the top, organisation, roles. */
export interface Principals {
  personId: number;
  /** The organisation in which these count. */
  spaceId: number;
  /** The own organisation as a principal; 0 for a guest, who is no member of it. */
  organisationId: number;
  groups: number[];
  departments: number[];
  /** All roles of the user, or the one that the session works in. */
  roles: number[];
  /** Roles that the user has but does not work in now: what they grant does not count, what they deny does. */
  idleRoles: number[];
}

/** What the roles of a user permit beyond rights on items. */
export interface AdministrativePermissions {
  all: ReadonlySet<Permission>;
  /** Permissions that hold only within the departments that the user heads, and those departments with all below them. */
  inDepartmentScope: ReadonlySet<Permission>;
  departmentScope: ReadonlySet<number>;
}

/** What the visitor of a shared link may reach: of what its giver may do, what the link lets through, on the shared items and below them. */
export interface ShareSession {
  id: number;
  shareId: number;
  /** The name of the share. */
  shareName: string;
  /** A verified mail address, the name of a colleague, or empty where it is unknown. */
  name: string;
  /** Tells visitors of one share apart, over several sessions where an address or an account is known. */
  key: string;
  /** The right bits that the link permits at most. */
  bits: number;
  /** The shared items themselves. */
  items: ReadonlySet<number>;
  /** The name is proven: by a code sent to the address, or by an account. */
  isProven: boolean;
  /** Documents may be edited online: the link lets them be changed, and hands out their bytes uncounted and unmarked. */
  mayEdit: boolean;
  /** The link lets its visitors comment on documents, once their name is proven. */
  mayComment: boolean;
  /** Whether a token is that of the link. */
  isOf(token: string): boolean;
  /** The giver of the link wants a watermark on everything shown. */
  marked: boolean;
  /** Below the shared items only this visitor's own uploads are visible. */
  onlyOwn: boolean;
  /** The same share session as it is in a transaction. */
  reopen(db: Db, from: { address: string; origin: string }): Promise<ShareContext>;
  /** Of some items below the shared ones, those hidden from this visitor: what other visitors uploaded. */
  hidden(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** Of some items, those that are withheld from share links, with everything in them. */
  withheld(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** What visitors uploaded to a folder and is still there. */
  uploads(db: Db, placeId: number): Promise<{ id: number; own: boolean }[]>;
  /** Called in the transaction that placed a file uploaded by this visitor. */
  arrived(ctx: Context, placed: { documentId: number; placeId: number; name: string; isNew: boolean }): Promise<void>;
  /** Called in the transaction in which this visitor views a document by way of another: an image that a text refers to. */
  viewed(ctx: Context, item: { id: number; name: string }): Promise<void>;
  /** Called in the transaction in which this visitor writes a comment. */
  commented(ctx: Context, item: { id: number; name: string }): Promise<void>;
}
