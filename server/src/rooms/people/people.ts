import type { Db } from '../../ground/db/database.ts';
import type { Ctx } from '../../ground/ctx.ts';
import * as organisations from './organisation-queries.ts';
import * as queries from './queries.ts';
import * as spaces from './space-queries.ts';

/** A person's row by login key, for signing in. */
export const findPersonByLogin = (db: Db, loginKey: string) => queries.findPersonByLogin(db, loginKey);

/** A person's row. */
export const findPerson = (db: Db, id: number) => queries.findPerson(db, id);

/** Whether a person administrates anything: the site, their organisation, or one where they are a guest. */
export const holdsOffice = (db: Db, id: number) => queries.holdsOffice(db, id);

/** Changes a person's own settings. */
export const updatePerson = (db: Db, id: number, changes: Parameters<typeof queries.updatePerson>[2]) =>
  queries.updatePerson(db, id, changes);

/** Somebody who works in the space of the caller, guests included; nobody of elsewhere. */
export async function findColleague(ctx: Pick<Ctx, 'db' | 'user'>, id: number) {
  const person = await queries.findPerson(ctx.db, id);
  if (person === undefined || person.organisation_id === ctx.user.organisationId) return person;
  return (await spaces.isMember(ctx.db, ctx.user.organisationId, id)) ? person : undefined;
}

/** The organisation (space) with this id. */
export const findOrganisation = (db: Db, id: number) => organisations.findOrganisation(db, id);

/** Names of organisations by id. */
export const organisationNames = (db: Db, ids: number[]) => organisations.organisationNames(db, ids);

/** Whether a person belongs to an organisation or is a guest there, be it open or closed. */
export async function mayWorkIn(db: Db, { spaceId, personId }: { spaceId: number; personId: number }): Promise<boolean> {
  return (await queries.findPerson(db, personId))?.organisation_id === spaceId || spaces.isMember(db, spaceId, personId);
}

/** A page of the organisations that a person may work in. */
export const pageOfSpaces = (...asked: Parameters<typeof spaces.pageOfSpaces>) => spaces.pageOfSpaces(...asked);
