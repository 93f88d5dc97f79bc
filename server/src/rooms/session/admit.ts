import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { House, User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { standingOf } from '../people/principals.ts';
import { signInSettings } from '../site/settings.ts';
import { sessionByHash, sessionExists, touchSession } from './queries.ts';

const hour = 3_600_000;
const touchEveryMs = 10 * 60_000;

/** How long a session lives without a call, and in any case: as the site sets it now, for the sessions that there are too. */
export async function sessionTimes(house: House, version: number): Promise<{ idleMs: number; lifetimeMs: number }> {
  const { idleHours, lifetimeDays } = await signInSettings(house, version);
  return { idleMs: idleHours * hour, lifetimeMs: lifetimeDays * 24 * hour };
}

/** Tokens are kept only as this hash: whoever reads the database cannot sign in with it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The person behind a token; 501 when there is none, it ended, or the account was disabled. */
export async function admit(house: House, token: string | undefined, now: number): Promise<User> {
  if (token === undefined || token === '') throw new Refusal(codes.notSignedIn);
  const db = house.database.read;
  const [row] = await sessionByHash(db, { hash: tokenHash(token) });
  if (row === undefined || row.expires_at < now) throw new Refusal(codes.notSignedIn);
  const versions = await readVersions(db);
  const { idleMs, lifetimeMs } = await sessionTimes(house, versions.site);
  if (row.seen_at < now - idleMs || row.created_at < now - lifetimeMs) throw new Refusal(codes.notSignedIn);
  if (row.seen_at < now - touchEveryMs) {
    await house.database
      .write((writing) => touchSession(writing, row.id, now))
      .catch((error: unknown) => house.log.warn({ err: error }, 'touch session'));
  }
  const standing = await standingOf(house, { personId: row.person_id, versions });
  return {
    id: row.person_id,
    loginName: row.login_name,
    fullName: row.full_name,
    roleType: standing.roleType,
    organisationId: row.organisation_id,
    sessionId: row.id,
    lang: row.lang as Lang,
    principals: standing.principals,
    versions,
  };
}

/** Whether a session that a ticket was made for still stands. */
export async function sessionStands(house: House, sessionId: number, db: Db = house.database.read): Promise<boolean> {
  const now = house.now();
  const { idleMs, lifetimeMs } = await sessionTimes(house, (await readVersions(house.database.read)).site);
  return (await sessionExists(db, { id: sessionId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs })).length > 0;
}
