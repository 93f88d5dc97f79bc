import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { versionLabel } from '@dossier/contract/documents/version-labels';
import { maxReasonLength } from '@dossier/contract/signatures/signatures';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { textOf } from '../../../platform/text/texts.ts';
import type { AuthorisedRevision } from '../../documents/file-tickets.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import {
  type PreparedSignature,
  placeSignatures,
  prepareSignature,
  requireSigningProof,
  requireWritable,
  saveSignature,
  signAlone,
  type StoredSignature,
} from '../../signatures/signing.ts';
import { contextActingAs } from '../flow-access.ts';
import { requireDocumentToSign } from './documents-to-sign.ts';
import { applyDecision, type PendingDecision, representedName, requirePendingDecision } from './flow-decisions.ts';
import { documentsOf, type FlowRow, lockFlow, setFlowRevision } from './flows.queries.ts';

type SignTerms = ParsedOf<typeof flows.sign>;

interface PendingSignature extends PendingDecision {
  documents: AuthorisedRevision[];
}

/**
 * The step that the caller signs, with the documents as they are now. The caller needs no right on these: the flow shows them the version, and the
 * applicant, who asks for the signature, has the right to make the next one. Locks count as for the caller, so that one of the applicant refuses too.
 */
async function requirePendingSignature(ctx: Context, input: SignTerms): Promise<PendingSignature> {
  const pending = await requirePendingDecision(ctx, input);
  if (pending.step.signs !== true) throw new Refusal(codes.illegalOperation);
  const rows = await documentsOf(ctx.db, pending.flow.id);
  const applicant = await contextActingAs(ctx, pending.flow.applicant_id);
  const documents: AuthorisedRevision[] = [];
  for (const row of rows) {
    const authorised = await requireDocumentToSign(applicant, row);
    // who manages a document may take it over from those who write in it, but the applicant is not who asks now
    await requireWritable(ctx, { ...authorised, bits: authorised.bits & ~right.manage });
    documents.push(authorised);
  }
  const seen = new Set(input.revisionIds.map(Number));
  if (rows.length !== seen.size || rows.some((row) => !seen.has(row.revision_id))) throw new Refusal(codes.changedMeanwhile);
  return { ...pending, documents };
}

/** The reason that stands beside a signature: the step, whom the signer substitutes, and the opinion. */
async function reasonOf(ctx: Context, { flow, task, step, opinion }: PendingSignature): Promise<string> {
  const t = textOf(ctx.user.lang, 'workflows');
  const name = await representedName(ctx, flow, task);
  const subject = name === '' ? step.name : t('stepInsteadOf', { step: step.name, name });
  const reason = opinion === '' ? subject : t('stepWithOpinion', { step: subject, opinion });
  return [...reason].slice(0, maxReasonLength).join('');
}

/**
 * Ratifies a step with the signature of the caller under each document of the flow. The seals are made first; one transaction then saves the versions,
 * the signatures and the decision, or none of them.
 */
export async function signFlow(ctx: Context, input: SignTerms) {
  const pending = await requirePendingSignature(ctx, input);
  const proof = await requireSigningProof(ctx, input);
  const terms = { reason: await reasonOf(ctx, pending), means: proof.means };
  return signAlone(ctx, async () => {
    const prepared: PreparedSignature[] = [];
    for (const authorised of pending.documents) prepared.push(await prepareSignature(ctx, authorised, terms));
    return placeSignatures(ctx, prepared, async (tx, stored) => {
      // before anything else that is locked, as taking out an attachment does
      await lockFlow(tx.db, pending.flow.id);
      const now = await requirePendingSignature(tx, input);
      // of two tasks, the own one and that of somebody substituted, the one that the reason names
      if (now.task.id !== pending.task.id) throw new Refusal(codes.changedMeanwhile);
      await proof.consume(tx);
      const signed: number[] = [];
      for (const [at, authorised] of now.documents.entries())
        signed.push(await saveVersion(tx, now.flow, { authorised, stored: stored[at] }));
      await holdRevisions(tx.db, now.flow.id, signed);
      await applyDecision(tx, now, { decision: 'ratify' });
      return {};
    });
  });
}

/** Saves a signature, and has the flow go on with the version that shows it. Answers that version. */
async function saveVersion(
  tx: Context,
  flow: FlowRow,
  { authorised, stored }: { authorised: AuthorisedRevision; stored: StoredSignature | undefined },
): Promise<number> {
  if (stored?.act.revision_id !== authorised.revision.id) throw new Refusal(codes.changedMeanwhile);
  const placed = await saveSignature(tx, authorised, { stored, flow: flow.number ?? '' });
  const { revisionId, number, documentId, version } = placed;
  await setFlowRevision(tx.db, { flowId: flow.id, itemId: documentId }, { revisionId, number, label: versionLabel(version) });
  return revisionId;
}
