import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { type DiskDevice, type PersonsDevice, mostDevices, type webdav } from '@dossier/contract/webdav/devices';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { nameKey } from '../../platform/text/names.ts';
import { requireIdentityProof } from '../identity/identity-proof.ts';
import { findColleague } from '../identity/users.ts';
import { notify } from '../notifications/notify.ts';
import { deviceClosed, deviceCreated, deviceOpened, deviceRemoved, diskAllowed, diskRefused } from './events.ts';
import { deleteClientLocksOfPerson } from './protocol/client-locks.queries.ts';
import {
  type DeviceRow,
  countDevices,
  deleteDevice,
  deleteDevicesOf,
  deviceById,
  devicesOf,
  forgetSettings,
  insertDevice,
  ownSetting,
  pageOfDevices,
  setAllowed,
  setClosed,
} from './protocol/webdav.queries.ts';

/** The site's settings of the sync disk. */
export type WebdavSettings = SettingsOf<'syncDisk'>;

const caches = new WeakMap<Services, { version: number; terms: WebdavSettings }>();

/** The settings of the sync disk, cached until settings change: every request needs them. */
export async function currentWebdavSettings(services: Services): Promise<WebdavSettings> {
  const { read } = services.database;
  const version = (await readVersions(read)).site;
  const known = caches.get(services);
  if (known?.version === version) return known.terms;
  const terms = await settingsOf(read, 'syncDisk');
  caches.set(services, { version, terms });
  return terms;
}

/** Whether a user may use the sync disk in a space: by their own setting, otherwise by the default. */
export async function mayUseWebdav(db: Db, terms: WebdavSettings, at: { personId: number; organisationId: number }): Promise<boolean> {
  const [own] = await ownSetting(db, { person: at.personId, organisation: at.organisationId });
  return own === undefined ? terms.whom === 'everybody' : own.allowed === 1;
}

/** Whether the sync disk is open to the caller, for the current user's data. */
export async function syncDiskFact(ctx: Context): Promise<Pick<CurrentUser, 'syncDisk'>> {
  const terms = await currentWebdavSettings(ctx.services);
  if (!terms.enabled) return { syncDisk: 'off' };
  const at = { personId: ctx.user.id, organisationId: ctx.user.organisationId };
  return { syncDisk: (await mayUseWebdav(ctx.db, terms, at)) ? 'open' : 'refused' };
}

/** A fast hash suffices: 160 random bits cannot be guessed. */
export const deviceHash = (password: string): string => createHash('sha256').update(`device ${password}`).digest('base64url');

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A readable password of 160 random bits. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from(randomBytes(8), (byte) => alphabet[byte & 31]).join('')).join('-');

/** A device as shown to its user and to administrators. */
const deviceView = (row: DeviceRow): DiskDevice => ({
  id: String(row.id),
  name: row.name,
  state: row.closed === 1 ? 'closed' : 'activated',
  createTime: isoTime(row.created_at),
  ...(row.used_at > 0 && { lastUse: isoTime(row.used_at), address: row.address }),
});

/** The own devices in this space, also while the sync disk is off: users must see them to remove them. */
export async function listOwnDevices(ctx: Context): Promise<OutputOf<typeof webdav.own>> {
  const at = { personId: ctx.user.id, organisationId: ctx.user.organisationId };
  const terms = await settingsOf(ctx.db, 'syncDisk');
  return {
    enabled: terms.enabled,
    allowed: await mayUseWebdav(ctx.db, terms, at),
    readOnly: terms.access === 'read',
    loginName: ctx.user.loginName,
    list: (await devicesOf(ctx.db, at)).map(deviceView),
  };
}

