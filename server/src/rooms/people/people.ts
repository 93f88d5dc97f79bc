import type { Db } from '../../ground/db/database.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isMember } from '../organisations/spaces.ts';
import * as queries from './queries.ts';

/** A person's row by login key, for signing in. */
export const findPersonByLogin = (db: Db, loginKey: string) => queries.findPersonByLogin(db, loginKey);

/** A person's row. */
export const findPerson = (db: Db, id: number) => queries.findPerson(db, id);

/** Changes a person's own settings. */
export const updatePerson = (db: Db, id: number, changes: Parameters<typeof queries.updatePerson>[2]) =>
  queries.updatePerson(db, id, changes);

/** Somebody who works in the space of the caller, guests included; nobody of elsewhere. */
export async function findColleague(ctx: Pick<Ctx, 'db' | 'user'>, id: number) {
  const person = await queries.findPerson(ctx.db, id);
  if (person === undefined || person.organisation_id === ctx.user.organisationId) return person;
  return (await isMember(ctx.db, ctx.user.organisationId, id)) ? person : undefined;
}

/** Whether a person belongs to an organisation or is a guest there, be it open or closed. */
export async function mayWorkIn(db: Db, { spaceId, personId }: { spaceId: number; personId: number }): Promise<boolean> {
  return (await queries.findPerson(db, personId))?.organisation_id === spaceId || isMember(db, spaceId, personId);
}
