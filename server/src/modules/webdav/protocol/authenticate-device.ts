import { codes } from '@dossier/contract/core/codes';
import type { AdministrativePermissions, Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import type { FileRequest } from '../../../platform/http/serve.ts';
import { identifyRequester, requesterOfPerson } from '../../../platform/jobs/current-work.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { mayEnterSpace } from '../../identity/address-restrictions.ts';
import { countAttempt, findAttempts } from '../../identity/attempts.queries.ts';
import { type RunAs, contextForPerson, runAs } from '../../identity/run-as.ts';
import { loginKey } from '../../identity/user-accounts.ts';
import { findPerson } from '../../identity/users.ts';
import { type WebdavSettings, currentWebdavSettings, deviceHash, mayUseWebdav } from '../devices.ts';
import { DavRefusal } from './messages.ts';
import { type DeviceRow, deviceByHash, deviceById, noteUse } from './webdav.queries.ts';

/** An authenticated device, and its user's present membership. */
export interface DeviceSession {
  services: Services;
  /** On the read connection. */
  ctx: Context;
  who: RunAs;
  device: DeviceRow;
  terms: WebdavSettings;
}

const minute = 60_000;
const touchEveryMs = 10 * minute;
/** Wrong passwords from one address; counted apart, so that a forgotten device does not block signing in. */
const wrongPasswordLimits = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
const noPermissions: AdministrativePermissions = { all: new Set(), inDepartmentScope: new Set(), departmentScope: new Set() };

/** A device has the rights of its user, without administrative permissions. */
const withoutPermissions = (ctx: Context): Context => ({ ...ctx, user: { ...ctx.user, permissions: noPermissions, roleType: 0 } });

function credentials(header: string | undefined): { loginName: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { loginName: text.slice(0, colon).trim(), password: text.slice(colon + 1).trim() };
}

/** The challenge of a 401. */
export const challenge = { 'www-authenticate': 'Basic realm="Dossier sync disk", charset="UTF-8"' };

const unknown = (): DavRefusal => new DavRefusal(401, { headers: challenge });

/** Counts a wrong password; 429 for an address with too many. A right one of 160 random bits is no guess, however many failed before. */
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
  /** The user's own organisation, which may differ from the one of the device. */
  homeId: number;
}

async function knownDevice(services: Services, given: { loginName: string; password: string }): Promise<KnownDevice | undefined> {
  const db = services.database.read;
  const [device] = await deviceByHash(db, { hash: deviceHash(given.password) });
  if (device === undefined) return undefined;
  const person = await findPerson(db, device.person_id);
  return person?.login_key === loginKey(given.loginName) ? { device, homeId: person.organisation_id } : undefined;
}

/**
 * Authenticates a device: 404 while the sync disk is off, 401 without a right password, 403 when an administrator blocked it or its user is not
 * allowed (from this address).
 */
export async function authenticateDevice(services: Services, request: FileRequest): Promise<DeviceSession> {
  const terms = await currentWebdavSettings(services);
  if (!terms.enabled) throw new DavRefusal(404);
  const given = credentials(request.headers.authorization);
  if (given === undefined) throw unknown();
  const { device, homeId } = (await knownDevice(services, given)) ?? (await refuseWrongPassword(services, request.ip));
  // told only to who has its password, which is no wrong one: a client that is asked for another would ask its user again and again
  if (device.closed === 1) throw new Refusal(codes.clientBlocked);
  const db = services.database.read;
  const who: RunAs = { personId: device.person_id, spaceId: device.organisation_id, address: request.ip };
  const ctx = withoutPermissions(await contextForPerson(services, db, who));
  identifyRequester(requesterOfPerson(device.person_id));
  // in the browser the user would sign in to their own organisation first
  for (const spaceId of new Set([homeId, device.organisation_id]))
    if (!(await mayEnterSpace(ctx, { personId: device.person_id, spaceId }))) throw new Refusal(codes.addressRestricted);
  if (!(await mayUseWebdav(db, terms, { personId: device.person_id, organisationId: device.organisation_id })))
    throw new Refusal(codes.diskNotAllowed);
  // a device that alternates between addresses must not write with each request
  if (device.used_at < ctx.now - (device.address === request.ip ? touchEveryMs : minute))
    await services.database.write((writing) => noteUse(writing, { id: device.id, at: ctx.now, address: request.ip }));
  return { services, ctx, who, device, terms };
}

/** Refuses, in the write transaction, when the device or the sync disk was disabled meanwhile, or is read-only. */
export async function requireWritableDevice(db: Db, { device }: DeviceSession): Promise<void> {
  const [still] = await deviceById(db, { id: device.id });
  if (still === undefined) throw new Refusal(codes.notSignedIn);
  if (still.closed === 1) throw new Refusal(codes.clientBlocked);
  const terms = await settingsOf(db, 'syncDisk');
  const at = { personId: device.person_id, organisationId: device.organisation_id };
  if (!terms.enabled || terms.access === 'read' || !(await mayUseWebdav(db, terms, at))) throw new Refusal(codes.diskNotAllowed);
}

/** One write transaction as the device's user. */
export const runAsDevice = <T>(session: DeviceSession, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAs(session.services, { ...session.who, before: ({ db }) => requireWritableDevice(db, session) }, (ctx) =>
    work(withoutPermissions(ctx)),
  );

/** A write transaction as the device's user that changes no item, for example to log a download; needs no write access. */
export const runAsReader = <T>(session: DeviceSession, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAs(session.services, session.who, work);

/** Refuses early when the sync disk is read-only. */
export function requireWriteMode({ terms }: DeviceSession): void {
  if (terms.access === 'read') throw new Refusal(codes.diskNotAllowed);
}