/** Creates a password for a device of the caller; only its hash is stored. */
export async function addDevice(ctx: Context, { name, password }: ParsedOf<typeof webdav.add>): Promise<OutputOf<typeof webdav.add>> {
  await requireIdentityProof(ctx, password);
  return inTransaction(ctx, async (inner) => {
    const { db, user, now } = inner;
    const terms = await settingsOf(db, 'syncDisk');
    const at = { personId: user.id, organisationId: user.organisationId };
    if (!terms.enabled || !(await mayUseWebdav(db, terms, at))) throw new Refusal(codes.diskNotAllowed);
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
    await notify(db, { kind: 'diskDeviceAdded', facts: { device: name }, personId: user.id, spaceId: user.organisationId, at: now });
    await inner.emit(deviceCreated, { objId: user.id, objName: `${user.fullName}: ${name}` });
    return { id: String(id), devicePassword };
  });
}

/** Removes an own device: its next request is refused. */
export async function removeDevice(ctx: Context, { id }: ParsedOf<typeof webdav.remove>): Promise<Record<string, never>> {
  const name = await deleteDevice(ctx.db, { id: Number(id), personId: ctx.user.id });
  if (name === undefined) throw new Refusal(codes.deviceMissing);
  await ctx.emit(deviceRemoved, { objId: ctx.user.id, objName: `${ctx.user.fullName}: ${name}` });
  return {};
}

/** A page of the organisation's sync disk devices. */
export async function listDevices(ctx: Context, input: ParsedOf<typeof webdav.devices>): Promise<Paged<PersonsDevice>> {
  const { pageNo, pageSize, state } = input;
  const { whom } = await settingsOf(ctx.db, 'syncDisk');
  const { rows, total } = await pageOfDevices(ctx.db, {
    organisationId: ctx.user.organisationId,
    keyword: nameKey((input.keyword ?? '').trim()),
    closed: state === undefined ? undefined : Number(state === 'closed'),
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  const list = rows.map((row) => ({
    ...deviceView(row),
    userId: String(row.person_id),
    userName: row.full_name,
    allowed: row.allowed === null ? whom === 'everybody' : row.allowed === 1,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Disables or enables a device. */
export async function setDeviceState(ctx: Context, { id, state }: ParsedOf<typeof webdav.setState>): Promise<Record<string, never>> {
  const [found] = await deviceById(ctx.db, { id: Number(id) });
  if (found?.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.deviceMissing);
  const closed = Number(state === 'closed');
  const changed = await setClosed(ctx.db, { id: found.id, organisationId: ctx.user.organisationId, closed });
  if (changed === undefined) return {};
  const person = await findColleague(ctx, changed.person_id);
  await ctx.emit(closed === 1 ? deviceClosed : deviceOpened, {
    objId: changed.person_id,
    objName: `${person?.full_name ?? ''}: ${changed.name}`,
  });
  return {};
}

/** Allows or forbids a user of the organisation to use the sync disk. */
export async function allowWebdav(ctx: Context, { userId, allowed }: ParsedOf<typeof webdav.allow>): Promise<Record<string, never>> {
  const person = await findColleague(ctx, Number(userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  await setAllowed(ctx.db, { person_id: person.id, organisation_id: ctx.user.organisationId, allowed: Number(allowed) });
  await ctx.emit(allowed ? diskAllowed : diskRefused, { objId: person.id, objName: person.full_name });
  return {};
}

/** Removes the devices of a user after a password reset, so that one added with a borrowed session is out too. */
export async function dropDevicesOnPasswordReset(
  ctx: Pick<Context, 'db' | 'emit'>,
  { id, full_name }: { id: number; full_name: string },
): Promise<void> {
  if (await deleteDevicesOf(ctx.db, id))
    await ctx.emit(deviceRemoved, { objId: id, objName: full_name, personId: id, personName: full_name });
}

/** Removes the devices, locks and setting of a user who is removed. */
export async function forgetWebdavOf(db: Db, personId: number): Promise<void> {
  await deleteDevicesOf(db, personId);
  await deleteClientLocksOfPerson(db, personId);
  await forgetSettings(db, personId);
}
