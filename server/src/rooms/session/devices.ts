import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { signInSettings } from '../site/settings.ts';
import { sessionTimes } from './admit.ts';
import { readAgent } from './agent.ts';
import { deleteSessionOf, sessionsOf } from './device-queries.ts';
import { saySignedOut } from './logout.ts';
import { deleteSessionsOf } from './queries.ts';

/** The devices that the person is signed in on, this one first. */
export async function listDevices({ house, db, user, now }: Ctx): Promise<OutputOf<typeof account.devices>> {
  const { idleMs, lifetimeMs } = await sessionTimes(house, user.versions.site);
  const rows = await sessionsOf(db, { personId: user.id, now, seenAfter: now - idleMs, begunAfter: now - lifetimeMs });
  const { viewNotice } = await signInSettings(house, user.versions.site);
  const shown = rows.filter((row) => row.viewer_id === null || viewNotice);
  const devices = shown.map((row) => ({
    id: String(row.id),
    // where an administrator sits is theirs alone
    ...(row.viewer_id === null ? { ...readAgent(row.agent), address: row.address } : { browser: '', system: '', address: '' }),
    viewer: row.viewer_id === null ? undefined : (row.viewer_name ?? ''),
    since: new Date(row.created_at).toISOString(),
    lastSeen: new Date(row.id === user.sessionId ? now : row.seen_at).toISOString(),
    current: row.id === user.sessionId,
  }));
  return devices.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Signs out on one of the own devices, or on all but this one. */
export async function endSession(ctx: Ctx, { id }: ParsedOf<typeof account.endSession>): Promise<{ ended: number }> {
  const { db, user } = ctx;
  const ended = id === undefined ? await deleteSessionsOf(db, user.id, user.sessionId) : await deleteSessionOf(db, user.id, Number(id));
  if (id !== undefined && ended === 0) throw new Refusal(codes.sessionMissing);
  if (ended > 0) await saySignedOut(ctx, ended);
  return { ended };
}
