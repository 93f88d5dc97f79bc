import { codes } from '@dossier/contract/core/codes';
import type { Context, Services } from '../../../platform/context.ts';
import type { AdministrativePermissions } from '../../../platform/context/user.ts';
import type { Db } from '../../../platform/db/database.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { identifyRequester, requesterOfPerson } from '../../../platform/jobs/requester.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { mayEnterSpace } from '../../identity/address-restrictions.ts';
import { countAttempt, findAttempts } from '../../identity/attempts.queries.ts';
import { type RunAs, contextForPerson, runAs } from '../../identity/run-as.ts';
import { loginKey } from '../../identity/user-accounts.ts';
import { findPerson } from '../../identity/users.ts';
import { type WebdavSettings, currentWebdavSettings, deviceHash, mayUseWebdav } from '../devices.ts';
import { type DeviceRow, deviceByHash, deviceById, noteUse } from '../devices/devices.queries.ts';
import { DavRefusal } from './messages.ts';

/** A device that was let in, and its person as they stand at this moment. */
export interface DeviceSession {
  services: Services;
  /** On the reader. */
  ctx: Context;
  who: RunAs;
  device: DeviceRow;
  terms: WebdavSettings;
}

const minute = 60_000;
const touchEveryMs = 10 * minute;
/** Wrong passwords from one address; they are counted apart, so that a forgotten device keeps nobody from signing in. */
const wrongPasswordLimits = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
const noPermissions: AdministrativePermissions = { all: new Set(), inDepartmentScope: new Set(), departmentScope: new Set() };

/** A device acts with the rights of its person, and never with their office. */
const withoutPermissions = (ctx: Context): Context => ({ ...ctx, user: { ...ctx.user, permissions: noPermissions, roleType: 0 } });

function credentials(header: string | undefined): { loginName: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { loginName: text.slice(0, colon).trim(), password: text.slice(colon + 1).trim() };
}

/** What a 401 asks for. */
export const challenge = { 'www-authenticate': 'Basic realm="Dossier sync disk", charset="UTF-8"' };

const unknown = (): DavRefusal => new DavRefusal(401, { headers: challenge });

/** Counts a wrong password; 429 for an address with too many. A right one has 160 random bits, and is no guess however often others erred. */
async function refuseWrongPassword(services: Services, address: string): Promise<never> {
  const key = `disk:${addressBlock(address)}`;
  const now = services.now();
  const before = await findAttempts(services.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new DavRefusal(429);
  await services.database.write((db) => countAttempt(db, key, { ...wrongPasswordLimits, now }));
  throw unknown();
}

interface KnownDevice {
  device: DeviceRow;
  /** The organisation of its person, which may be another one than it works in. */
  homeId: number;
}

async function knownDevice(services: Services, given: { loginName: string; password: string }): Promise<KnownDevice | undefined> {
  const db = services.database.read;
  const [device] = await deviceByHash(db, { hash: deviceHash(given.password) });
  if (device === undefined || device.closed === 1) return undefined;
  const person = await findPerson(db, device.person_id);
  return person?.login_key === loginKey(given.loginName) ? { device, homeId: person.organisation_id } : undefined;
}

/** Lets a device in: 404 while the sync disk is off, 401 without a right password, 403 where its person may not come (from here). */
export async function authenticateDevice(services: Services, request: FileRequest): Promise<DeviceSession> {
  const terms = await currentWebdavSettings(services);
  if (!terms.enabled) throw new DavRefusal(404);
  const given = credentials(request.headers.authorization);
  if (given === undefined) throw unknown();
  const { device, homeId } = (await knownDevice(services, given)) ?? (await refuseWrongPassword(services, request.ip));
  const db = services.database.read;
  const who: RunAs = { personId: device.person_id, spaceId: device.organisation_id, address: request.ip };
  const ctx = withoutPermissions(await contextForPerson(services, db, who));
  identifyRequester(requesterOfPerson(device.person_id));
  // in the browser its person would sign in at home first
  for (const spaceId of new Set([homeId, device.organisation_id]))
    if (!(await mayEnterSpace(ctx, { personId: device.person_id, spaceId }))) throw new Refusal(codes.addressRestricted);
  if (!(await mayUseWebdav(db, terms, { personId: device.person_id, organisationId: device.organisation_id })))
    throw new Refusal(codes.diskNotAllowed);
  // one that comes by two ways in turn must not write with each request
  if (device.used_at < ctx.now - (device.address === request.ip ? touchEveryMs : minute))
    await services.database.write((writing) => noteUse(writing, { id: device.id, at: ctx.now, address: request.ip }));
  return { services, ctx, who, device, terms };
}

/** Refuses, in the transaction that writes, where the device or the sync disk was closed meanwhile, or only reads. */
export async function requireWritableDevice(db: Db, { device }: DeviceSession): Promise<void> {
  const [still] = await deviceById(db, { id: device.id });
  if (still === undefined || still.closed === 1) throw new Refusal(codes.notSignedIn);
  const terms = await settingsOf(db, 'syncDisk');
  const at = { personId: device.person_id, organisationId: device.organisation_id };
  if (!terms.enabled || terms.access === 'read' || !(await mayUseWebdav(db, terms, at))) throw new Refusal(codes.diskNotAllowed);
}

/** One writing transaction as the person of the device. */
export const runAsDevice = <T>(door: DeviceSession, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAs(door.services, { ...door.who, before: ({ db }) => requireWritableDevice(db, door) }, (ctx) => work(withoutPermissions(ctx)));

/** The same for what changes nothing on the disk, and is only told. */
export const runAsReader = <T>(door: DeviceSession, work: (ctx: Context) => Promise<T>): Promise<T> => runAs(door.services, door.who, work);

/** Refuses early where the sync disk only reads. */
export function requireWriteMode({ terms }: DeviceSession): void {
  if (terms.access === 'read') throw new Refusal(codes.diskNotAllowed);
}
