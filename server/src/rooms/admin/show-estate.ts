import type { Estate } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openedUploads } from '../content/opened-uploads.ts';
import { itemsOfPerson } from '../library/hand-over.ts';
import { needChangeablePerson } from '../people/change-user.ts';
import { circlesOfPerson } from '../people/former-people.ts';
import { rightsOfPerson } from '../permissions/owners.ts';
import { sessionsOfPerson } from '../session/forget-person.ts';

const mostNames = 20;

/** Somebody of the organisation whom the caller may remove: not themselves. */
export async function needRemovable(ctx: Ctx, id: number) {
  const person = await needChangeablePerson(ctx, id, 'people.remove');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  return person;
}

/** What somebody owns by organisation: places with rights of their own, which their cabinets are too, and documents. */
export async function ownedBy(db: Db, personId: number) {
  const rights = await rightsOfPerson(db, personId);
  const items = await itemsOfPerson(db, personId);
  const documents = new Map(items.documents.map((row) => [row.organisation_id, row]));
  const organisations = new Set([...rights.places.keys(), ...documents.keys(), ...items.cabinets.map((row) => row.organisation_id)]);
  return { ...rights, ...items, documents, organisations: [...organisations] };
}

/** Everything that has to be known before somebody is removed. */
export async function showEstate(ctx: Ctx, input: { id: string }): Promise<Estate> {
  const { full_name, id, organisation_id: home } = await needRemovable(ctx, Number(input.id));
  const { long } = ctx.house.database;
  const owned = await ownedBy(long, id);
  const circles = await circlesOfPerson(long, { id, organisation_id: home });
  const cabinets = owned.cabinets.filter((cabinet) => cabinet.organisation_id === home && cabinet.bin_id === 0);
  const places = Math.max(0, (owned.places.get(home) ?? 0) - owned.cabinets.filter((one) => one.organisation_id === home).length);
  const documents = owned.documents.get(home);
  return {
    fullName: full_name,
    cabinets: cabinets.length,
    cabinetNames: cabinets.slice(0, mostNames).map((cabinet) => cabinet.name),
    places,
    documents: documents?.n ?? 0,
    bytes: documents?.bytes ?? 0,
    locks: owned.locks,
    uploads: await openedUploads(ctx.house, id),
    grants: owned.grants,
    heads: circles.heads,
    headless: circles.headless,
    groups: circles.groups,
    sessions: await sessionsOfPerson(long, id),
    guestIn: circles.guestIn,
    needsHeir: owned.organisations.includes(home),
  };
}
