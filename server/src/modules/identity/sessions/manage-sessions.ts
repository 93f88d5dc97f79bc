import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { account } from '@dossier/contract/identity/account';
import type { OnlineSession, activeSessions } from '@dossier/contract/identity/sessions';
import { mostChangedUsers } from '@dossier/contract/identity/users';
import type { Context } from '../../../platform/context.ts';
import { parseUserAgent } from '../../../platform/http/user-agent.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { signInSettings } from '../../../platform/settings/settings.ts';
import { sessionTimes } from '../authentication.ts';
import { sessionEnded, userSignedOut } from '../events.ts';
import { organisationNames } from '../organisations.queries.ts';
import { requireColleague } from '../user-accounts.ts';
import { avatarUrl } from '../users/list-users.ts';
import { deleteSessionsIn, findSessionRow, pageOfSessions, sessionRowsOf } from './active-sessions.queries.ts';
import { deleteSession, deleteSessionOf, deleteSessionsOf, sessionsOf, touchSession } from './sessions.queries.ts';
import { endViewAs } from './view-as.ts';

/** Emits a sign-out by the user, with the number of sessions where they were others. */
const emitSignedOut = ({ user, emit }: Context, sessions?: number): Promise<void> =>
  emit(userSignedOut, { objId: user.id, objName: user.fullName, ...(sessions !== undefined && { after: { sessions } }) });

/** Ends this session; of a view-as session only the view. */
export async function logout(ctx: Context) {
  const { services, db, user, now } = ctx;
  if (user.viewer === undefined) {
    await deleteSession(db, user.sessionId);
    await emitSignedOut(ctx);
  } else await endViewAs(services, db, { id: user.sessionId, now });
  return {};
}

/** Ends every session of the user, this one too. */
export async function logoutEverywhere(ctx: Context) {
  const ended = await deleteSessionsOf(ctx.db, ctx.user.id);
  await emitSignedOut(ctx, ended);
  return { ended };
}

