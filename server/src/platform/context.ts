import type { Permission } from '@dossier/contract/core/administrative-permissions';
import type { GranteeType } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database, Db } from './db/database.ts';
import type { Versions } from './db/versions.ts';
import type { Actor } from './events/outbox.queries.ts';
import type { Storage } from './storage/storage.ts';
import type { Tickets } from './tickets.ts';

/** Facts of one later room about the items of a list. */
export type ItemFacts = (ctx: Context, ids: number[]) => Promise<Map<number, Record<string, unknown>>>;

/** What happened, told to later rooms: rows written with the deed, worked off after its commit. */
export interface Outbox {
  emit(db: Db, speaker: Actor, what: { event: string; data: Record<string, unknown>; at: number }): Promise<void>;
  /** Wakes the worker after a commit. */
  wake(): void;
  /** Works until nothing is due: for tests and for the end of a demo. */
  drain(): Promise<void>;
  start(services: Services): void;
  stop(): Promise<void>;
}

/** What a call to sign in brings from elsewhere. */
export interface ExternalSignInInput {
  loginName?: string | undefined;
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  ticket?: string | undefined;
  redUrl?: string | undefined;
  lang?: Lang | undefined;
  pageLang?: Lang | undefined;
}

/** A begun session, and where it was meant to lead. */
export interface ExternalSignIn {
  sessionId: string;
  landing?: string | undefined;
  redUrl?: string | undefined;
}

/** An account and its password as typed; `known` where this site judges the password itself. */
export interface PasswordAttempt {
  loginName: string;
  password: string;
  known: boolean;
}

/** Whom a directory vouches for: found, or made, in the transaction that begins the session. */
export interface DirectoryIdentity {
  /** Which directory it is, as the provider of an identity. */
  provider: string;
  find: (ctx: PublicContext) => Promise<number>;
}

/** A right that a folder is to have; `days` count from the moment in which it is made, null is for good. */
export interface PlannedRight {
  granteeType: GranteeType;
  granteeId: number;
  /** What it was called when the right was planned. */
  granteeName: string;
  level: number;
  handOn: number | null;
  reach: number;
  days: number | null;
}

/** A folder that is to be made. */
export interface PlannedFolder {
  id: number;
  parentId: number;
  name: string;
  inherits: boolean;
  rights: PlannedRight[];
}

/** Folders to be made at once: the first is the one that somebody asks for, each other one comes after the one that it lies in. */
export interface FolderPlan {
  /** Of the template. */
  name: string;
  folders: PlannedFolder[];
}

/** Who asks for something administrative, on which handle and from where. */
export type PermissionCaller = Pick<Context, 'db' | 'user' | 'address'>;

/** Refuses administrative deeds from addresses that they must not come from. */
export type AdministrationGate = (services: Services, caller: PermissionCaller) => Promise<void>;

/** What the whole house stands on; made once at start. */
export interface Services {
  config: Config;
  database: Database;
  /** The contents of documents. */
  storage: Storage;
  outbox: Outbox;
  tickets: Tickets;
  log: Logger;
  /** What later rooms add to items in lists (favourites): by item id, fields of the contract's Item. */
  itemFacts: ItemFacts[];
  /** What they add where everything known of one item is told. */
  detailFacts: ItemFacts[];
  /** What later rooms do, in the same transaction, before items are removed for good. */
  onPurge: Array<(ctx: Pick<Context, 'db' | 'now'>, itemIds: number[]) => Promise<void>>;
  /** What later rooms do, in the same transaction, when a document was copied: `from` is the revision, `original` the document. */
  onCopy: Array<
    (ctx: Context, copy: { from: number; original: number; to: { documentId: number; revisionId: number; name: string } }) => Promise<void>
  >;
  /** Later rooms that may refuse a name which somebody gives to an item. */
  onName: Array<(ctx: Context, name: string) => Promise<void>>;
  /** What a folder template says, of those that folders may be made from: 5501 for any other. */
  folderTemplatePlan: (ctx: Context, templateId: number) => Promise<FolderPlan>;
  /** Asked where somebody has no right to read a document: whether a later room lets them look at this one revision of it, at this moment, and whether with a mark. */
  temporaryAccess: Array<(ctx: Context, target: { documentId: number; revisionId: number }) => Promise<boolean | 'marked'>>;
  /** By group of the site's settings: the room that uses it tries values and answers what is wrong, in a sentence. */
  onTry: Partial<Record<string, (ctx: Context, values: unknown) => Promise<string | undefined>>>;
  /** By login model: the room whose door it is signs in, with what the call brought. */
  onSignIn: Partial<Record<number, (ctx: PublicContext, brought: ExternalSignInInput) => Promise<ExternalSignIn>>>;
  /** Who a password belongs to according to a directory elsewhere; undefined where it says nobody's or none is asked. */
  onPassword: Array<(ctx: PublicContext, given: PasswordAttempt) => Promise<DirectoryIdentity | undefined>>;
  /**
   * What later rooms do, in the same transaction, when a person's password was set anew: somebody may have left a door open. It was
   * `changed` by whoever knew the one before, or `reset` by an administrator or with a code by mail.
   */
  onPasswordSet: Array<
    (ctx: Pick<PublicContext, 'db' | 'emit'>, person: { id: number; full_name: string }, how: 'changed' | 'reset') => Promise<void>
  >;
  /** How visitors of shared links are let in. */
  shareSessions: ShareSessions;
  /** Asked before every administrative deed, also by calls that are not administrative themselves; see `needDeed`. */
  administrationGate: AdministrationGate;
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

/** How visits of shared links are let in: each time anew, as the share, its giver and the giver's rights stand. */
export interface ShareSessions {
  /** By the token that a call brings; 503 where there is no such visit, or it is over. */
  authenticate(services: Services, db: Db, knock: { token: string; address: string; origin: string }): Promise<ShareContext>;
  /** By its id, for tickets and uploads; `looking` leaves out what the link lets through for downloads alone. */
  open(
    services: Services,
    db: Db,
    shareSession: { visitId: number; address: string; origin?: string; looking?: boolean },
  ): Promise<ShareContext>;
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
  emit(event: string, data: Record<string, unknown>): Promise<void>;
}

/** A call of the visitor of a shared link. */
export type ShareContext = Context & { shareSession: ShareSession };

/** A call that needs no one signed in. */
export type PublicContext = Omit<Context, 'user' | 'reauthenticate' | 'shareSession'> & { agent: string; lang: Lang; cookies: string };
