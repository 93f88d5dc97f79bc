import type { Db } from '../../ground/db/database.ts';
import { countOpen, itemsOfShares, type ShareRow, shareById, shareByToken, takeOne } from './queries.ts';
import { hashOfToken } from './token.ts';

/** A share as whoever comes by its link meets it. */
export type Share = ShareRow;

/** The share of a token, if there is one. */
export const findByToken = async (db: Db, token: string): Promise<Share | undefined> =>
  (await shareByToken(db, { hash: hashOfToken(token) }))[0];

/** A share by its id. */
export const findShare = async (db: Db, id: number): Promise<Share | undefined> => (await shareById(db, { id }))[0];

/** Whether a token is that of a share. */
export const isTokenOf = (share: Pick<Share, 'token_hash'>, token: string): boolean => hashOfToken(token) === share.token_hash;

/** What is shared, in order. */
export const itemIdsOf = async (db: Db, shareId: number): Promise<number[]> =>
  (await itemsOfShares(db, { ids: JSON.stringify([shareId]) })).map((row) => row.item_id);

/** Takes a download or a print in one statement; undefined where none is left. */
export const takeUse = (db: Db, shareId: number, what: 'downloads' | 'prints'): Promise<number | undefined> => takeOne(db, shareId, what);

/** Counts that somebody opened a share; true for the first time. */
export const noteOpen = (db: Db, shareId: number, now: number): Promise<boolean> => countOpen(db, shareId, now);
