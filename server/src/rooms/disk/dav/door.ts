import { codes } from '@dossier/contract/codes';
import type { Ctx, House, Office } from '../../../ground/ctx.ts';
import { nameAsker, nameOfPerson } from '../../../ground/asker.ts';
import type { Db } from '../../../ground/db/database.ts';
import { addressBlock } from '../../../ground/http/address-block.ts';
import type { FileRequest } from '../../../ground/http/serve.ts';
import { Refusal } from '../../../ground/refusal.ts';
import { type Acting, asPerson, contextOfPerson } from '../../content/person-context.ts';
import { mayEnter } from '../../guard/address-guard.ts';
import { attempt, countTry } from '../../guard/tries.ts';
import { loginKey } from '../../people/create-user.ts';
import { findPerson } from '../../people/people.ts';
import { settingsOf } from '../../site/settings.ts';
import { deviceHash } from '../own-devices.ts';
import { deviceByHash, deviceById, type DeviceRow, noteUse } from '../queries.ts';
import { mayUse, type Terms, termsNow } from '../terms.ts';
import { DavRefusal } from './dav-refusal.ts';

/** A device that was let in, and its person as they stand at this moment. */
export interface Door {
  house: House;
  /** On the reader. */
  ctx: Ctx;
  who: Acting;
  device: DeviceRow;
  terms: Terms;
}

const minute = 60_000;
const touchEveryMs = 10 * minute;
/** Wrong passwords from one address; they are counted apart, so that a forgotten device keeps nobody from signing in. */
const wrong = { windowMs: 15 * minute, limit: 40, blockMs: 10 * minute };
const noOffice: Office = { deeds: new Set(), branchDeeds: new Set(), branch: new Set() };

/** A device acts with the rights of its person, and never with their office. */
const withoutOffice = (ctx: Ctx): Ctx => ({ ...ctx, user: { ...ctx.user, office: noOffice, roleType: 0 } });

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
async function refuseGuess(house: House, address: string): Promise<never> {
  const key = `disk:${addressBlock(address)}`;
  const now = house.now();
  const before = await attempt(house.database.read, key);
  if ((before?.blocked_until ?? 0) > now) throw new DavRefusal(429);
  await house.database.write((db) => countTry(db, key, { ...wrong, now }));
  throw unknown();
}

interface Known {
  device: DeviceRow;
  /** The organisation of its person, which may be another one than it works in. */
  homeId: number;
}

async function knownDevice(house: House, given: { loginName: string; password: string }): Promise<Known | undefined> {
  const db = house.database.read;
  const [device] = await deviceByHash(db, { hash: deviceHash(given.password) });
  if (device === undefined || device.closed === 1) return undefined;
  const person = await findPerson(db, device.person_id);
  return person?.login_key === loginKey(given.loginName) ? { device, homeId: person.organisation_id } : undefined;
}

/** Lets a device in: 404 while the sync disk is off, 401 without a right password, 403 where its person may not come (from here). */
export async function admitDevice(house: House, request: FileRequest): Promise<Door> {
  const terms = await termsNow(house);
  if (!terms.enabled) throw new DavRefusal(404);
  const given = credentials(request.headers.authorization);
  if (given === undefined) throw unknown();
  const { device, homeId } = (await knownDevice(house, given)) ?? (await refuseGuess(house, request.ip));
  const db = house.database.read;
  const who: Acting = { personId: device.person_id, spaceId: device.organisation_id, address: request.ip };
  const ctx = withoutOffice(await contextOfPerson(house, db, who));
  nameAsker(nameOfPerson(device.person_id));
  // in the browser its person would sign in at home first
  for (const spaceId of new Set([homeId, device.organisation_id]))
    if (!(await mayEnter(ctx, { personId: device.person_id, spaceId }))) throw new Refusal(codes.addressRestricted);
  if (!(await mayUse(db, terms, { personId: device.person_id, organisationId: device.organisation_id })))
    throw new Refusal(codes.diskNotAllowed);
  // one that comes by two ways in turn must not write with each request
  if (device.used_at < ctx.now - (device.address === request.ip ? touchEveryMs : minute))
    await house.database.write((writing) => noteUse(writing, { id: device.id, at: ctx.now, address: request.ip }));
  return { house, ctx, who, device, terms };
}

/** Refuses, in the transaction that writes, where the device or the sync disk was closed meanwhile, or only reads. */
export async function needWriter(db: Db, { device }: Door): Promise<void> {
  const [still] = await deviceById(db, { id: device.id });
  if (still === undefined || still.closed === 1) throw new Refusal(codes.notSignedIn);
  const terms = await settingsOf(db, 'syncDisk');
  const at = { personId: device.person_id, organisationId: device.organisation_id };
  if (!terms.enabled || terms.access === 'read' || !(await mayUse(db, terms, at))) throw new Refusal(codes.diskNotAllowed);
}

/** One writing transaction as the person of the device. */
export const asDevice = <T>(door: Door, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asPerson(door.house, { ...door.who, before: ({ db }) => needWriter(db, door) }, (ctx) => work(withoutOffice(ctx)));

/** The same for what changes nothing on the disk, and is only told. */
export const asReader = <T>(door: Door, work: (ctx: Ctx) => Promise<T>): Promise<T> => asPerson(door.house, door.who, work);

/** Refuses early where the sync disk only reads. */
export function needWriting({ terms }: Door): void {
  if (terms.access === 'read') throw new Refusal(codes.diskNotAllowed);
}
