import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { PublicCtx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { passwordIsDue } from '../people/keep-password.ts';
import { updatePerson } from '../people/people.ts';
import { freshStanding } from '../circles/principals.ts';
import { seededNameIn } from '../people/seeded-name.ts';
import { settingsOf } from '../site/settings.ts';
import { mayEnter, needSignInAddress } from '../guard/address-guard.ts';
import { tokenHash } from './admit.ts';
import { noteDevice } from '../guard/known-device.ts';
import { deleteExpired, insertSession } from './queries.ts';

/** The door of sessions that another session let in. */
export const scanDoor = 'scan';

/** The door of sessions that a passkey began. */
export const passkeyDoor = 'passkey';

/** The doors of sessions that began with what their person has here: a password or a passkey. */
export const ownDoors: readonly string[] = ['', passkeyDoor];

const dayMs = 24 * 3_600_000;

/** Whoever has shown who they are: a person's row. */
interface Arrived {
  id: number;
  organisation_id: number;
  full_name: string;
  last_login_at: number | null;
  last_space: number;
  lang_chosen: number;
  password_at: number;
  password_due: number;
}

interface Spoken {
  lang?: Lang | undefined;
  /** The language of the page: kept for a person who signs in for the first time and for whom nobody chose another. */
  pageLang?: Lang | undefined;
  /** The ticket of a second step, which becomes the token. */
  token?: string | undefined;
  /** What let the person in instead of a password here: `scan`, or the provider of their account elsewhere. */
  door?: string | undefined;
}

/** Where a new session works: where the person did last, as long as that is open to them, else in the own organisation. 2107 where that is closed. */
async function firstSpace(ctx: PublicCtx, person: Arrived): Promise<number> {
  const { db, now } = ctx;
  const standing = (spaceId: number) => freshStanding(db, { personId: person.id, spaceId });
  if (now >= (await standing(person.organisation_id)).until) throw new Refusal(codes.organisationDisabled);
  if (person.last_space === 0 || person.last_space === person.organisation_id) return person.organisation_id;
  const last = { personId: person.id, spaceId: person.last_space };
  const isOpen = now < (await standing(last.spaceId)).until && (await mayEnter(ctx, last));
  return isOpen ? last.spaceId : person.organisation_id;
}

interface Begun {
  sessionId: string;
  passwordDue?: true;
}

/** Begins a session for a person, whichever door they came through; `ctx` is the caller's writing transaction. */
export async function beginSession(ctx: PublicCtx, person: Arrived, spoken: Spoken): Promise<Begun> {
  await needSignInAddress(ctx, person);
  const token = spoken.token ?? randomBytes(32).toString('base64url');
  const { lifetimeDays, newDeviceNotice } = await settingsOf(ctx.db, 'signIn');
  // whoever came in without their password here need not look after it
  const isDue = spoken.door === undefined && (await passwordIsDue(ctx.db, person, ctx.now));
  await deleteExpired(ctx.db, ctx.now);
  await insertSession(ctx.db, {
    token_hash: tokenHash(token),
    id: newId(),
    person_id: person.id,
    space_id: await firstSpace(ctx, person),
    home_id: person.organisation_id,
    address: ctx.address,
    agent: ctx.agent,
    door: spoken.door ?? '',
    password_due: isDue ? 1 : 0,
    created_at: ctx.now,
    seen_at: ctx.now,
    expires_at: ctx.now + lifetimeDays * dayMs,
  });
  const isFirst = person.last_login_at === null;
  // programs speak no language: the first page that somebody sees gives them its own
  const lang = spoken.lang ?? (person.lang_chosen === 0 ? spoken.pageLang : undefined);
  const name = isFirst && lang !== undefined ? seededNameIn(lang, person.full_name) : {};
  await updatePerson(ctx.db, person.id, { last_login_at: ctx.now, ...(lang === undefined ? {} : { lang, lang_chosen: 1 }), ...name });
  await ctx.say('user.signedIn', { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name });
  if ((await noteDevice(ctx, person.id)) && newDeviceNotice)
    await ctx.say('session.newDevice', { personId: person.id, agent: ctx.agent, address: ctx.address });
  return { sessionId: token, ...(isDue && { passwordDue: true }) };
}
