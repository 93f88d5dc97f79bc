import { rm } from 'node:fs/promises';
import type { Ctx, House } from '../../ground/ctx.ts';
import { blobBySha, touchBlob } from './queries.ts';
import { refusingFull } from './receive-bytes.ts';

/** The bytes were freed by a purge between our look and our transaction: they must be written again. */
export class BytesGone extends Error {}

/** All bytes of an upload: in a part file, or in memory. */
export interface Whole {
  part: string;
  sha256?: string;
  bytes?: Buffer;
}

/** A content, as its row tells of it. */
interface Content {
  sha256: string;
  size: number;
}

/** Puts the bytes where they belong; answers false where they were there already. Only a row proves that a file there is whole and durable. */
export async function storeBytes(house: House, { part, sha256, bytes }: Whole & { sha256: string }): Promise<boolean> {
  const [known] = await blobBySha(house.database.read, { sha256 });
  if (known !== undefined && house.blobs.stands(sha256)) return false;
  await refusingFull(() => (bytes === undefined ? house.blobs.adopt(part, sha256) : house.blobs.keep(baseOf(part), sha256, bytes)));
  return true;
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Removes the part of bytes that are not in memory. */
export const dropPart = async ({ part, bytes }: Whole): Promise<void> => {
  if (bytes === undefined) await rm(part, { force: true });
};

/** Holds stored contents until the transaction ends, so that nobody frees them: always in the same order, so that two never wait for each other. */
export async function holdBytes(ctx: Ctx, contents: readonly Content[]): Promise<void> {
  const { db, house } = ctx;
  for (const { sha256, size } of contents.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)))
    await touchBlob(db, { sha256, size, created_at: house.now() });
  if (!contents.every(({ sha256 }) => house.blobs.stands(sha256))) throw new BytesGone();
}

/** Makes stored contents known that no document took, so that a sweep finds them. */
export const noteBytes = (house: House, contents: readonly Content[]): Promise<void> =>
  house.database.write(async (db) => {
    for (const { sha256, size } of contents) await touchBlob(db, { sha256, size, created_at: house.now() });
  });
