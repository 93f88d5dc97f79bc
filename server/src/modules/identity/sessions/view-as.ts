import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import type { session } from '@dossier/contract/identity/sessions';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { findViewAs, mayViewAs, sessionTimes, tokenHash } from '../authentication.ts';
import { readEffectiveMembership } from '../effective-membership.ts';
import { viewBegan, viewEnded, viewWatched } from '../events.ts';
import { findColleague } from '../users.ts';
import { findSessionRow } from './active-sessions.queries.ts';
import { deleteSession, insertSession, insertView, sessionOfView, takeView } from './sessions.queries.ts';

/** The duration of a view-as session. */
const viewMinutes = 30;
const viewMs = viewMinutes * 60_000;

/** The sign-in method of view-as sessions. */
const viewAsMethod = 'viewAs';

const viewAsWatcher = 'session.views';
const watchEveryMs = 60_000;

/** Ends a view, whatever caused it, and emits that once; does nothing when it had ended. */
export async function endViewAs(services: Services, db: Db, { id, now }: { id: number; now: number }): Promise<void> {
  const view = await takeView(db, id);
  await deleteSession(db, id);
  if (view === undefined) return;
  const actor = { id: view.viewer_id, name: view.viewer_name, address: view.address };
  const minutes = Math.min(viewMinutes, Math.max(1, Math.round((now - view.begun_at) / 60_000)));
  const data = { objId: view.person_id, objName: view.person_name, spaceId: view.space_id, minutes, before: { minutes } };
  await services.outbox.emit(db, actor, { event: viewEnded, data, at: now });
}

async function isViewAsActive(services: Services, db: Db, { id, now }: { id: number; now: number }): Promise<boolean> {
  const row = await sessionOfView(db, id);
  if (row === undefined) return false;
  const versions = await readVersions(db);
  const at = { versions, now, ...(await sessionTimes(services, versions.site)) };
  return (await findViewAs(services, db, { row, at })) !== undefined;
}

/**
 * Most causes that end a view are noticed only at the next call, which may never come: each view is checked every minute until it is over,
 * so that its end is emitted.
 */
export const viewAsSubscriber = subscribe(viewWatched, {
  name: viewAsWatcher,
  async batch(db, events, services) {
    const now = services.now();
    for (const { data } of events) {
      const { id } = data;
      if (await isViewAsActive(services, db, { id, now }))
        await deliverTo(db, viewAsWatcher, { event: viewWatched, data: { id }, at: now + watchEveryMs });
      else await endViewAs(services, db, { id, now });
    }
  },
});

/** A viewer's limit of concurrent views. */
const maxViewsAtOnce = 5;

/** A user of the caller's space whom the caller may view as: not themselves, not disabled, without permissions beyond the caller's. */
async function requireViewablePerson(ctx: Context, userId: string) {
  const { db, user, now } = ctx;
  const id = Number(userId);
  if (id === user.id) throw new Refusal(codes.cannotChangeSelf);
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  if (person.enabled === 0) throw new Refusal(codes.userDisabled);
  const spaceId = user.organisationId;
  const membership = await readEffectiveMembership(db, { personId: id, spaceId });
  if (now >= membership.until) throw new Refusal(codes.userMissing);
  const own = await readEffectiveMembership(db, { personId: user.id, spaceId, roleId: user.roleId });
  if (!mayViewAs(own.permissions, membership.permissions)) throw new Refusal(codes.viewTooHigh);
  return person;
}

/** The information shown before a view begins. */
export async function showViewAs(ctx: Context, { userId }: { userId: string }): Promise<OutputOf<typeof session.viewDetail>> {
  const person = await requireViewablePerson(ctx, userId);
  const { viewNotice } = await settingsOf(ctx.db, 'signIn');
  return { id: String(person.id), fullName: person.full_name, minutes: viewMinutes, told: viewNotice };
}

/** Begins a view: a session that depends on the viewer's own and never outlives it. */
export async function viewAs(ctx: Context, { userId }: { userId: string }): Promise<OutputOf<typeof session.viewAs>> {
  const { db, user, now, address } = ctx;
  const person = await requireViewablePerson(ctx, userId);
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const space = user.organisationId;
  const names = { viewer_name: user.fullName, person_name: person.full_name };
  const noted = { id, viewer_id: user.id, person_id: person.id, space_id: space, address, begun_at: now, ...names };
  if (!(await insertView(db, noted, { most: maxViewsAtOnce, since: now - viewMs }))) throw new Refusal(codes.tooManyRequests);
  await insertSession(db, {
    token_hash: tokenHash(token),
    id,
    person_id: person.id,
    space_id: space,
    home_id: person.organisation_id,
    address,
    agent: (await findSessionRow(db, user.sessionId))?.agent ?? '',
    sign_in_provider: viewAsMethod,
    created_at: now,
    seen_at: now,
    expires_at: now + viewMs,
    viewer_id: user.id,
    viewer_session: user.sessionId,
  });
  await deliverTo(db, viewAsWatcher, { event: viewWatched, data: { id }, at: now + watchEveryMs });
  await ctx.emit(viewBegan, { objId: person.id, objName: person.full_name });
  return { sessionId: token, until: new Date(now + viewMs).toISOString() };
}
