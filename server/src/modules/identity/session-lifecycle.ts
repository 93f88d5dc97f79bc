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
import { rememberDevice, unlockAccount } from './attempts.ts';
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

/** The sign-in method of sessions authorised by another session. */
export const qrCodeMethod = 'scan';

/** The sign-in method of sessions begun with a passkey. */
export const passkeyMethod = 'passkey';

/** The sign-in methods of a local secret: password or passkey. */
export const ownMethods: readonly string[] = ['', passkeyMethod];

const dayMs = 24 * 3_600_000;

/** The row of an authenticated user. */
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
  /** The language of the page: stored at a user's first sign-in, unless one was chosen. */
  pageLang?: Lang | undefined;
  /** The ticket of a second factor, which becomes the token. */
  token?: string | undefined;
  /** The sign-in method if not a local password: `scan`, or the provider of the external account. */
  door?: string | undefined;
}

/** The space of a new session: the user's last one if still open to them, otherwise the own organisation. 2107 when that is closed. */
async function initialSpace(ctx: PublicContext, person: AuthenticatedPerson): Promise<number> {
  const { db, now } = ctx;
  const membershipIn = (spaceId: number) => readEffectiveMembership(db, { personId: person.id, spaceId });
  if (now >= (await membershipIn(person.organisation_id)).until) throw new Refusal(codes.organisationDisabled);
  if (person.last_space === 0 || person.last_space === person.organisation_id) return person.organisation_id;
  const last = { personId: person.id, spaceId: person.last_space };
  const isOpen = now < (await membershipIn(last.spaceId)).until && (await mayEnterSpace(ctx, last));
  return isOpen ? last.spaceId : person.organisation_id;
}

interface BegunSession {
  sessionId: string;
  passwordDue?: true;
}

/** Begins a session for a user, with any sign-in method; `ctx` is the caller's write transaction. */
export async function beginSession(ctx: PublicContext, person: AuthenticatedPerson, options: SessionOptions): Promise<BegunSession> {
  await requireSignInAddress(ctx, person);
  const token = options.token ?? randomBytes(32).toString('base64url');
  const { lifetimeDays, newDeviceNotice } = await settingsOf(ctx.db, 'signIn');
  // a sign-in without the local password does not require changing it
  const isDue = options.door === undefined && (await passwordIsDue(ctx.db, person, ctx.now));
  await deleteExpired(ctx.db, ctx.now);
  await insertSession(ctx.db, {
    token_hash: tokenHash(token),
    id: newId(),
    person_id: person.id,
    space_id: await initialSpace(ctx, person),
    home_id: person.organisation_id,
    address: ctx.address,
    agent: ctx.agent,
    sign_in_provider: options.door ?? '',
    password_due: isDue ? 1 : 0,
    created_at: ctx.now,
    seen_at: ctx.now,
    expires_at: ctx.now + lifetimeDays * dayMs,
  });
  const isFirst = person.last_login_at === null;
  // programs send no language: the first page that a user opens sets it
  const lang = options.lang ?? (person.lang_chosen === 0 ? options.pageLang : undefined);
  const name = isFirst && lang !== undefined ? seededNameIn(lang, person.full_name) : {};
  await updatePerson(ctx.db, person.id, { last_login_at: ctx.now, ...(lang === undefined ? {} : { lang, lang_chosen: 1 }), ...name });
  await ctx.emit(userSignedIn, { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name });
  if ((await rememberDevice(ctx, person.id)) && newDeviceNotice)
    await ctx.emit(sessionNewDevice, { personId: person.id, agent: ctx.agent, address: ctx.address });
  return { sessionId: token, ...(isDue && { passwordDue: true }) };
}

/** Ends every session of a user, and pending verification steps. */
export const endSessionsOf = (db: Db, personId: number) => deleteSessionsOf(db, personId);

/**
 * Ends a user's sessions begun with neither password nor passkey, and pending verification steps; answers the number of sessions. Not only
 * those of one external account: a session of it may have authorised others by a scanned code.
 */
export const endExternalSessions = (db: Db, personId: number) => deleteSessionsNotBegunBy(db, personId, ownMethods);

/** The number of a user's active sessions by sign-in method. */
export async function countSessionsByMethod({ services, db, user, now }: Context, personId: number): Promise<Map<string, number>> {
  const { idleMs, lifetimeMs } = await sessionTimes(services, user.versions.site);
  const rows = await sessionCountsByMethod(db, { personId, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  return new Map(rows.map(({ sign_in_provider: provider, n }) => [provider, n]));
}

/** The number of a user's stored sessions, including expired ones not yet deleted. */
export const countSessionsOf = (db: Db, personId: number): Promise<number> => countSessions(db, personId);

/** Deletes the sessions, devices and second factor of a user who is removed; also a lock of the login name, which is free again. */
export async function deleteSignInData(db: Db, person: { id: number; login_name: string }): Promise<void> {
  await deleteSessionsOf(db, person.id);
  await deleteKnownDevices(db, person.id);
  await deleteAuthenticator(db, person.id);
  await unlockAccount(db, person.login_name);
}
