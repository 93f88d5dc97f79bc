import { right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { DocumentCopier, FolderCopier } from '../documents/copy-items.ts';
import { deleteClientLocksOfItems } from './protocol/client-locks.queries.ts';
import { copyPropertyRows, deletePropertiesOf } from './protocol/dead-properties.queries.ts';

/** Gives an item the properties of another one, in place of its own. */
export async function replaceProperties(db: Db, items: { from: number; to: number }): Promise<void> {
  await deletePropertiesOf(db, JSON.stringify([items.to]));
  await copyPropertyRows(db, items);
}

/** Gives the copy of a document the properties of its original. */
export const copyDocumentProperties: DocumentCopier = async (ctx, { original, to }) =>
  void (await copyPropertyRows(ctx.db, { from: original, to: to.documentId }));

/** Gives the copy of a folder the properties of its original, where the caller may read these: who only sees a folder may copy it, too. */
export const copyFolderProperties: FolderCopier = async (ctx, { from, to }) => {
  if (((await accessOf(ctx)).bits(from.acl_id) & right.read) !== 0) await copyPropertyRows(ctx.db, { from: from.id, to });
};

/** Removes what WebDAV clients keep with items that are purged. */
export async function releaseProperties(ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  await deletePropertiesOf(ctx.db, JSON.stringify(itemIds));
  await deleteClientLocksOfItems(ctx.db, JSON.stringify(itemIds));
}
