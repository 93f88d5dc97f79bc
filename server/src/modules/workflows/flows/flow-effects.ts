import { codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import {
  borrowLevels,
  copyingKinds,
  downloadLevel,
  flowLimits,
  grantingKinds,
  publishingKinds,
} from '@dossier/contract/workflows/flow-shapes';
import type { FieldValues } from '@dossier/contract/workflows/flow-fields';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { grantOn } from '../../access/grant-rights.ts';
import { emitGranted, ownGrants } from '../../access/grants.ts';
import { type AuthorisedItem, refuseAttachments, requireContainer, requireItem } from '../../access/require-items.ts';
import type { GrantFact } from '../../access/rights-rules.ts';
import { type AuthorisedRevision, requireOwnRevision, shownName } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { importRevision } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { contextActingAs, deciderContext } from '../flow-access.ts';
import { documentsOf, type FlowRow, setResult, type TaskRow, updateFlow } from './flows.queries.ts';

const maxGrantMs = 366 * 24 * 3600_000;
/** Publications take effect within ten years. */
const maxAheadMs = 3660 * 24 * 3600_000;

/** A right that follows after another one on a document has ended. */
interface PendingGrant {
  itemId: number;
  at: number;
  level: number;
  handOn: number | null;
  deadline: number | null;
}

/** The effect of a flow as its form states it. */
export interface FlowTerms {
  level?: number;
  ends?: number;
  /** The user who granted a right, and the rights that are still to follow. */
  giverId?: number;
  later?: PendingGrant[];
  /** The container of a publication or import, or the document to be replaced. */
  targetId?: number;
  /** From when on a publication takes effect. */
  effective?: number;
  /** The number that the requester typed, while the flow has none. */
  number?: string;
  /** The values of its fields. */
  values?: FieldValues[];
}

interface FormTerms {
  level?: number | undefined;
  lastTime?: string | undefined;
  targetId?: string | undefined;
  effectiveTime?: string | undefined;
}

/** The terms of a form, as stored. */
export function termsOf(kind: string, { level, lastTime, targetId, effectiveTime }: FormTerms): FlowTerms {
  const isPublishing = publishingKinds.includes(kind);
  if (isPublishing || kind === 'upload')
    return {
      ...(kind !== 'abolish' && targetId !== undefined && { targetId: Number(targetId) }),
      ...(isPublishing && effectiveTime !== undefined && { effective: Date.parse(effectiveTime) }),
    };
  if (!grantingKinds.includes(kind)) return {};
  const given = kind === 'download' ? downloadLevel : level;
  if (given !== undefined && kind === 'borrow' && !(borrowLevels as readonly number[]).includes(given))
    throw new Refusal(codes.invalidParams);
  return { ...(given !== undefined && { level: given }), ...(lastTime !== undefined && { ends: Date.parse(lastTime) }) };
}

/** Refuses terms that would grant nothing, and publications too far ahead. */
export function requireValidTerms(ctx: Pick<Context, 'now'>, kind: string, { level, ends, effective = 0 }: FlowTerms): void {
  if (effective - ctx.now > maxAheadMs) throw new Refusal(codes.invalidParams);
  if (!grantingKinds.includes(kind)) return;
  if (level === undefined || ends === undefined) throw new Refusal(codes.invalidParams);
  if (ends <= ctx.now || ends - ctx.now > maxGrantMs) throw new Refusal(codes.deadlinePassed);
}

const originalRights = right.read | right.download;

/** A document as it is submitted. */
export interface SubmittedDocument {
  item_id: number;
  place: number;
  revision_id: number;
  number: number;
  label: string;
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
  const authorised = await requireItem(applicant, isCopied ? right.visible : need, id, objType.document);
  refuseAttachments([authorised]);
  const { bits } = authorised;
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
    const authorised = await requireOwnRevision(ctx, need, { id, ...named });
    const { name, ext } = shownName(authorised);
    const { id: revision_id, number } = authorised.revision;
    found.push({ item_id: authorised.item.id, place, revision_id, number, label: labelOf(authorised.revision), name, ext });
  }
  return found;
}

/** The revision, as far as the applicant may still submit it at the final decision: rights revoked since then stop it. */
export async function requireStillSubmittable(
  applicant: Context,
  kind: string,
  row: { item_id: number; revision_id: number },
): Promise<AuthorisedRevision> {
  const { need } = await requireSubmittable(applicant, kind, row.item_id);
  return requireOwnRevision(applicant, need, { id: String(row.item_id), currentRev: String(row.revision_id) });
}

type Item = AuthorisedItem['item'];

