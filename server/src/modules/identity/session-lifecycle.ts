import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Context, PublicContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { mayEnterSpace, requireSignInAddress } from './address-restrictions.ts';
import { sessionTimes, tokenHash } from './authentication.ts';
import { readEffectiveMembership } from './effective-membership.ts';
import { sessionNewDevice, userSignedIn } from './events.ts';
import { passwordIsDue } from './passwords.ts';
import { rememberDevice, unlockAccount } from './protection/sign-in-attempts.ts';
import { deleteAuthenticator } from './second-factor/verification.queries.ts';
import { seededNameIn } from './seed-organisation.ts';
import {
  countSessions,
  deleteExpired,
  deleteKnownDevices,
  deleteSessionsNotBegunBy,
  deleteSessionsOf,
  insertSession,
  sessionCountsByMethod,
} from './sessions/sessions.queries.ts';
import { updatePerson } from './users.ts';

/** The door of sessions that another session let in. */
export const qrCodeMethod = 'scan';

/** The door of sessions that a passkey began. */
export const passkeyMethod = 'passkey';

/** The doors of sessions that began with what their person has here: a password or a passkey. */
export const ownMethods: readonly string[] = ['', passkeyMethod];

const dayMs = 24 * 3_600_000;

/** Whoever has shown who they are: a person's row. */
interface AuthenticatedPerson {
  id: number;
  organisation_id: number;
  full_name: string;
  last_login_at: number | null;
  last_space: number;
  lang_chosen: number;
  password_at: number;
  password_due: number;
}

interface SessionOptions {
  lang?: Lang | undefined;
  /** The language of the page: kept for a person who signs in for the first time and for whom nobody chose another. */
  pageLang?: Lang | undefined;
  /** The ticket of a second step, which becomes the token. */
  token?: string | undefined;
  /** What let the person in instead of a password here: `scan`, or the provider of their account elsewhere. */
  door?: string | undefined;
}

/** Where a new session works: where the person did last, as long as that is open to them, else in the own organisation. 2107 where that is closed. */
async function initialSpace(ctx: PublicContext, person: AuthenticatedPerson): Promise<number> {
  const { db, now } = ctx;
  const standing = (spaceId: number) => readEffectiveMembership(db, { personId: person.id, spaceId });
  if (now >= (await standing(person.organisation_id)).until) throw new Refusal(codes.organisationDisabled);
  if (person.last_space === 0 || person.last_space === person.organisation_id) return person.organisation_id;
  const last = { personId: person.id, spaceId: person.last_space };
  const isOpen = now < (await standing(last.spaceId)).until && (await mayEnterSpace(ctx, last));
  return isOpen ? last.spaceId : person.organisation_id;
}

interface BegunSession {
  sessionId: string;
  passwordDue?: true;
}

/** Begins a session for a person, whichever door they came through; `ctx` is the caller's writing transaction. */
export async function beginSession(ctx: PublicContext, person: AuthenticatedPerson, spoken: SessionOptions): Promise<BegunSession> {
  await requireSignInAddress(ctx, person);
  const token = spoken.token ?? randomBytes(32).toString('base64url');
  const { lifetimeDays, newDeviceNotice } = await settingsOf(ctx.db, 'signIn');
  // whoever came in without their password here need not look after it
  const isDue = spoken.door === undefined && (await passwordIsDue(ctx.db, person, ctx.now));
  await deleteExpired(ctx.db, ctx.now);
  await insertSession(ctx.db, {
    token_hash: tokenHash(token),
    id: newId(),
    person_id: person.id,
    space_id: await initialSpace(ctx, person),
    home_id: person.organisation_id,
    address: ctx.address,
    agent: ctx.agent,
    door: spoken.door ?? '',
    password_due: isDue ? 1 : 0,
    created_at: ctx.now,
    seen_at: ctx.now,
    expires_at: ctx.now + lifetimeDays * dayMs,
  });
  const isFirst = person.last_login_at === null;
  // programs speak no language: the first page that somebody sees gives them its own
  const lang = spoken.lang ?? (person.lang_chosen === 0 ? spoken.pageLang : undefined);
  const name = isFirst && lang !== undefined ? seededNameIn(lang, person.full_name) : {};
  await updatePerson(ctx.db, person.id, { last_login_at: ctx.now, ...(lang === undefined ? {} : { lang, lang_chosen: 1 }), ...name });
  await ctx.emit(userSignedIn, { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name });
  if ((await rememberDevice(ctx, person.id)) && newDeviceNotice)
    await ctx.emit(sessionNewDevice, { personId: person.id, agent: ctx.agent, address: ctx.address });
  return { sessionId: token, ...(isDue && { passwordDue: true }) };
}

/** Ends every session of a person, and what waits for a code. */
export const endSessionsOf = (db: Db, personId: number) => deleteSessionsOf(db, personId);

/**
 * Ends a person's sessions that began with neither password nor passkey, and sign-ins that wait for a code; answers how many sessions.
 * Through which account elsewhere does not matter: one that came through it may have let others in by a scanned code.
 */
export const endExternalSessions = (db: Db, personId: number) => deleteSessionsNotBegunBy(db, personId, ownMethods);

/** By door, how many of a person's sessions still stand. */
export async function countSessionsByMethod({ services, db, user, now }: Context, personId: number): Promise<Map<string, number>> {
  const { idleMs, lifetimeMs } = await sessionTimes(services, user.versions.site);
  const rows = await sessionCountsByMethod(db, { personId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  return new Map(rows.map(({ door, n }) => [door, n]));
}

/** How many sessions of a person stand in the table, those that lapsed and were not swept yet among them. */
export const countSessionsOf = (db: Db, personId: number): Promise<number> => countSessions(db, personId);

/** Ends every session of somebody who is removed, and forgets their devices and second step; a lock of the login name goes too, as it is free again. */
export async function deleteSignInData(db: Db, person: { id: number; login_name: string }): Promise<void> {
  await deleteSessionsOf(db, person.id);
  await deleteKnownDevices(db, person.id);
  await deleteAuthenticator(db, person.id);
  await unlockAccount(db, person.login_name);
}
