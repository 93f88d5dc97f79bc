import { createHash } from 'node:crypto';
import type { PublicCtx } from '../../ground/ctx.ts';
import { knownDevices, putKnownDevice } from './known-device-queries.ts';

/** A random name that the browser gave itself. It authorises nothing: it tells a device that was here before, whose tries count apart. */
const cookie = /(?:^|;\s*)dossier_device=([\w-]{16,64})(?:;|$)/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What is kept of a device that names itself. */
export function namedDevice(cookies: string): string | undefined {
  const named = cookie.exec(cookies)?.[1];
  return named === undefined ? undefined : hashOf(`cookie ${named}`);
}

/** A device without the cookie is known by its address and by what it says of itself. */
const deviceHash = ({ cookies, agent, address }: PublicCtx): string => namedDevice(cookies) ?? hashOf(`${address} ${agent}`);

/** Notes the device of a sign-in; true where the person came from others before, and never from this one. */
export async function noteDevice(ctx: PublicCtx, personId: number): Promise<boolean> {
  const hash = deviceHash(ctx);
  const known = await knownDevices(ctx.db, personId);
  await putKnownDevice(ctx.db, { person_id: personId, device_hash: hash, seen_at: ctx.now });
  return known.length > 0 && !known.includes(hash);
}
