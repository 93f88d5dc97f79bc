import type { Db } from '../../platform/db/database.ts';
import { extensionPoint } from '../../platform/extension-point.ts';

/** What no share link opens, whoever gave it, with everything in it. */
interface WithheldItems {
  /** Those of some items. */
  among(db: Db, itemIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** The direct children of a container. */
  in(db: Db, placeId: number): Promise<readonly number[]>;
}

export const withheldItems = extensionPoint<WithheldItems>();

export async function withheldAmong(db: Db, itemIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const withheld of withheldItems.all()) for (const id of await withheld.among(db, itemIds)) found.add(id);
  return found;
}

export async function withheldIn(db: Db, placeId: number): Promise<Set<number>> {
  const found = new Set<number>();
  for (const withheld of withheldItems.all()) for (const id of await withheld.in(db, placeId)) found.add(id);
  return found;
}