/** The user's signed-in devices, this one first. */
export async function listOwnSessions({ services, db, user, now }: Context): Promise<OutputOf<typeof account.devices>> {
  const { idleMs, lifetimeMs } = await sessionTimes(services, user.versions.site);
  const rows = await sessionsOf(db, { personId: user.id, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  const { viewNotice } = await signInSettings(services, user.versions.site);
  const shown = rows.filter((row) => row.viewer_id === null || viewNotice);
  const devices = shown.map((row) => ({
    id: String(row.id),
    // the administrator's location is not disclosed
    ...(row.viewer_id === null ? { ...parseUserAgent(row.agent), address: row.address } : { browser: '', system: '', address: '' }),
    viewer: row.viewer_id === null ? undefined : (row.viewer_name ?? ''),
    since: new Date(row.created_at).toISOString(),
    lastSeen: new Date(row.id === user.sessionId ? now : row.seen_at).toISOString(),
    current: row.id === user.sessionId,
  }));
  return devices.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Signs out on one of the own devices, or on all others. */
export async function endOwnSession(ctx: Context, { id }: ParsedOf<typeof account.endSession>): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const ended = id === undefined ? await deleteSessionsOf(db, user.id, user.sessionId) : await deleteSessionOf(db, user.id, Number(id));
  if (id !== undefined && ended === 0) throw new Refusal(codes.sessionMissing);
  if (ended > 0) await emitSignedOut(ctx, ended);
  return { ended };
}

/** The kind of a stored sign-in method, without the instance after the space. */
const methodOf = (method: string): OnlineSession['door'] => ((method.split(' ', 1)[0] ?? '') || 'password') as OnlineSession['door'];

/** The sessions of the organisation's users in any space, and those of guests in it. */
export async function listActiveSessions(
  ctx: Context,
  input: ParsedOf<typeof activeSessions.onlineSessions>,
): Promise<Paged<OnlineSession>> {
  const { services, db, user, now } = ctx;
  const { pageNo, pageSize, sortDirection: direction } = input;
  const { idleMs, lifetimeMs } = await sessionTimes(services, user.versions.site);
  const times = { now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs };
  const personId = input.userId === undefined ? undefined : Number(input.userId);
  const query = { ...times, organisationId: user.organisationId, keyword: (input.keyword ?? '').trim(), personId };
  // the stored time of last use may be minutes old, and the list is sorted by it
  await services.database.write((writing) => touchSession(writing, user.sessionId, now));
  const { rows, total } = await pageOfSessions(db, query, { limit: pageSize, offset: (pageNo - 1) * pageSize, direction });
  const elsewhere = rows.map((row) => row.organisation_id).filter((id) => id !== user.organisationId);
  const homes = await organisationNames(db, elsewhere);
  const list = rows.map((row) => ({
    id: String(row.id),
    userId: String(row.person_id),
    loginName: row.login_name,
    fullName: row.full_name,
    avatarUrl: avatarUrl(services, user, { id: row.person_id, avatar_hash: row.avatar_hash }),
    guestOf: homes.get(row.organisation_id),
    elsewhere: row.space_id !== user.organisationId,
    ...parseUserAgent(row.agent),
    address: row.address,
    door: methodOf(row.sign_in_provider),
    viewer: row.viewer_id === null ? undefined : { id: String(row.viewer_id), name: row.viewer_name ?? '' },
    since: new Date(row.created_at).toISOString(),
    lastSeen: new Date(row.seen_at).toISOString(),
    current: row.id === user.sessionId,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

interface EndedSession {
  address: string;
  agent: string;
}

const maxNamedDevices = 5;

/** A device for messages and the log: browser, system and address. */
function describeDevice({ agent, address }: EndedSession): string {
  const { browser, system } = parseUserAgent(agent);
  return `${[browser, system].filter((word) => word !== '').join(' · ') || '?'} (${address})`;
}

async function emitSessionsEnded(
  ctx: Context,
  person: { id: number; full_name: string },
  ended: EndedSession[],
): Promise<{ ended: number }> {
  const devices = [...new Set(ended.map(describeDevice))];
  const named = devices.slice(0, maxNamedDevices).join(', ') + (devices.length > maxNamedDevices ? ', …' : '');
  await ctx.emit(sessionEnded, { objId: person.id, objName: person.full_name, before: { sessions: ended.length, devices: named } });
  return { ended: ended.length };
}

/** Ends one session of a user of the organisation, or of a guest who works here; 2028 for others. */
export async function endActiveSession(ctx: Context, { id }: ParsedOf<typeof activeSessions.endOnline>): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const row = await findSessionRow(db, Number(id));
  if (row === undefined || (row.home_id !== user.organisationId && row.space_id !== user.organisationId))
    throw new Refusal(codes.sessionMissing);
  const person = await requireColleague(ctx, row.person_id);
  if (row.viewer_id !== null) {
    await endViewAs(ctx.services, db, { id: row.id, now: ctx.now });
    return { ended: 1 };
  }
  await deleteSession(db, row.id);
  return emitSessionsEnded(ctx, person, [row]);
}

/** Ends a user's sessions and pending verification steps; of a guest only those in this space. */
export async function endActiveSessionsOf(
  ctx: Context,
  { userId }: ParsedOf<typeof activeSessions.endOnlineOf>,
): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const person = await requireColleague(ctx, Number(userId));
  const own = person.organisation_id === user.organisationId;
  const ended = await sessionRowsOf(db, person.id, own ? undefined : user.organisationId);
  if (own) await deleteSessionsOf(db, person.id);
  else await deleteSessionsIn(db, person.id, user.organisationId);
  return emitSessionsEnded(ctx, person, ended);
}

/** Ends the sessions of several users, or of none of them. Those of the caller are ended by signing out. */
export async function endActiveSessionsOfMany(
  ctx: Context,
  { userIds }: ParsedOf<typeof activeSessions.endOnlineOfMany>,
): Promise<{ ended: number }> {
  const ids = [...new Set(userIds.map(Number))];
  if (ids.length > mostChangedUsers) throw new Refusal(codes.tooManyItems);
  if (ids.includes(ctx.user.id)) throw new Refusal(codes.cannotChangeSelf);
  let all = 0;
  for (const id of ids) {
    const { ended } = await endActiveSessionsOf(ctx, { userId: String(id) });
    all += ended;
  }
  return { ended: all };
}
