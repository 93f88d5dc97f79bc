import type { Db } from '../../ground/db/database.ts';
import * as queries from './queries.ts';

/** A person's row by login key, for signing in. */
export const findPersonByLogin = (db: Db, loginKey: string) => queries.findPersonByLogin(db, loginKey);

/** A person's row. */
export const findPerson = (db: Db, id: number) => queries.findPerson(db, id);

/** Changes a person's own settings. */
export const updatePerson = (db: Db, id: number, changes: Parameters<typeof queries.updatePerson>[2]) =>
  queries.updatePerson(db, id, changes);

/** The organisation (space) with this id. */
export const findOrganisation = (db: Db, id: number) => queries.findOrganisation(db, id);
