import type { Context } from '../../platform/context.ts';
import { releaseRevisionHold } from '../documents/revisions.ts';
import { deleteSignaturesOn } from './acts/signatures.queries.ts';

/** Deletes the signatures under documents that are purged. */
export async function releaseSignatures({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  for (const id of await deleteSignaturesOn(db, itemIds)) await releaseRevisionHold(db, id);
}
