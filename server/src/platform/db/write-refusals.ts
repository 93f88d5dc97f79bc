import { type Code, codes } from '@dossier/contract/core/codes';
import { Refusal } from '../refusal.ts';
import type { Database, Db } from './database.ts';
import { isDiskFull, sendSoon } from './dialect.ts';

/** The refusal code of each kind of quota. */
export const refusalOfKind = {
  person: codes.personalSpaceFull,
  space: codes.spaceFull,
  bytes: codes.licenceBytesUsed,
  people: codes.licenceUsersUsed,
  guests: codes.licenceGuestsUsed,
  organisations: codes.licenceOrganisationsUsed,
} as const satisfies Record<string, Code>;

export type QuotaKind = keyof typeof refusalOfKind;

/** Turns the database's error for an exceeded quota or a full disk into a refusal; returns any other error unchanged. */
export function quotaRefusal(error: unknown): unknown {
  if (isDiskFull(error)) return new Refusal(codes.diskFull);
  const kind = error instanceof Error && !(error instanceof Refusal) ? /over quota (\w+)/.exec(error.message)?.[1] : undefined;
  return kind !== undefined && kind in refusalOfKind ? new Refusal(refusalOfKind[kind as QuotaKind]) : error;
}

/** A database that refuses handlers that exceed a quota. Triggers check it, so that no handler can forget to. */
export function keepingQuotas(database: Database): Database {
  return {
    ...database,
    write: async (work) => {
      try {
        return await database.write(work);
      } catch (error) {
        throw quotaRefusal(error);
      }
    },
  };
}

// a name for each: by that of an earlier one a transaction that it broke would come to life again, without what it wrote
let parts = 0;

/** Runs a part of a transaction that may be refused separately: its writes are rolled back, and the refusal is returned. */
export async function apart<T>(db: Db, work: () => Promise<T>): Promise<T | Refusal> {
  const savepoint = `apart_${++parts}`;
  await sendSoon(db, `savepoint ${savepoint}`);
  try {
    const value = await work();
    await sendSoon(db, `release savepoint ${savepoint}`);
    return value;
  } catch (error) {
    const refusal = quotaRefusal(error);
    if (!(refusal instanceof Refusal)) throw error;
    await sendSoon(db, `rollback to savepoint ${savepoint}`);
    await sendSoon(db, `release savepoint ${savepoint}`);
    return refusal;
  }
}
