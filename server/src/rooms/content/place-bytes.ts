import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { type Placed, placeDocument } from '../library/place-document.ts';
import { addRevision, type Place } from './finish-upload.ts';
import { revisionById, touchBlob } from './queries.ts';

/** A content that is stored already. */
export interface Stored {
  sha256: string;
  size: number;
}

/** What the newest revision of a document is made of; undefined where its bytes are not there. */
export async function storedOf(ctx: Ctx, item: Pick<Place, 'revision_id'>): Promise<Stored | undefined> {
  const [revision] = await revisionById(ctx.db, { id: item.revision_id });
  return revision === undefined || !ctx.house.blobs.stands(revision.sha256) ? undefined : { sha256: revision.sha256, size: revision.size };
}

/** Makes a document of a stored content. Whoever asks has seen that the caller may have it; undefined where its bytes are not there. */
export async function placeStored(
  ctx: Ctx,
  place: Place,
  { sha256, size, name, onSameName }: Stored & { name: string; onSameName: 'refuse' | 'rename' | 'revision' },
): Promise<Placed | undefined> {
  // held before it is looked for: no sweep takes it away meanwhile
  await touchBlob(ctx.db, { sha256, size, created_at: ctx.now });
  if (!ctx.house.blobs.stands(sha256)) return undefined;
  const placed = await placeDocument(ctx, place, { id: newId(), revisionId: newId(), name, size, onSameName });
  await addRevision(ctx, placed, { sha256, size, name: placed.name });
  return placed;
}
