import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import { type disk, type DiskDevice, mostDevices } from '@dossier/contract/disk';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { tell } from '../messages/tell.ts';
import { needOwnProof } from '../session/own-password.ts';
import { settingsOf } from '../site/settings.ts';
import { countDevices, deleteDevice, type DeviceRow, devicesOf, insertDevice } from './queries.ts';
import { mayUse } from './terms.ts';

/** 160 random bits are guessed by nobody, so that a quick hash keeps them as well as a slow one. */
export const deviceHash = (password: string): string => createHash('sha256').update(`device ${password}`).digest('base64url');

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A password of 160 random bits that can be read aloud. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join('')).join('-');

/** A device as its own person and administrators see it. */
export const shownDevice = (row: DeviceRow): DiskDevice => ({
  id: String(row.id),
  name: row.name,
  state: row.closed === 1 ? 'closed' : 'activated',
  createTime: isoTime(row.created_at),
  ...(row.used_at > 0 && { lastUse: isoTime(row.used_at), address: row.address }),
});

/** The own devices in this space, also while the sync disk is off: whoever wants one gone must see it. */
export async function listOwn(ctx: Ctx): Promise<OutputOf<typeof disk.own>> {
  const at = { personId: ctx.user.id, organisationId: ctx.user.organisationId };
  const terms = await settingsOf(ctx.db, 'syncDisk');
  return {
    enabled: terms.enabled,
    allowed: await mayUse(ctx.db, terms, at),
    readOnly: terms.access === 'read',
    loginName: ctx.user.loginName,
    list: (await devicesOf(ctx.db, at)).map(shownDevice),
  };
}

/** Makes a password for a device of the caller; of it only a hash is kept. */
export async function addDevice(ctx: Ctx, { name, password }: ParsedOf<typeof disk.add>): Promise<OutputOf<typeof disk.add>> {
  await needOwnProof(ctx, password);
  return inTransaction(ctx, async (inner) => {
    const { db, user, now } = inner;
    const terms = await settingsOf(db, 'syncDisk');
    const at = { personId: user.id, organisationId: user.organisationId };
    if (!terms.enabled || !(await mayUse(db, terms, at))) throw new Refusal(codes.diskNotAllowed);
    if ((await countDevices(db, user.id)) >= mostDevices) throw new Refusal(codes.devicesFull);
    const [id, devicePassword] = [newId(), makePassword()];
    await insertDevice(db, {
      id,
      person_id: user.id,
      organisation_id: user.organisationId,
      name,
      name_key: nameKey(name),
      password_hash: deviceHash(devicePassword),
      closed: 0,
      created_at: now,
      used_at: 0,
      address: '',
    });
    await tell(db, { kind: 'diskDeviceAdded', facts: { device: name }, personId: user.id, spaceId: user.organisationId, at: now });
    await inner.say('device.created', { objId: user.id, objName: `${user.fullName}: ${name}` });
    return { id: String(id), devicePassword };
  });
}

/** Removes an own device: its next request is refused. */
export async function removeDevice(ctx: Ctx, { id }: ParsedOf<typeof disk.remove>): Promise<Record<string, never>> {
  const name = await deleteDevice(ctx.db, { id: Number(id), personId: ctx.user.id });
  if (name === undefined) throw new Refusal(codes.deviceMissing);
  await ctx.say('device.removed', { objId: ctx.user.id, objName: `${ctx.user.fullName}: ${name}` });
  return {};
}
