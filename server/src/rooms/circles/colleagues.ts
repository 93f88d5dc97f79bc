import type { Db } from '../../ground/db/database.ts';
import { colleagueIds } from './membership-queries.ts';

/** Everybody who shares a department with a person, the person among them. */
export const colleaguesOf = (db: Db, { id, organisationId }: { id: number; organisationId: number }): Promise<number[]> =>
  colleagueIds(db, id, organisationId);
