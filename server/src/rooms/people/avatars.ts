import { createHash } from 'node:crypto';
import { pictures } from '@dossier/contract/session';
import type { House, User } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import * as queries from './queries.ts';

const purpose = 'people.avatar';
const day = 86_400;

/** What a ticket to a picture says: whose it is, in which organisation, and the session that may see it. */
interface Facts {
  person: number;
  organisation: number;
  session: number;
  hash: string;
}

/** The address of a person's picture for the session that asks; the same for a day, so that browsers keep what is behind it. */
export function avatarUrl(house: House, user: User, person: { id: number; avatar_hash: string | null }): string | undefined {
  if (person.avatar_hash === null || user.viewer !== undefined) return undefined;
  const seconds = Math.floor(house.now() / 1000);
  const facts: Facts = { person: person.id, organisation: user.organisationId, session: user.sessionId, hash: person.avatar_hash };
  const ticket = house.tickets.sign(purpose, { ...facts }, (Math.floor(seconds / day) + 2) * day - seconds);
  return `${pictures.see}?ticket=${ticket}`;
}

/** What a ticket says, unless it is forged or old. */
export const openAvatarTicket = (house: House, ticket: string): Facts | undefined => house.tickets.open<Facts>(purpose, ticket);

/** Keeps a picture; the hash is a part of its address, so that a new picture has a new one. */
export async function keepAvatar(db: Db, personId: number, png: Buffer): Promise<void> {
  await queries.keepAvatar(db, personId, png.toString('base64'));
  await queries.updatePerson(db, personId, { avatar_hash: createHash('sha256').update(png).digest('hex').slice(0, 16) });
}

/** The picture of a person of the organisation. */
export async function findAvatar(db: Db, whose: { personId: number; organisationId: number }) {
  const found = await queries.findAvatar(db, whose);
  return found && { png: Buffer.from(found.png, 'base64'), hash: found.hash ?? '' };
}
