import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { versionLabel } from '@dossier/contract/documents/version-labels';
import { maxReasonLength, type signatures } from '@dossier/contract/signatures/signatures';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedRevision, requireRevision } from '../../documents/file-tickets.ts';
import {
  isSignableType,
  placeSignatures,
  prepareSignature,
  requireNotSigned,
  requireSigningProof,
  requireWritable,
  saveSignature,
  signAlone,
} from '../signing.ts';

type SignTerms = ParsedOf<typeof signatures.sign>;

/** The current revision of a PDF that the caller may sign: read and have it whole, and save the next version. */
async function requireSignable(ctx: Context, { id, revisionId }: Pick<SignTerms, 'id' | 'revisionId'>): Promise<AuthorisedRevision> {
  const authorised = await requireRevision(ctx, right.visible | right.read, { id });
  if ((authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  if ((authorised.bits & right.modify) === 0) throw new Refusal(codes.noRightToEdit);
  if (!isSignableType(authorised.item.ext)) throw new Refusal(codes.illegalOperation);
  if (authorised.revision.id !== Number(revisionId)) throw new Refusal(codes.changedMeanwhile);
  await requireWritable(ctx, authorised);
  return authorised;
}

/** Signs the current version of a PDF: the next one has a page that says so, and a seal over all of it. */
export async function signDocument(ctx: Context, input: SignTerms): Promise<OutputOf<typeof signatures.sign>> {
  const { reason = '' } = input;
  if ([...reason].length > maxReasonLength) throw new Refusal(codes.signatureReasonTooLong);
  const authorised = await requireSignable(ctx, input);
  await requireNotSigned(ctx, authorised);
  const proof = await requireSigningProof(ctx, input);
  return signAlone(ctx, async () => {
    const prepared = await prepareSignature(ctx, authorised, { reason, means: proof.means });
    return placeSignatures(ctx, [prepared], async (tx, [stored]) => {
      if (stored === undefined) throw new RangeError('no signature');
      // unless the document has got another version meanwhile
      const { item } = await requireSignable(tx, input);
      await proof.consume(tx);
      const placed = await saveSignature(tx, { item }, { stored });
      return { revisionId: String(placed.revisionId), label: versionLabel(placed.version) };
    });
  });
}
