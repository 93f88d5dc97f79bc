import type { Db } from '../db/database.ts';

/**
 * What the visitor of a shared link may reach: of what its giver may do, what the link lets through, on the shared items and below them.
 * `C` is the context of a call, which holds a share session in turn.
 */
export interface ShareSessionIn<C> {
  id: number;
  shareId: number;
  /** What the share is called. */
  shareName: string;
  /** A proven address, the name of a colleague, or empty where nobody knows. */
  name: string;
  /** Tells visitors of one share apart, over several visits where an address or an account is known. */
  key: string;
  /** The most bits that the link lets through. */
  bits: number;
  /** The shared items themselves. */
  items: ReadonlySet<number>;
  /** Whoever gave the link wants a mark on all that is shown. */
  marked: boolean;
  /** Nothing below the shared items is seen but what this visitor put there. */
  onlyOwn: boolean;
  /** The same share session as it is in a transaction. */
  reopen(db: Db, from: { address: string; origin: string }): Promise<C & { shareSession: ShareSessionIn<C> }>;
  /** Of some items below the shared ones, those that are kept from this visitor: what other visitors put there. */
  hidden(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** Of some items those that are kept from links, with all that lies in them. */
  withheld(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** What visitors put into a place and is still there. */
  uploads(db: Db, placeId: number): Promise<{ id: number; own: boolean }[]>;
  /** Told, in its transaction, what became of bytes that this visitor brought. */
  arrived(ctx: C, placed: { documentId: number; placeId: number; name: string; isNew: boolean }): Promise<void>;
  /** Told, in its transaction, of a document that this visitor looks at by another: a picture that a text names. */
  viewed(ctx: C, item: { id: number; name: string }): Promise<void>;
}
