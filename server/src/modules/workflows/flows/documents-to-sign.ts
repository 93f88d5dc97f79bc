import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedRevision, requireOwnRevision } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { mostSealedBytes } from '../../preview/pdf-seals.ts';
import { isSignableType, requireSealable, signAlone } from '../../signatures/signing.ts';
import type { TemplateStep } from '../templates/flow-plan.ts';

const toSign = right.download | right.modify;

export const asksForSignatures = (steps: readonly TemplateStep[]): boolean => steps.some((step) => step.signs === true);

/**
 * The document of a flow in the version that the flow is about, by the right of the applicant: a signature makes its next version, which the applicant
 * could do. Refused where the document has got another version.
 */
export async function requireDocumentToSign(
  applicant: Context,
  { item_id, revision_id }: { item_id: number; revision_id: number },
): Promise<AuthorisedRevision> {
  const target = { id: String(item_id), currentRev: String(revision_id) };
  const authorised = await requireOwnRevision(applicant, right.visible | right.read, target);
  const { item, revision, bits } = authorised;
  if ((bits & toSign) !== toSign) throw new Refusal(codes.flowSignatureRight);
  if (!isSignableType(item.ext)) throw new Refusal(codes.flowSignaturePdfOnly);
  if (item.revision_id !== revision.id) throw new Refusal(codes.flowDocumentChanged);
  await requireOpenContainer(applicant, item);
  return authorised;
}

/**
 * Refuses documents that could not be signed later: protected and damaged ones, and more than can be sealed together, as the signing of a step has all of
 * them in memory. Waits for the sandbox: never inside a transaction.
 */
export async function requireSealableDocuments(
  applicant: Context,
  documents: readonly { item_id: number; revision_id: number }[],
): Promise<void> {
  const all: AuthorisedRevision[] = [];
  for (const one of documents) all.push(await requireDocumentToSign(applicant, one));
  if (all.reduce((sum, { revision }) => sum + revision.size, 0) > mostSealedBytes) throw new Refusal(codes.pdfTooLargeToChange);
  await signAlone(applicant, async () => {
    for (const one of all) await requireSealable(applicant, one);
  });
}
