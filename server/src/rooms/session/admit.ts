import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { House, User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions, type Versions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Standing, standingIn, standingOf } from '../circles/principals.ts';
import { signInSettings } from '../site/settings.ts';
import { viewOf } from './view-standing.ts';
import { leaveSpace, sessionByHash, sessionExists, sessionRole, touchSession } from './queries.ts';

const hour = 3_600_000;
const touchEveryMs = 10 * 60_000;

/** How long a session lives without a call, and in any case: as the site sets it now, for the sessions that there are too. */
export async function sessionTimes(house: House, version: number): Promise<{ idleMs: number; lifetimeMs: number }> {
  const { idleHours, lifetimeDays } = await signInSettings(house, version);
  return { idleMs: idleHours * hour, lifetimeMs: lifetimeDays * 24 * hour };
}

/** Tokens are kept only as this hash: whoever reads the database cannot sign in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface Working {
  id: number;
  person_id: number;
  space_id: number;
  role_id: number;
  organisation_id: number;
}

/** What the person is where the session works. A space that is closed to them since leads back to the own organisation; where that is closed too, it is 501. */
async function standingAt(house: House, row: Working, { versions, now }: { versions: Versions; now: number }): Promise<Standing> {
  const there = await standingOf(house, { personId: row.person_id, spaceId: row.space_id, roleId: row.role_id, versions });
  if (now < there.until) return there;
  const own = await standingOf(house, { personId: row.person_id, spaceId: row.organisation_id, versions });
  if (now >= own.until) throw new Refusal(codes.notSignedIn);
  const back = { id: row.id, from: row.space_id, to: row.organisation_id };
  await house.database.write((writing) => leaveSpace(writing, back));
  return own;
}

/** The same for whoever is themselves alone, and may do everything: bytes and whatever else takes a token without being a declared call are closed to a view as somebody else, and before a password that is due was changed. */
export async function admit(house: House, token: string | undefined, now: number): Promise<User> {
  const user = await admitViewing(house, token, now);
  if (user.viewer !== undefined) throw new Refusal(codes.viewOnly);
  if (user.passwordDue === true) throw new Refusal(codes.passwordDue);
  return user;
}

/**
 * The person behind a token; 501 when there is none, it ended, or the account or its organisation was disabled. Where an administrator views
 * as that person, it says so, and without the person's office: that is not lent.
 */
export async function admitViewing(house: House, token: string | undefined, now: number): Promise<User> {
  if (token === undefined || token === '') throw new Refusal(codes.notSignedIn);
  const db = house.database.read;
  const hash = tokenHash(token);
  const [row] = await sessionByHash(db, { hash });
  if (row === undefined || row.expires_at < now) throw new Refusal(codes.notSignedIn);
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(house, versions.site);
  if (row.seen_at < now - idleMs || row.created_at < now - lifetimeMs) throw new Refusal(codes.notSignedIn);
  if (row.seen_at < now - touchEveryMs) {
    await house.database
      .write((writing) => touchSession(writing, row.id, now))
      .catch((error: unknown) => house.log.warn({ err: error }, 'touch session'));
  }
  const view = await viewOf(house, db, { row, at: { versions, now, idleMs, lifetimeMs } });
  const standing = view?.standing ?? (await standingAt(house, row, { versions, now }));
  return {
    id: row.person_id,
    loginName: row.login_name,
    fullName: row.full_name,
    roleType: standing.roleType,
    office: standing.office,
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
async function findSession(house: House, sessionId: number, db: Db): Promise<Working | undefined> {
  const now = house.now();
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(house, versions.site);
  const [found] = await sessionExists(db, { id: sessionId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  // nothing is handed out to a view as somebody else, nor before a password that is due was changed, and so nothing that was is opened by one
  if (found === undefined || found.viewer_id !== null || found.password_due === 1) return undefined;
  const own = await standingIn(house, db, { personId: found.person_id, spaceId: found.organisation_id, versions });
  return now < own.until ? found : undefined;
}

/** Whether a session that a ticket was made for still stands. */
export const sessionStands = async (house: House, sessionId: number, db: Db = house.database.read): Promise<boolean> =>
  (await findSession(house, sessionId, db)) !== undefined;

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
export async function needSessionIn(
  house: House,
  { session, space }: { session: number; space: number | undefined },
  db: Db = house.database.read,
): Promise<void> {
  const found = await findSession(house, session, db);
  if (found === undefined) throw new Refusal(codes.notSignedIn);
  const { space_id, organisation_id, person_id } = found;
  if (space_id !== (space ?? organisation_id)) throw new Refusal(codes.ticketInvalid);
  if (space_id === organisation_id) return;
  const there = await standingIn(house, db, { personId: person_id, spaceId: space_id, versions: await readVersions(db) });
  if (house.now() >= there.until) throw new Refusal(codes.spaceNotYours);
}
