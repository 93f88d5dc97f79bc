import type { Db } from '../../ground/db/database.ts';
import { deleteIdentitiesOf } from './queries.ts';

/** Unties somebody who is removed: whoever comes from there again is somebody new here, with nothing of the one before. */
export const untiePerson = async (db: Db, personId: number): Promise<void> => void (await deleteIdentitiesOf(db, personId));
