import type { Db } from '../db/database.ts';

/**
 * What the visitor of a shared link may reach: of what its giver may do, what the link lets through, on the shared items and below them.
 * `C` is the context of a call, which holds a share session in turn.
 */
export interface ShareSessionIn<C> {
  id: number;
  shareId: number;
  /** The name of the share. */
  shareName: string;
  /** A verified mail address, the name of a colleague, or empty where it is unknown. */
  name: string;
  /** Tells visitors of one share apart, over several sessions where an address or an account is known. */
  key: string;
  /** The right bits that the link permits at most. */
  bits: number;
  /** The shared items themselves. */
  items: ReadonlySet<number>;
  /** The giver of the link wants a watermark on everything shown. */
  marked: boolean;
  /** Below the shared items only this visitor's own uploads are visible. */
  onlyOwn: boolean;
  /** The same share session as it is in a transaction. */
  reopen(db: Db, from: { address: string; origin: string }): Promise<C & { shareSession: ShareSessionIn<C> }>;
  /** Of some items below the shared ones, those hidden from this visitor: what other visitors uploaded. */
  hidden(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** Of some items, those that are withheld from share links, with everything in them. */
  withheld(db: Db, itemIds: readonly number[]): Promise<Set<number>>;
  /** What visitors uploaded to a folder and is still there. */
  uploads(db: Db, placeId: number): Promise<{ id: number; own: boolean }[]>;
  /** Called in the transaction that placed a file uploaded by this visitor. */
  arrived(ctx: C, placed: { documentId: number; placeId: number; name: string; isNew: boolean }): Promise<void>;
  /** Called in the transaction in which this visitor views a document by way of another: an image that a text refers to. */
  viewed(ctx: C, item: { id: number; name: string }): Promise<void>;
}
