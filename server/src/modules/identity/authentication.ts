import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { AdministrativePermissions, Services, User } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Versions, readVersions } from '../../platform/db/versions.ts';
import type { Reauthenticate } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { signInSettings } from '../../platform/settings/settings.ts';
import { type EffectiveMembership, effectiveMembershipIn, effectiveMembershipOf, readEffectiveMembership } from './effective-membership.ts';
import {
  returnToSpace,
  sessionByHash,
  sessionExists,
  sessionsExisting,
  sessionOfViewer,
  sessionRole,
  touchSession,
} from './sessions/sessions.queries.ts';

/** The viewer of a view-as session. */
interface ViewAsSession {
  person_id: number;
  space_id: number;
  viewer_id: number | null;
  viewer_session: number | null;
  expires_at: number;
}

interface SessionClock {
  versions: Versions;
  now: number;
  idleMs: number;
  lifetimeMs: number;
}

/** Differences of a view-as session: without the user's administrative permissions, and in the viewer's language. */
interface ViewAsMembership {
  membership: EffectiveMembership;
  user: Pick<User, 'viewer' | 'until' | 'lang' | 'roleType' | 'permissions' | 'roleId'>;
}

const noPermissions: AdministrativePermissions = { all: new Set(), inDepartmentScope: new Set(), departmentScope: new Set() };

/** Nobody may view as a user with administrative permissions that they lack themselves. */
export const mayViewAs = (own: AdministrativePermissions, theirs: AdministrativePermissions): boolean =>
  own.all.has('rights.viewAs') && [...theirs.all, ...theirs.inDepartmentScope].every((permission) => own.all.has(permission));

/**
 * A view-as session as it stands; undefined once it has ended: expired; the viewer's own session, permission or account ended or changed
 * space; or the viewed user left or gained permissions beyond the viewer's.
 */
