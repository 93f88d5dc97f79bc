import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { emailKinds } from '@dossier/contract/core/site-settings';
import { mostPushDevices, type push } from '@dossier/contract/notifications/push';
import type { Context, Services } from '../../../platform/context.ts';
import { sharedSecret } from '../../../platform/db/shared-secret.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { mayAsk } from '../../../platform/http/public-fetch.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { parseUserAgent } from '../../../platform/http/user-agent.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { emailChoicesChanged, pushDeviceChanged } from '../events.ts';
import {
  agentOfSession,
  deleteDevice,
  deviceOfEndpoint,
  devicesOf,
  mute,
  mutedKinds,
  putDevice,
  takeDevice,
  unmute,
} from './push.queries.ts';
import { type SiteKeys, areKeys, makeSiteKeys } from './web-push.ts';

/** The keys by which push services know this site; made when they are first needed. */
export async function siteKeys({ database }: Services): Promise<SiteKeys> {
  return JSON.parse(await sharedSecret(database, 'push.keys', () => JSON.stringify(makeSiteKeys()))) as SiteKeys;
}

const keyOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

/** A browser as the log names it. */
const nameOf = (agent: string): string => {
  const { browser, system } = parseUserAgent(agent);
  return [browser, system].filter((part) => part !== '').join(' · ');
};

type State = OutputOf<typeof push.state>;

/** Where the caller gets notifications, and of which kinds. */
export async function showPush({ services, user }: Context): Promise<State> {
  const db = services.database.read;
  const { enabled } = await settingsOf(db, 'push');
  const muted = await mutedKinds(db, user.id);
  return {
    enabled,
    publicKey: enabled ? (await siteKeys(services)).publicKey : '',
    kinds: Object.fromEntries(emailKinds.map((kind) => [kind, !muted.has(kind)])) as State['kinds'],
    devices: (await devicesOf(db, user.id)).map((row) => ({
      id: String(row.id),
      ...parseUserAgent(row.agent),
      key: row.endpoint_hash,
      since: isoTime(row.created_at),
    })),
  };
}

/** Subscribes a browser for the caller, as long as the session lasts. */
export async function subscribeToPush(
  ctx: Context,
  { endpoint, p256dh, auth }: ParsedOf<typeof push.subscribe>,
): Promise<OutputOf<typeof push.subscribe>> {
  if (!(await settingsOf(ctx.db, 'push')).enabled) throw new Refusal(codes.pushOff);
  if (!mayAsk(endpoint, ctx.services.config.pushHosts ?? []) || !areKeys({ p256dh, auth })) throw new Refusal(codes.pushAddressRefused);
  return inTransaction(ctx, async (inner) => {
    const { db, user, now } = inner;
    const agent = await agentOfSession(db, user.sessionId);
    const hash = keyOf(endpoint);
    const before = await deviceOfEndpoint(db, hash);
    const isOwn = before?.person_id === user.id;
    // what waits for its user before goes with it
    if (before !== undefined && !isOwn) await deleteDevice(db, before.id);
    const id = isOwn ? before.id : newId();
    await putDevice(db, {
      id,
      person_id: user.id,
      session_id: user.sessionId,
      endpoint,
      endpoint_hash: hash,
      p256dh,
      auth,
      agent,
      created_at: now,
      sent_at: 0,
    });
    if (isOwn) return { id: String(id) };
    for (const { id: oldest } of (await devicesOf(db, user.id)).slice(mostPushDevices)) await deleteDevice(db, oldest);
    await inner.emit(pushDeviceChanged, { objId: user.id, objName: user.fullName, after: { device: nameOf(agent) } });
    return { id: String(id) };
  });
}

/** Ends the notifications in a browser of the caller. */
export async function unsubscribeFromPush(ctx: Context, { id }: ParsedOf<typeof push.unsubscribe>): Promise<Record<string, never>> {
  const { db, user } = ctx;
  const gone = await takeDevice(db, user.id, Number(id));
  if (gone !== undefined)
    await ctx.emit(pushDeviceChanged, { objId: user.id, objName: user.fullName, before: { device: nameOf(gone.agent) } });
  return {};
}

/** Saves which kinds come to the caller's browsers. */
export async function choosePush(ctx: Context, { kinds }: ParsedOf<typeof push.choose>): Promise<Record<string, never>> {
  const { db, user } = ctx;
  const muted = await mutedKinds(db, user.id);
  const chosen = Object.entries(kinds) as [(typeof emailKinds)[number], boolean][];
  const was = Object.fromEntries(chosen.map(([kind]) => [`push_${kind}`, !muted.has(kind)]));
  const is = Object.fromEntries(chosen.map(([kind, isOn]) => [`push_${kind}`, isOn]));
  for (const [kind, isOn] of chosen) await (isOn ? unmute(db, user.id, kind) : mute(db, user.id, kind));
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length > 0) await ctx.emit(emailChoicesChanged, { objId: user.id, objName: user.fullName, ...changed });
  return {};
}
