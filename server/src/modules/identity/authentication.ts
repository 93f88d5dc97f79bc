import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Services } from '../../platform/context.ts';
import type { AdministrativePermissions, User } from '../../platform/context/user.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Versions, readVersions } from '../../platform/db/versions.ts';
import type { Reauthenticate } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { signInSettings } from '../../platform/settings/settings.ts';
import { type EffectiveMembership, effectiveMembershipIn, effectiveMembershipOf, readEffectiveMembership } from './effective-membership.ts';
import { returnToSpace, sessionByHash, sessionExists, sessionOfViewer, sessionRole, touchSession } from './sessions/sessions.queries.ts';

/** Of a session, who views by it as its person. */
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

/** What differs in a session that is a view: the person's office is not lent, and words come in the language of who views. */
interface ViewAsMembership {
  membership: EffectiveMembership;
  user: Pick<User, 'viewer' | 'until' | 'lang' | 'roleType' | 'permissions' | 'roleId'>;
}

const noPermissions: AdministrativePermissions = { all: new Set(), inDepartmentScope: new Set(), departmentScope: new Set() };

/** Nobody views as somebody who may administrate what they themselves may not. */
export const mayViewAs = (own: AdministrativePermissions, theirs: AdministrativePermissions): boolean =>
  own.all.has('rights.viewAs') && [...theirs.all, ...theirs.inDepartmentScope].every((deed) => own.all.has(deed));

/**
 * A view as it stands now; undefined where it is over: its time, the own session of who views, their office or account ended or they went to
 * another space, or the person it is about works here no more or may administrate more by now.
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
  const standing = await effectiveMembershipIn(services, db, { personId: row.person_id, spaceId, versions });
  if (now >= theirs.until || now >= standing.until || !mayViewAs(theirs.permissions, standing.permissions)) return undefined;
  return {
    membership: standing,
    user: {
      viewer: { id: viewer, name: own.full_name, until: row.expires_at },
      until: Math.min(standing.until, theirs.until, row.expires_at),
      lang: own.lang as Lang,
      roleType: 0,
      permissions: noPermissions,
      roleId: 0,
    },
  };
}

/** The view that a session is; undefined where it is none, 501 where it is over. */
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

/** How long a session lives without a call, and in any case: as the site sets it now, for the sessions that there are too. */
export async function sessionTimes(services: Services, version: number): Promise<{ idleMs: number; lifetimeMs: number }> {
  const { idleHours, lifetimeDays } = await signInSettings(services, version);
  return { idleMs: idleHours * hour, lifetimeMs: lifetimeDays * 24 * hour };
}

/** Tokens are kept only as this hash: whoever reads the database cannot sign in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface WorkingSession {
  id: number;
  person_id: number;
  space_id: number;
  role_id: number;
  organisation_id: number;
}

/** What the person is where the session works. A space that is closed to them since leads back to the own organisation; where that is closed too, it is 501. */
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

/** The same for whoever is themselves alone, and may do everything: bytes and whatever else takes a token without being a declared call are closed to a view as somebody else, and before a password that is due was changed. */
export async function authenticateUnrestricted(services: Services, token: string | undefined, now: number): Promise<User> {
  const user = await authenticate(services, token, now);
  if (user.viewer !== undefined) throw new Refusal(codes.viewOnly);
  if (user.passwordDue === true) throw new Refusal(codes.passwordDue);
  return user;
}

/**
 * The person behind a token; 501 when there is none, it ended, or the account or its organisation was disabled. Where an administrator views
 * as that person, it says so, and without the person's office: that is not lent.
 */
export async function authenticate(services: Services, token: string | undefined, now: number): Promise<User> {
  if (token === undefined || token === '') throw new Refusal(codes.notSignedIn);
  const db = services.database.read;
  const hash = tokenHash(token);
  const [row] = await sessionByHash(db, { hash });
  if (row === undefined || row.expires_at < now) throw new Refusal(codes.notSignedIn);
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(services, versions.site);
  if (row.seen_at < now - idleMs || row.created_at < now - lifetimeMs) throw new Refusal(codes.notSignedIn);
  if (row.seen_at < now - touchEveryMs) {
    await services.database
      .write((writing) => touchSession(writing, row.id, now))
      .catch((error: unknown) => services.log.warn({ err: error }, 'touch session'));
  }
  const view = await viewAsOf(services, db, { row, at: { versions, now, idleMs, lifetimeMs } });
  const standing = view?.membership ?? (await membershipAt(services, row, { versions, now }));
  return {
    id: row.person_id,
    loginName: row.login_name,
    fullName: row.full_name,
    roleType: standing.roleType,
    permissions: standing.permissions,
    organisationId: standing.principals.spaceId,
    until: standing.until,
    sessionId: row.id,
    tokenHash: hash,
    roleId: standing.principals.spaceId === row.space_id ? row.role_id : 0,
    lang: row.lang as Lang,
    principals: standing.principals,
    versions,
    ...(row.password_due === 1 && { passwordDue: true }),
    ...view?.user,
  };
}

/** The session as it stands; undefined where it ended, or where the organisation of its person is closed. */
async function findActiveSession(services: Services, sessionId: number, db: Db): Promise<WorkingSession | undefined> {
  const now = services.now();
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(services, versions.site);
  const [found] = await sessionExists(db, { id: sessionId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  // nothing is handed out to a view as somebody else, nor before a password that is due was changed, and so nothing that was is opened by one
  if (found === undefined || found.viewer_id !== null || found.password_due === 1) return undefined;
  const own = await effectiveMembershipIn(services, db, { personId: found.person_id, spaceId: found.organisation_id, versions });
  return now < own.until ? found : undefined;
}

/** Whether a session that a ticket was made for still stands. */
export const isSessionActive = async (services: Services, sessionId: number, db: Db = services.database.read): Promise<boolean> =>
  (await findActiveSession(services, sessionId, db)) !== undefined;

/** The role that a session works in now, 0 for all; 501 where it ended. */
export async function roleOfSession(db: Db, sessionId: number): Promise<number> {
  const [row] = await sessionRole(db, { id: sessionId });
  if (row === undefined) throw new Refusal(codes.notSignedIn);
  return row.role_id;
}

/**
 * Refuses where a session ended (501), works in another space than a ticket was made for (1010), or in one that was closed to its person
 * since (2109): the session leaves that only with its next call.
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
 * The person as a write finds them: signed out or disabled while it waited for its turn is 501, and roles are those of now. What was
 * meant for one space or role is never done in another: 1008 where the session works elsewhere by now, 2109 where this one is closed to them.
 */
export const reauthenticate: Reauthenticate = async (db: Db, user: User, now: number): Promise<User> => {
  // its age was judged at the door, by the same clock
  const [session] = await sessionExists(db, { id: user.sessionId, now, seenAfter: 0, begunAfter: 0 });
  if (session === undefined || session.viewer_id !== (user.viewer?.id ?? null)) throw new Refusal(codes.notSignedIn);
  if (session.space_id !== user.organisationId || session.role_id !== user.roleId) throw new Refusal(codes.changedMeanwhile);
  const versions = await readVersions(db);
  // a view writes nothing but its own end
  if (versions.people === user.versions.people || user.viewer !== undefined) return { ...user, versions };
  const {
    principals,
    roleType,
    permissions: office,
    until,
  } = await readEffectiveMembership(db, {
    personId: user.id,
    spaceId: user.organisationId,
    roleId: user.roleId,
  });
  if (now >= until) throw new Refusal(user.organisationId === session.organisation_id ? codes.notSignedIn : codes.spaceNotYours);
  return { ...user, versions, principals, roleType, permissions: office, until };
};