/** The import target of a flow: a container that the caller has a right on, outside of personal documents and publishing cabinets. */
export async function requireImportTarget(ctx: Context, flow: FlowRow, need: number): Promise<Item> {
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

type GrantTerms = Pick<PendingGrant, 'level' | 'handOn' | 'deadline'>;

/**
 * Grants the applicant the requested right on each document: limited to the approver's grantable permissions, and refused for a document
 * that the approver no longer manages.
 */
export async function grantRights(ctx: Context, flow: FlowRow, task: TaskRow): Promise<void> {
  const { level = 0, ends = 0, values } = JSON.parse(flow.form) as FlowTerms;
  if (ends <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const decider = await deciderContext(ctx, task);
  const later: PendingGrant[] = [];
  for (const { item_id } of await documentsOf(ctx.db, flow.id)) {
    const { item } = await requireItem(decider, right.visible | right.manage, item_id, objType.document);
    const own = await ownGrantOf(decider, item, flow.applicant_id);
    const stands = own !== undefined && (own.deadline === null || own.deadline > ctx.now) && own.level !== 0 ? own : undefined;
    const plan = combineGrants(stands, { level, handOn: null, deadline: ends });
    if (plan.now) await replaceGrant(decider, item, { flow, given: plan.now, replaced: own });
    if (plan.later) later.push({ itemId: item.id, ...plan.later });
  }
  const terms: FlowTerms = {
    level,
    ends,
    giverId: decider.user.id,
    ...(values !== undefined && { values }),
    ...(later.length > 0 && { later }),
  };
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify(terms), due_at: nextGrantAt(later) });
}

export const nextGrantAt = (later: readonly PendingGrant[]): number | null =>
  later.length === 0 ? null : Math.min(...later.map((one) => one.at));

const ownGrantOf = async (ctx: Context, item: Item, personId: number): Promise<GrantFact | undefined> =>
  (await ownGrants(ctx, item.id)).find((one) => one.granteeType === 'user' && one.granteeId === personId && one.reach === 0);

const deadlineOrNever = (deadline: number | null): number => deadline ?? Number.POSITIVE_INFINITY;

/**
 * Combines a new grant with an existing one, which it replaces: nothing where the existing one covers it; else both together
 * while both last, followed by the longer one. Neither is extended beyond its own end.
 */
export function combineGrants(
  stands: GrantTerms | undefined,
  wanted: GrantTerms,
): { now?: GrantTerms; later?: GrantTerms & { at: number } } {
  if (stands === undefined) return { now: wanted };
  const [one, other] = [deadlineOrNever(stands.deadline), deadlineOrNever(wanted.deadline)];
  if ((wanted.level & ~stands.level) === 0 && one >= other) return {};
  if ((stands.level & ~wanted.level) === 0 && other >= one) return { now: wanted };
  const both = { level: stands.level | wanted.level, handOn: stands.handOn };
  const first = Math.min(one, other);
  const last = one > other ? stands : wanted;
  const outlasts = one === other ? undefined : { level: last.level, handOn: last.handOn, deadline: last.deadline, at: first };
  return { now: { ...both, deadline: Number.isFinite(first) ? first : null }, ...(outlasts && { later: outlasts }) };
}

async function replaceGrant(
  decider: Context,
  item: Item,
  { flow, given, replaced }: { flow: FlowRow; given: GrantTerms; replaced: GrantFact | undefined },
): Promise<void> {
  const grant = { granteeType: 'user', granteeId: flow.applicant_id, reach: 0, ...given } as const;
  await grantOn(decider, item, grant);
  await emitGranted(decider, item, { ...grant, name: flow.applicant_name, replaced });
}

/** Grants the right that follows an ended one, where that was neither changed nor taken away meanwhile: an ended one keeps its row. */
export async function grantPending(ctx: Context, flow: FlowRow, { itemId, at, ...given }: PendingGrant): Promise<void> {
  const { item } = await requireItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownGrantOf(ctx, item, flow.applicant_id);
  if (own?.deadline !== at || (given.deadline !== null && given.deadline <= ctx.now)) return;
  await replaceGrant(ctx, item, { flow, given, replaced: own });
}

/** Ends the right of a download flow soon after the first download; a pending right follows then. */
export async function endAfterDownload(ctx: Context, flow: FlowRow, { itemId, at }: { itemId: number; at: number }): Promise<void> {
  const terms = JSON.parse(flow.form) as FlowTerms;
  const { item } = await requireItem(ctx, right.visible | right.manage, itemId, objType.document);
  const own = await ownGrantOf(ctx, item, flow.applicant_id);
  // shorter already, or changed since
  if (own === undefined || own.deadline !== terms.ends || own.deadline <= at) return;
  await replaceGrant(ctx, item, { flow, given: { level: own.level, handOn: own.handOn, deadline: at }, replaced: own });
  const later = (terms.later ?? []).map((one) => (one.itemId === itemId ? { ...one, at } : one));
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, later }), due_at: nextGrantAt(later) });
}
