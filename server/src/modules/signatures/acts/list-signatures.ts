import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { ProofMeans, signatures } from '@dossier/contract/signatures/signatures';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { requireItem } from '../../access/require-items.ts';
import { seesSuperseded } from '../../documents/file-tickets.ts';
import { blobOf } from '../../documents/revisions.ts';
import { countSignatures, pageOfSignatures, signaturesUpTo, signatureThatSealed } from './signatures.queries.ts';

/** Who has signed a document, and which of that the current version is. */
export async function listSignatures(
  ctx: Context,
  { objId, pageNo, pageSize }: ParsedOf<typeof signatures.list>,
): Promise<OutputOf<typeof signatures.list>> {
  const authorised = await requireItem(ctx, right.visible | right.read, objId, objType.document);
  const { item, bits } = authorised;
  const seesAll = await seesSuperseded(ctx, authorised);
  const rows = await pageOfSignatures(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const content = await blobOf(ctx.db, item.revision_id);
  const last = content && (await signatureThatSealed(ctx.db, item.id, content.sha256));
  const standing = new Set((await signaturesUpTo(ctx.db, last)).map((row) => row.id));
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      time: isoTime(row.signed_at),
      ...(row.reason !== '' && { reason: row.reason }),
      means: row.means as ProofMeans,
      revisionId: String(row.revision_id),
      revisionLabel: row.revision_label,
      ...((bits & right.download) !== 0 && (seesAll || row.revision_id === item.revision_id) && { sha256: row.sha256 }),
      current: standing.has(row.id),
      own: row.person_id === ctx.user.id,
    })),
    pageNo,
    pageSize,
    totalNumber: await countSignatures(ctx.db, item.id),
  };
}
