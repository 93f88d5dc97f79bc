import { codes } from '@dossier/contract/codes';
import type { content, Revision } from '@dossier/contract/content';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needItem } from '../library/need-items.ts';
import { reviseDocument } from '../library/place-document.ts';
import { personNames } from '../people/person-names.ts';
import { needRevision } from './file-ticket.ts';
import { addRevision } from './finish-upload.ts';
import { revisionsOf, touchBlob } from './queries.ts';
import { senderOf } from './sent-by-link.ts';

/** All revisions of a document, newest first. */
export async function listRevisions(ctx: Ctx, input: { id: string }): Promise<Revision[]> {
  const { item, bits } = await needItem(ctx, right.visible | right.read, input.id, objType.document);
  const rows = await revisionsOf(ctx.db, item.id);
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.creator_id),
  );
  return rows.map((row) => ({
    id: String(row.id),
    number: row.number,
    name: row.name,
    size: row.size,
    ...((bits & right.download) !== 0 && { sha256: row.sha256 }),
    note: row.note === '' ? undefined : row.note,
    createTime: new Date(row.created_at).toISOString(),
    creatorName: row.link === '' ? nameOf(row.creator_id) : senderOf(ctx.user.lang, row),
    current: row.id === item.revision_id,
  }));
}

/** Makes an older revision the newest one again: as a further revision, so that nothing of the history is lost. */
export async function restoreRevision(ctx: Ctx, input: ParsedOf<typeof content.restoreRevision>) {
  const { item, revision, bits } = await needRevision(ctx, right.visible | right.modify, input);
  if (revision.id === item.revision_id) throw new Refusal(codes.illegalOperation);
  // under today's extension a viewer may hand out what it did not under the one it came with
  if (revision.ext !== item.ext && (bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const { sha256, size, name, note } = revision;
  await touchBlob(ctx.db, { sha256, size, created_at: ctx.now });
  const revisionId = newId();
  const placed = await reviseDocument(ctx, item, { revisionId, size });
  await addRevision(ctx, placed, { sha256, size, name, note });
  return { revisionId: String(revisionId) };
}
