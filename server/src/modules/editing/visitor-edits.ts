import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { visitorName } from '../documents/show-items.ts';
import { visitorLocksOf } from './sessions/edit-sessions.queries.ts';

/** A visitor of a share link who edited a document. */
export interface EditingVisitor {
  shareId: number;
  /** Tells visitors of one share apart. */
  key: string;
  name: string;
  address: string;
}

/** Called in the transaction that makes a version of what a visitor wrote; the share may be over since, or removed. */
type RecordVisitorEdit = (ctx: Context, visitor: EditingVisitor, item: { id: number; name: string }) => Promise<void>;

/** Filled by the module that keeps shares. */
export const visitorEditRecorders = extensionPoint<RecordVisitorEdit>();

/** Hidden as another document is, or from all visitors: a journal has words that were taken out. */
export type CopyHiding = ItemRow | 'fromAll';

/**
 * Documents made beside another, in the transaction that keeps words of a session in them: what a visitor uploaded is hidden from other visitors, and so
 * is what is made of it.
 */
interface SharedCopies {
  /** Hides a new document. */
  hide(ctx: Context, as: CopyHiding, to: ItemRow): Promise<void>;
  /** Whether a document is hidden as a new one would be, and no link shares it by itself. */
  isHiddenAlike(ctx: Context, as: CopyHiding, to: ItemRow): Promise<boolean>;
}

/** Filled by the module that keeps shares. */
export const sharedCopies = extensionPoint<SharedCopies>();

/** Whether somebody else than a visitor of a share, by name, has viewed or downloaded a document after a time. */
type WasReadSince = (db: Db, item: ItemRow, reader: { since: number; visitor: string }) => Promise<boolean>;

/** Filled by the module that keeps the operation log. */
export const documentReaders = extensionPoint<WasReadSince>();

/** Of locked documents, the visitors for whom a session of editing holds the lock, by name. */
export async function visitorsWithLocks(db: Db, items: readonly ItemRow[]): Promise<Map<number, string>> {
  const locked = new Map(items.filter((item) => item.lock_person_id !== 0).map((item) => [item.id, item]));
  if (locked.size === 0) return new Map();
  const rows = await visitorLocksOf(db, { ids: JSON.stringify([...locked.keys()]) });
  return new Map(
    rows
      .filter((row) => {
        const item = locked.get(row.document_id);
        return item?.lock_person_id === row.lock_person_id && item.locked_at === row.locked_at;
      })
      .map((row) => [row.document_id, row.lock_visitor]),
  );
}

/** The names of those visitors as the caller reads them. */
export async function lockVisitorNames(ctx: Context, items: readonly ItemRow[]): Promise<Map<number, string>> {
  const visitors = await visitorsWithLocks(ctx.db, items);
  return new Map([...visitors].map(([id, name]) => [id, visitorName(ctx.user.lang, name)]));
}
