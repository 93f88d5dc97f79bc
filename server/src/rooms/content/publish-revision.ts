import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import type { Held } from '../library/need-items.ts';
import { type Placed, placeDocument, reviseDocument } from '../library/place-document.ts';
import type { HeldRevision } from './file-ticket.ts';
import { addRevision } from './finish-upload.ts';
import { touchBlob } from './queries.ts';

type Item = Held['item'];

/** Puts a revision under a name as a document of its own into a place, or makes it the next major version of another document. A flow was passed that says so. */
export async function publishRevision(
  ctx: Ctx,
  held: HeldRevision,
  { name, place, instead, note }: { name: string; place?: Item; instead?: Item; note: string },
): Promise<Placed | undefined> {
  const { sha256, size } = held.revision;
  await touchBlob(ctx.db, { sha256, size, created_at: ctx.now });
  const revisionId = newId();
  const placed =
    instead === undefined
      ? place && (await placeDocument(ctx, place, { id: newId(), revisionId, name, size, onSameName: 'refuse', byFlow: true }))
      : await reviseDocument(ctx, instead, { revisionId, size, byFlow: true });
  if (placed !== undefined) await addRevision(ctx, placed, { sha256, size, name, note, major: true });
  return placed;
}

/** Copies a revision under a name as a document of its own into a place that the caller may upload to; a taken name is numbered, as by hand. It is the work of its author and lies there by the caller. A flow was passed that says so. */
export async function takeInRevision(
  ctx: Ctx,
  held: HeldRevision,
  { name, place, note, authorId, facts }: { name: string; place: Item; note: string; authorId: number; facts: Record<string, string> },
): Promise<Placed> {
  const { sha256, size } = held.revision;
  await touchBlob(ctx.db, { sha256, size, created_at: ctx.now });
  const arrived = { id: newId(), revisionId: newId(), name, size };
  const placed = await placeDocument(ctx, place, { ...arrived, onSameName: 'rename', authorId, facts });
  await addRevision(ctx, placed, { sha256, size, name: placed.name, note, authorId });
  return placed;
}
