import type { Db } from '../../ground/db/database.ts';
import { homes } from './home-queries.ts';
import * as organisations from './organisation-queries.ts';

/** The own organisations of people, removed ones among them; what is nobody's id is left out. */
export const homesOf = async (db: Db, ids: number[]): Promise<Map<number, number>> =>
  new Map((await homes(db, JSON.stringify([...new Set(ids)]))).map((row) => [row.id, row.organisation_id]));

/** The organisation from which the site is administrated. */
export const firstSpace = async (db: Db): Promise<number> => (await organisations.firstOrganisation(db))?.id ?? 0;
