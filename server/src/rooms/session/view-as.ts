import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { OutputOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findColleague } from '../people/people.ts';
import { freshStanding } from '../circles/principals.ts';
import { settingsOf } from '../site/settings.ts';
import { tokenHash } from './admit.ts';
import { viewDoor, viewMinutes, viewMs, watchEveryMs, watcher } from './end-view.ts';
import { mayViewAs } from './view-standing.ts';
import { findSessionRow } from './online-queries.ts';
import { insertSession } from './queries.ts';
import { insertView } from './view-queries.ts';

/** So many people one may view as at once. */
const most = 5;

/** Somebody of the caller's space whom the caller may view as: not oneself, nobody disabled, nobody who may administrate more. */
async function needViewable(ctx: Ctx, userId: string) {
  const { db, user, now } = ctx;
  const id = Number(userId);
  if (id === user.id) throw new Refusal(codes.cannotChangeSelf);
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  if (person.enabled === 0) throw new Refusal(codes.userDisabled);
  const spaceId = user.organisationId;
  const standing = await freshStanding(db, { personId: id, spaceId });
  if (now >= standing.until) throw new Refusal(codes.userMissing);
  const own = await freshStanding(db, { personId: user.id, spaceId, roleId: user.roleId });
  if (!mayViewAs(own.office, standing.office)) throw new Refusal(codes.viewTooHigh);
  return person;
}

/** What one is told before beginning. */
export async function showView(ctx: Ctx, { userId }: { userId: string }): Promise<OutputOf<typeof session.viewDetail>> {
  const person = await needViewable(ctx, userId);
  const { viewNotice } = await settingsOf(ctx.db, 'signIn');
  return { id: String(person.id), fullName: person.full_name, minutes: viewMinutes, told: viewNotice };
}

/** Begins to view as somebody: a session beside the own one, which it hangs on and never outlives. */
export async function viewAs(ctx: Ctx, { userId }: { userId: string }): Promise<OutputOf<typeof session.viewAs>> {
  const { db, user, now, address } = ctx;
  const person = await needViewable(ctx, userId);
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const space = user.organisationId;
  const names = { viewer_name: user.fullName, person_name: person.full_name };
  const noted = { id, viewer_id: user.id, person_id: person.id, space_id: space, address, begun_at: now, ...names };
  if (!(await insertView(db, noted, { most, since: now - viewMs }))) throw new Refusal(codes.tooManyRequests);
  await insertSession(db, {
    token_hash: tokenHash(token),
    id,
    person_id: person.id,
    space_id: space,
    home_id: person.organisation_id,
    address,
    agent: (await findSessionRow(db, user.sessionId))?.agent ?? '',
    door: viewDoor,
    created_at: now,
    seen_at: now,
    expires_at: now + viewMs,
    viewer_id: user.id,
    viewer_session: user.sessionId,
  });
  await sayTo(db, watcher, { event: 'view.watched', data: { id }, at: now + watchEveryMs });
  await ctx.say('view.began', { objId: person.id, objName: person.full_name });
  return { sessionId: token, until: new Date(now + viewMs).toISOString() };
}
