import { codes } from '@dossier/contract/codes';
import type { online, OnlineSession } from '@dossier/contract/online';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { avatarUrl } from '../people/avatars.ts';
import { needColleague } from '../people/change-user.ts';
import { organisationNames } from '../organisations/organisation-rows.ts';
import { sessionTimes } from './admit.ts';
import { readAgent } from './agent.ts';
import { deleteSessionsIn, findSessionRow, pageOfSessions, sessionRowsOf } from './online-queries.ts';
import { endView } from './end-view.ts';
import { deleteSession, deleteSessionsOf, touchSession } from './queries.ts';

/** The kind of a door as it is kept: a provider's name may say which one behind a space. */
const doorOf = (door: string): OnlineSession['door'] => ((door.split(' ', 1)[0] ?? '') || 'password') as OnlineSession['door'];

/** The sessions of the people of the organisation wherever they work, and those of guests that work in it. */
export async function listOnline(ctx: Ctx, input: ParsedOf<typeof online.onlineSessions>): Promise<Paged<OnlineSession>> {
  const { house, db, user, now } = ctx;
  const { pageNo, pageSize, sortDirection: direction } = input;
  const { idleMs, lifetimeMs } = await sessionTimes(house, user.versions.site);
  const times = { now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs };
  const asked = { ...times, organisationId: user.organisationId, keyword: (input.keyword ?? '').trim() };
  // what is written down of it may be minutes old, and the list is sorted by that
  await house.database.write((writing) => touchSession(writing, user.sessionId, now));
  const { rows, total } = await pageOfSessions(db, asked, { limit: pageSize, offset: (pageNo - 1) * pageSize, direction });
  const elsewhere = rows.map((row) => row.organisation_id).filter((id) => id !== user.organisationId);
  const homes = await organisationNames(db, elsewhere);
  const list = rows.map((row) => ({
    id: String(row.id),
    userId: String(row.person_id),
    loginName: row.login_name,
    fullName: row.full_name,
    avatarUrl: avatarUrl(house, user, { id: row.person_id, avatar_hash: row.avatar_hash }),
    guestOf: homes.get(row.organisation_id),
    elsewhere: row.space_id !== user.organisationId,
    ...readAgent(row.agent),
    address: row.address,
    door: doorOf(row.door),
    viewer: row.viewer_id === null ? undefined : { id: String(row.viewer_id), name: row.viewer_name ?? '' },
    since: new Date(row.created_at).toISOString(),
    lastSeen: new Date(row.seen_at).toISOString(),
    current: row.id === user.sessionId,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

interface Ended {
  address: string;
  agent: string;
}

const mostNamed = 5;

/** A device in a message and in the log: browser, system and address. */
function deviceName({ agent, address }: Ended): string {
  const { browser, system } = readAgent(agent);
  return `${[browser, system].filter((word) => word !== '').join(' · ') || '?'} (${address})`;
}

async function sayEnded(ctx: Ctx, person: { id: number; full_name: string }, ended: Ended[]): Promise<{ ended: number }> {
  const devices = [...new Set(ended.map(deviceName))];
  const named = devices.slice(0, mostNamed).join(', ') + (devices.length > mostNamed ? ', …' : '');
  await ctx.say('session.ended', { objId: person.id, objName: person.full_name, before: { sessions: ended.length, devices: named } });
  return { ended: ended.length };
}

/** Ends one session of a person of the organisation, or of a guest who works here; 2028 for others. */
export async function endOnline(ctx: Ctx, { id }: ParsedOf<typeof online.endOnline>): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const row = await findSessionRow(db, Number(id));
  if (row === undefined || (row.home_id !== user.organisationId && row.space_id !== user.organisationId))
    throw new Refusal(codes.sessionMissing);
  const person = await needColleague(ctx, row.person_id);
  if (row.viewer_id !== null) {
    await endView(ctx.house, db, { id: row.id, now: ctx.now });
    return { ended: 1 };
  }
  await deleteSession(db, row.id);
  return sayEnded(ctx, person, [row]);
}

/** Ends a person's sessions, and what waits for a code; of a guest only those that work here. */
export async function endOnlineOf(ctx: Ctx, { userId }: ParsedOf<typeof online.endOnlineOf>): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const person = await needColleague(ctx, Number(userId));
  const own = person.organisation_id === user.organisationId;
  const ended = await sessionRowsOf(db, person.id, own ? undefined : user.organisationId);
  if (own) await deleteSessionsOf(db, person.id);
  else await deleteSessionsIn(db, person.id, user.organisationId);
  return sayEnded(ctx, person, ended);
}