export async function findViewAs(
  services: Services,
  db: Db,
  { row, at }: { row: ViewAsSession; at: SessionClock },
): Promise<ViewAsMembership | undefined> {
  const { viewer_id: viewer, viewer_session: id, space_id: spaceId } = row;
  const { versions, now, idleMs, lifetimeMs } = at;
  if (viewer === null || id === null || row.expires_at < now) return undefined;
  const [own] = await sessionOfViewer(db, { id, person: viewer, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  if (own === undefined || own.space_id !== spaceId) return undefined;
  const theirs = await effectiveMembershipIn(services, db, { personId: viewer, spaceId, roleId: own.role_id, versions });
  const membership = await effectiveMembershipIn(services, db, { personId: row.person_id, spaceId, versions });
  if (now >= theirs.until || now >= membership.until || !mayViewAs(theirs.permissions, membership.permissions)) return undefined;
  return {
    membership,
    user: {
      viewer: { id: viewer, name: own.full_name, until: row.expires_at },
      until: Math.min(membership.until, theirs.until, row.expires_at),
      lang: own.lang as Lang,
      roleType: 0,
      permissions: noPermissions,
      roleId: 0,
    },
  };
}

/** The view of a view-as session; undefined for other sessions, 501 once the view has ended. */
async function viewAsOf(
  services: Services,
  db: Db,
  { row, at }: { row: ViewAsSession; at: SessionClock },
): Promise<ViewAsMembership | undefined> {
  if (row.viewer_id === null) return undefined;
  const view = await findViewAs(services, db, { row, at });
  if (view === undefined) throw new Refusal(codes.notSignedIn);
  return view;
}

const hour = 3_600_000;
const touchEveryMs = 10 * 60_000;

/** Idle time and lifetime of sessions, from the site settings; they apply to existing sessions too. */
export async function sessionTimes(services: Services, version: number): Promise<{ idleMs: number; lifetimeMs: number }> {
  const { idleHours, lifetimeDays } = await signInSettings(services, version);
  return { idleMs: idleHours * hour, lifetimeMs: lifetimeDays * 24 * hour };
}

/** Only this hash of a token is stored: a reader of the database cannot sign in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface WorkingSession {
  id: number;
  person_id: number;
  space_id: number;
  role_id: number;
  organisation_id: number;
}

/** The membership in the session's space. A space that is closed to the user falls back to the own organisation; 501 when that is closed too. */
async function membershipAt(
  services: Services,
  row: WorkingSession,
  { versions, now }: { versions: Versions; now: number },
): Promise<EffectiveMembership> {
  const there = await effectiveMembershipOf(services, { personId: row.person_id, spaceId: row.space_id, roleId: row.role_id, versions });
  if (now < there.until) return there;
  const own = await effectiveMembershipOf(services, { personId: row.person_id, spaceId: row.organisation_id, versions });
  if (now >= own.until) throw new Refusal(codes.notSignedIn);
  const back = { id: row.id, from: row.space_id, to: row.organisation_id };
  await services.database.write((writing) => returnToSpace(writing, back));
  return own;
}

/** Like `authenticate`, but refuses view-as sessions and sessions with a due password change: for bytes and other token paths that are no declared calls. */
export async function authenticateUnrestricted(services: Services, token: string | undefined, now: number): Promise<User> {
  const user = await authenticate(services, token, now);
  if (user.viewer !== undefined) throw new Refusal(codes.viewOnly);
  if (user.passwordDue === true) throw new Refusal(codes.passwordDue);
  return user;
}

/**
 * The user of a token; 501 when it is unknown or ended, or the account or its organisation is disabled. A view-as session is marked, and
 * has no administrative permissions.
 */
export async function authenticate(services: Services, token: string | undefined, now: number): Promise<User> {
  if (token === undefined || token === '') throw new Refusal(codes.notSignedIn);
  const db = services.database.read;
  const hash = tokenHash(token);
  const [[row], versions] = await Promise.all([sessionByHash(db, { hash }), readVersions(db)]);
  if (row === undefined || row.expires_at < now) throw new Refusal(codes.notSignedIn);
  const { idleMs, lifetimeMs } = await sessionTimes(services, versions.site);
  if (row.seen_at < now - idleMs || row.created_at < now - lifetimeMs) throw new Refusal(codes.notSignedIn);
  if (row.seen_at < now - touchEveryMs) {
    await services.database
      .write((writing) => touchSession(writing, row.id, now))
      .catch((error: unknown) => services.log.warn({ err: error }, 'touch session'));
  }
  const view = await viewAsOf(services, db, { row, at: { versions, now, idleMs, lifetimeMs } });
  const membership = view?.membership ?? (await membershipAt(services, row, { versions, now }));
  return {
    id: row.person_id,
    loginName: row.login_name,
    fullName: row.full_name,
    roleType: membership.roleType,
    permissions: membership.permissions,
    organisationId: membership.principals.spaceId,
    until: membership.until,
    sessionId: row.id,
    tokenHash: hash,
    roleId: membership.principals.spaceId === row.space_id ? row.role_id : 0,
    lang: row.lang as Lang,
    principals: membership.principals,
    versions,
    ...(row.password_due === 1 && { passwordDue: true }),
    ...view?.user,
  };
}

/** The session as it stands; undefined when it ended, or the user's organisation is closed. */
async function findActiveSession(services: Services, sessionId: number, db: Db): Promise<WorkingSession | undefined> {
  const now = services.now();
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(services, versions.site);
  const [found] = await sessionExists(db, { id: sessionId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  // view-as sessions and sessions with a due password change get no tokens, so they can open none either
  if (found === undefined || found.viewer_id !== null || found.password_due === 1) return undefined;
  const own = await effectiveMembershipIn(services, db, { personId: found.person_id, spaceId: found.organisation_id, versions });
  return now < own.until ? found : undefined;
}

/** Whether the session of a ticket is still active. */
export const isSessionActive = async (services: Services, sessionId: number, db: Db = services.database.read): Promise<boolean> =>
  (await findActiveSession(services, sessionId, db)) !== undefined;

/** A session that is active, with its user, space and role. */
export interface ListeningSession {
  id: number;
  personId: number;
  spaceId: number;
  roleId: number;
  lang: Lang;
}

/** Those of some sessions that are active: one query for all of them. View-as sessions, and those with a due password change, are left out. */
export async function activeSessionsAmong(services: Services, ids: readonly number[]): Promise<ListeningSession[]> {
  const db = services.database.read;
  const now = services.now();
  const { idleMs, lifetimeMs } = await sessionTimes(services, (await readVersions(db)).site);
  const rows = await sessionsExisting(db, { ids: JSON.stringify(ids), now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  return rows
    .filter((row) => row.viewer_id === null && row.password_due !== 1)
    .map((row) => ({ id: row.id, personId: row.person_id, spaceId: row.space_id, roleId: row.role_id, lang: row.lang as Lang }));
}

/** The role of a session, 0 for all; 501 when it ended. */
export async function roleOfSession(db: Db, sessionId: number): Promise<number> {
  const [row] = await sessionRole(db, { id: sessionId });
  if (row === undefined) throw new Refusal(codes.notSignedIn);
  return row.role_id;
}

/**
 * Refuses a session that ended (501), works in another space than a ticket was made for (1010), or in one now closed to its user (2109):
 * the session itself changes space only with its next call.
 */
export async function requireSessionInSpace(
  services: Services,
  { session, space }: { session: number; space: number | undefined },
  db: Db = services.database.read,
): Promise<void> {
  const found = await findActiveSession(services, session, db);
  if (found === undefined) throw new Refusal(codes.notSignedIn);
  const { space_id, organisation_id, person_id } = found;
  if (space_id !== (space ?? organisation_id)) throw new Refusal(codes.ticketInvalid);
  if (space_id === organisation_id) return;
  const there = await effectiveMembershipIn(services, db, { personId: person_id, spaceId: space_id, versions: await readVersions(db) });
  if (services.now() >= there.until) throw new Refusal(codes.spaceNotYours);
}

/**
 * The user at the start of a write transaction: 501 when signed out or disabled meanwhile, and with the roles of now. A call for one space
 * or role never runs in another: 1008 when the session has changed it, 2109 when the space is closed to the user.
 */
export const reauthenticate: Reauthenticate = async (db: Db, user: User, now: number): Promise<User> => {
  // its age was checked by `authenticate`, with the same clock
  const [[session], versions] = await Promise.all([
    sessionExists(db, { id: user.sessionId, now, seenAfter: 0, begunAfter: 0 }),
    readVersions(db),
  ]);
  if (session === undefined || session.viewer_id !== (user.viewer?.id ?? null)) throw new Refusal(codes.notSignedIn);
  if (session.space_id !== user.organisationId || session.role_id !== user.roleId) throw new Refusal(codes.changedMeanwhile);
  // a view-as session writes nothing but its own end
  if (versions.people === user.versions.people || user.viewer !== undefined) return { ...user, versions };
  const {
    principals,
    roleType,
    permissions: granted,
    until,
  } = await readEffectiveMembership(db, {
    personId: user.id,
    spaceId: user.organisationId,
    roleId: user.roleId,
  });
  if (now >= until) throw new Refusal(user.organisationId === session.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  return { ...user, versions, principals, roleType, permissions: granted, until };
};
