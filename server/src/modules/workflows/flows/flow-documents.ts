import { codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { copyingKinds, flowLimits, grantingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findLiveItem, isPublishingCabinet, withdrawFromReaders } from '../../access/inheritance.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../../access/require-items.ts';
import { type AuthorisedRevision, requireRevision, shownName } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { importRevision, publishRevision } from '../../documents/revisions.ts';
import { contextActingAs, deciderContext } from '../absences/absences.ts';
import { versionOf } from '../templates/templates.queries.ts';
import type { FlowTerms } from './flow-terms.ts';
import { type FlowRow, type TaskRow, documentsOf, isInOtherFlow, setResult } from './flows.queries.ts';

const originalRights = right.read | right.download;

/** A document as it is submitted. */
export interface SubmittedDocument {
  item_id: number;
  place: number;
  revision_id: number;
  number: number;
  name: string;
  ext: string;
}

/**
 * Authorises a document by the applicant's own right, without temporary access. Copying kinds need the right to the original: a copy gives
 * it to the readers of its target.
 */
async function requireSubmittable(applicant: Context, kind: string, id: string | number): Promise<{ need: number; bits: number }> {
  const isCopied = copyingKinds.includes(kind);
  const need = grantingKinds.includes(kind) ? right.visible : right.visible | right.read;
  const { bits } = await requireItem(applicant, isCopied ? right.visible : need, id, objType.document);
  if (isCopied && (bits & originalRights) !== originalRights) throw new Refusal(codes.flowOriginalRequired);
  return { need, bits };
}

/** Documents with the submitted revision: only those that the caller may submit, each once, at most 15. */
export async function submittedDocuments(
  ctx: Context,
  kind: string,
  given: readonly { id: string; currentRev?: string | undefined }[],
): Promise<SubmittedDocument[]> {
  const all = [...new Map(given.map((one) => [one.id, one])).values()];
  if (all.length > flowLimits.documents) throw new Refusal(codes.tooManyItems);
  const found: SubmittedDocument[] = [];
  for (const [place, { id, currentRev }] of all.entries()) {
    const { need, bits } = await requireSubmittable(ctx, kind, id);
    // the name of an older revision needs the right to read
    const named = currentRev !== undefined && (bits & right.read) !== 0 ? { currentRev } : {};
    const authorised = await requireRevision(ctx, need, { id, ...named });
    const { name, ext } = shownName(authorised);
    found.push({ item_id: authorised.item.id, place, revision_id: authorised.revision.id, number: authorised.revision.number, name, ext });
  }
  return found;
}

/** The revision, as far as the applicant may still submit it at the final decision: rights revoked since then stop it. */
async function requireStillSubmittable(
  applicant: Context,
  kind: string,
  row: { item_id: number; revision_id: number },
): Promise<AuthorisedRevision> {
  const { need } = await requireSubmittable(applicant, kind, row.item_id);
  return requireRevision(applicant, need, { id: String(row.item_id), currentRev: String(row.revision_id) });
}

type Item = AuthorisedItem['item'];

/** The publishing cabinet of a flow's template; refused where it is none any more. */
async function cabinetOf(ctx: Context, flow: FlowRow): Promise<Item> {
  const { cabinet_id: id } = await versionOf(ctx.db, flow.template_id, flow.template_version);
  const cabinet = await findLiveItem(ctx, id);
  if (cabinet === undefined || !isPublishingCabinet(cabinet)) throw new Refusal(codes.flowPathRequired);
  return cabinet;
}

/**
 * Refuses documents that cannot be published, revised or abolished, with the applicant's rights: another cabinet, another file type, a
 * document of another flow.
 */
export async function requirePublishable(ctx: Context, flow: FlowRow, documents: readonly SubmittedDocument[]): Promise<void> {
  const cabinet = await cabinetOf(ctx, flow);
  const { targetId } = JSON.parse(flow.form) as FlowTerms;
  const busy = await isInOtherFlow(
    ctx.db,
    flow.id,
    documents.map((one) => one.item_id),
  );
  if (busy) throw new Refusal(codes.flowDocumentBusy);
  if (flow.kind === 'abolish') {
    for (const one of documents) requireInCabinet(cabinet, (await requireItem(ctx, right.visible | right.read, one.item_id)).item);
    return;
  }
  if (targetId === undefined) throw new Refusal(codes.flowPathRequired);
  if (flow.kind === 'publish') return requireInCabinet(cabinet, (await requireContainer(ctx, right.visible, targetId)).item);
  const { item } = await requireItem(ctx, right.visible | right.read, targetId, objType.document);
  requireInCabinet(cabinet, item);
  requireSuccessor(item, documents);
}

function requireInCabinet(cabinet: Item, item: Item): void {
  if (item.cabinet_id !== cabinet.id) throw new Refusal(codes.flowPathRequired);
}

/** One document replaces another of the same type. */
function requireSuccessor(item: Item, documents: readonly Pick<SubmittedDocument, 'ext' | 'item_id'>[]): void {
  const [one, ...more] = documents;
  if (one === undefined || more.length > 0) throw new Refusal(codes.tooManyItems);
  if (one.ext !== item.ext) throw new Refusal(codes.fileTypeNotAllowed);
  if (one.item_id === item.id) throw new Refusal(codes.illegalOperation);
}

/**
 * Carries out a passed flow: publishes its documents as submitted, replaces another document, or withdraws documents from their readers.
 */
export async function publishDocuments(ctx: Context, flow: FlowRow): Promise<void> {
  const cabinet = await cabinetOf(ctx, flow);
  const rows = await documentsOf(ctx.db, flow.id);
  if (flow.kind === 'abolish') {
    for (const row of rows) await withdrawDocument(ctx, cabinet, row.item_id);
    return;
  }
  const { targetId = 0 } = JSON.parse(flow.form) as FlowTerms;
  const target = await findLiveItem(ctx, targetId);
  if (target === undefined) throw new Refusal(codes.itemMissing);
  requireInCabinet(cabinet, target);
  if (flow.kind === 'revise') requireSuccessor(target, rows);
  const applicant = await contextActingAs(ctx, flow.applicant_id);
  for (const row of rows) {
    const authorised = await requireStillSubmittable(applicant, flow.kind, row);
    const where = flow.kind === 'revise' ? { instead: target } : { place: target };
    const placed = await publishRevision(ctx, authorised, { ...where, name: row.name, note: flow.number ?? '' });
    if (placed !== undefined) await setResult(ctx.db, { flowId: flow.id, itemId: row.item_id, resultId: placed.documentId });
  }
}

async function withdrawDocument(ctx: Context, cabinet: Item, id: number): Promise<void> {
  const item = await findLiveItem(ctx, id);
  if (item === undefined) throw new Refusal(codes.documentMissing);
  requireInCabinet(cabinet, item);
  await withdrawFromReaders(ctx, item);
}

/** The import target of a flow: a container that the caller has a right on, outside of personal documents and publishing cabinets. */
export async function requireImportTarget(ctx: Context, flow: FlowRow, need: number): Promise<AuthorisedItem['item']> {
  const { targetId } = JSON.parse(flow.form) as FlowTerms;
  if (targetId === undefined) throw new Refusal(codes.flowPathRequired);
  const { item } = await requireContainer(ctx, need, targetId);
  if (item.area === moduleType.my) throw new Refusal(codes.flowPathRequired);
  await requireOpenContainer(ctx, item);
  return item;
}

/** Copies the submitted revisions into the import target with the rights of the final approver, and within the limits of the target. */
export async function importDocuments(ctx: Context, flow: FlowRow, task: TaskRow): Promise<void> {
  const decider = await deciderContext(ctx, task);
  // the target may have been moved since
  const place = await requireImportTarget(decider, flow, right.visible | right.upload);
  const applicant = await contextActingAs(ctx, flow.applicant_id);
  const [note, facts] = [flow.number ?? '', { applicant: flow.applicant_name, flow: flow.number ?? '' }];
  for (const row of await documentsOf(ctx.db, flow.id)) {
    const authorised = await requireStillSubmittable(applicant, flow.kind, row);
    const { documentId } = await importRevision(decider, authorised, { name: row.name, place, note, authorId: flow.applicant_id, facts });
    await setResult(ctx.db, { flowId: flow.id, itemId: row.item_id, resultId: documentId });
  }
}
