import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import type { Listener } from '../../ground/outbox.ts';
import { sessionTimes } from './admit.ts';
import { findView } from './view-standing.ts';
import { deleteSession } from './queries.ts';
import { sessionOfView, takeView } from './view-queries.ts';

/** How long one may view as somebody else. */
export const viewMinutes = 30;
export const viewMs = viewMinutes * 60_000;

/** The door of sessions that are a view as somebody else. */
export const viewDoor = 'viewAs';

export const watcher = 'session.views';
export const watchEveryMs = 60_000;

/** Ends a view wherever it is ended, and tells of it once; nothing where that was done before. */
export async function endView(house: House, db: Db, { id, now }: { id: number; now: number }): Promise<void> {
  const view = await takeView(db, id);
  await deleteSession(db, id);
  if (view === undefined) return;
  const speaker = { id: view.viewer_id, name: view.viewer_name, address: view.address };
  const minutes = Math.min(viewMinutes, Math.max(1, Math.round((now - view.begun_at) / 60_000)));
  const data = { objId: view.person_id, objName: view.person_name, spaceId: view.space_id, minutes, before: { minutes } };
  await house.outbox.say(db, speaker, { event: 'view.ended', data, at: now });
}

async function stands(house: House, db: Db, { id, now }: { id: number; now: number }): Promise<boolean> {
  const row = await sessionOfView(db, id);
  if (row === undefined) return false;
  const versions = await readVersions(db);
  const at = { versions, now, ...(await sessionTimes(house, versions.site)) };
  return (await findView(house, db, { row, at })) !== undefined;
}

/**
 * Views end in many ways, most of which are seen only by the next call, which never comes: each is looked after every minute until it is
 * over, so that its end is told.
 */
export const viewWatch: Listener = {
  name: watcher,
  events: [],
  async batch(db, happenings, house) {
    const now = house.now();
    for (const { data } of happenings) {
      const id = Number(data['id']);
      if (await stands(house, db, { id, now })) await sayTo(db, watcher, { event: 'view.watched', data: { id }, at: now + watchEveryMs });
      else await endView(house, db, { id, now });
    }
  },
};
