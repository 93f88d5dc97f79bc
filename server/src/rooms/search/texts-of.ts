import type { Db } from '../../ground/db/database.ts';
import { textRow } from './index-queries.ts';

/** The text that was read of a document, and of which revision; undefined as long as nothing was. */
export const textOf = (db: Db, itemId: number): Promise<{ revision_id: number; body: string } | undefined> => textRow(db, itemId);
