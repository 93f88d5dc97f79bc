import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findLiveItem, isPublishingCabinet, withdrawFromReaders } from '../../access/inheritance.ts';
import { type AuthorisedItem, findVisibleItems, requireContainer, requireItem } from '../../access/require-items.ts';
import { takenNames } from '../../documents/place-document.ts';
import { holdRevisions, publishRevision, releaseRevisionHold, revisionsOfIds } from '../../documents/revisions.ts';
import { runAs } from '../../identity/run-as.ts';
import { flowWithdrawn, publicationDue } from '../events.ts';
import { contextActingAs, requireFlow } from '../flow-access.ts';
import { versionOf } from '../templates/templates.queries.ts';
import { type FlowTerms, requireStillSubmittable, type SubmittedDocument } from './flow-effects.ts';
import { activeMembers, administratorsOf, approvalSubject, notifyPeople, requireShortOpinion } from './flow-people.ts';
import {
  documentsOf,
  hasEvent,
  flowById,
  type FlowRow,
  isInOtherFlow,
  lockFlow,
  notifiedOf,
  recordFlowEvent,
  setResult,
  systemActor,
  updateFlow,
} from './flows.queries.ts';
import { finishPublication, giveUpPublications, insertPublications, waitingPublications } from './publications.queries.ts';

/** The name of the subscriber that carries out publications on their day; its rows are written by this module alone. */
export const publicationSubscriber = 'flows.publications';

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

/** The place of a new document, the document that is replaced, or the cabinet that documents are abolished in. */
async function requireTarget(ctx: Context, flow: FlowRow, documents: readonly Pick<SubmittedDocument, 'ext' | 'item_id'>[]): Promise<Item> {
  const cabinet = await cabinetOf(ctx, flow);
  if (flow.kind === 'abolish') return cabinet;
  const { targetId = 0 } = JSON.parse(flow.form) as FlowTerms;
  const target = await findLiveItem(ctx, targetId);
  if (target === undefined) throw new Refusal(codes.itemMissing);
  requireInCabinet(cabinet, target);
  if (flow.kind === 'revise') requireSuccessor(target, documents);
  return target;
}

/**
 * Carries out a passed flow: publishes its documents as submitted, replaces another document, or withdraws documents from their readers. Where the
 * flow names a later time, all is checked now, and carried out then.
 */
export async function publishDocuments(ctx: Context, flow: FlowRow): Promise<void> {
  const rows = await documentsOf(ctx.db, flow.id);
  const target = await requireTarget(ctx, flow, rows);
  if (flow.kind !== 'abolish') {
    const applicant = await contextActingAs(ctx, flow.applicant_id);
    for (const row of rows) await requireStillSubmittable(applicant, flow.kind, row);
  }
  const terms = JSON.parse(flow.form) as FlowTerms;
  const { effective = 0 } = terms;
  const isLater = effective > ctx.now;
  const itemIdOf = (row: { item_id: number }): number => (flow.kind === 'publish' ? 0 : flow.kind === 'revise' ? target.id : row.item_id);
  await insertPublications(
    ctx.db,
    rows.map((row) => ({
      flow_id: flow.id,
      source_id: row.item_id,
      item_id: itemIdOf(row),
      kind: flow.kind,
      effective_at: isLater ? effective : ctx.now,
      done: 0,
    })),
  );
  if (!isLater) return carryOut(ctx, flow, rows);
  const names = rows.map((row) => row.name);
  if (flow.kind === 'publish' && (await takenNames(ctx, target, names)).size > 0) throw new Refusal(codes.documentNameExists);
  if (flow.kind === 'abolish') for (const row of rows) requireInCabinet(target, await requirePublished(ctx, row.item_id));
  await holdRevisions(
    ctx.db,
    flow.id,
    rows.map((row) => row.revision_id),
  );
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, giverId: ctx.user.id }) });
  await callBack(ctx.db, flow, effective);
}

const callBack = (db: Db, flow: FlowRow, at: number): Promise<void> =>
  deliverTo(db, publicationSubscriber, {
    event: publicationDue,
    data: { objId: flow.id, objName: flow.title, spaceId: flow.organisation_id },
    at,
  });

async function requirePublished(ctx: Context, id: number): Promise<Item> {
  const item = await findLiveItem(ctx, id);
  if (item === undefined) throw new Refusal(codes.documentMissing);
  return item;
}

type DocumentToPublish = Awaited<ReturnType<typeof waitingPublications>>[number];

/** Publishes, replaces or withdraws the documents of a flow, whose approval was checked before. */
async function carryOut(
  ctx: Context,
  flow: FlowRow,
  rows: readonly Pick<DocumentToPublish, 'item_id' | 'revision_id' | 'name'>[],
): Promise<void> {
  const target = await requireTarget(ctx, flow, await documentsOf(ctx.db, flow.id));
  for (const row of rows) {
    const { itemId, number } = await carryOutOne(ctx, flow, { target, row });
    if (flow.kind !== 'abolish') await setResult(ctx.db, { flowId: flow.id, itemId: row.item_id, resultId: itemId });
    await finishPublication(ctx.db, { flowId: flow.id, sourceId: row.item_id, itemId, number, at: ctx.now });
  }
}

/** Answers the published, replaced or withdrawn document, and the number of its version that was made. */
async function carryOutOne(
  ctx: Context,
  flow: FlowRow,
  { target, row }: { target: Item; row: Pick<DocumentToPublish, 'item_id' | 'revision_id' | 'name'> },
): Promise<{ itemId: number; number: number }> {
  if (flow.kind === 'abolish') {
    const item = await requirePublished(ctx, row.item_id);
    requireInCabinet(target, item);
    await withdrawFromReaders(ctx, item);
    return { itemId: item.id, number: 0 };
  }
  const [revision] = await revisionsOfIds(ctx.db, [row.revision_id]);
  if (revision === undefined) throw new Refusal(codes.revisionMissing);
  const where = flow.kind === 'revise' ? { instead: target } : { place: target };
  const placed = await publishRevision(ctx, revision, { ...where, name: row.name, note: flow.number ?? '', source: row.item_id });
  if (placed === undefined) throw new Refusal(codes.itemMissing);
  return { itemId: placed.documentId, number: placed.number };
}

/** Whether the caller may cancel what a flow does later: its requester, who manages the publishing cabinet, and the office that edits flows. */
export async function mayCancelPublication(ctx: Context, flow: FlowRow): Promise<boolean> {
  if (flow.applicant_id === ctx.user.id || ctx.user.permissions.all.has('flows.edit')) return true;
  const { cabinet_id: id } = await versionOf(ctx.db, flow.template_id, flow.template_version);
  const [cabinet] = await findVisibleItems(ctx, [id]);
  return cabinet !== undefined && (cabinet.bits & right.manage) !== 0;
}

/** Cancels what a passed flow does later, before it takes effect: 5303 where there is nothing to cancel, or where it has begun. */
export async function cancelPublication(ctx: Context, input: ParsedOf<typeof flows.cancelPublication>): Promise<Record<string, never>> {
  const flow = await requireFlow(ctx, input.id);
  const opinion = requireShortOpinion(input.opinion);
  if (!(await mayCancelPublication(ctx, flow))) throw new Refusal(codes.flowNotYours);
  await lockFlow(ctx.db, flow.id);
  if ((await waitingPublications(ctx.db, flow.id)).length === 0) throw new Refusal(codes.flowFinished);
  await giveUpPublications(ctx.db, flow.id);
  await releaseRevisionHold(ctx.db, flow.id);
  await recordFlowEvent(ctx, flow, { kind: 'canceled', actor: ctx.user, opinion });
  await ctx.emit(flowWithdrawn, { objId: flow.id, objName: flow.title, ...(opinion !== '' && { after: { opinion } }) });
  const { giverId = 0 } = JSON.parse(flow.form) as FlowTerms;
  const others = [flow.applicant_id, giverId, ...(await notifiedOf(ctx.db, flow.id))].filter((id) => id !== ctx.user.id);
  const people = await activeMembers(ctx, others, flow.organisation_id);
  await notifyPeople(ctx, flow, { kind: 'flowGivenUp', byName: ctx.user.fullName, isCanceled: true, people });
  return {};
}

const hourMs = 3600_000;
/** A publication that cannot take effect is tried again every hour for so long, then given up. */
const triedForMs = 30 * 24 * hourMs;

/** Carries out a passed flow at the time that it names, once: on behalf of who decided it last, or of another who may. */
export async function takeEffect(services: Services, { flowId, spaceId }: { flowId: number; spaceId: number }): Promise<void> {
  const { read: db } = services.database;
  const flow = await flowById(db, flowId, spaceId);
  if (flow === undefined) return;
  const { giverId = 0 } = JSON.parse(flow.form) as FlowTerms;
  const jobContext = { services, db, now: services.now() };
  const administrators = await administratorsOf(jobContext, approvalSubject(jobContext, flow));
  const [personId] = await activeMembers(jobContext, [giverId, ...administrators], spaceId);
  try {
    if (personId === undefined) throw new Refusal(codes.userMissing);
    await runAs(services, { personId, spaceId, address: '' }, async (ctx) => {
      await lockFlow(ctx.db, flow.id);
      const rows = await waitingPublications(ctx.db, flow.id);
      if (rows.length === 0) return;
      await carryOut(ctx, flow, rows);
      await releaseRevisionHold(ctx.db, flow.id);
      await recordFlowEvent(ctx, flow, { kind: 'effective', actor: systemActor });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await services.database.write((tx) => delay({ services, db: tx, now: services.now() }, flow));
  }
}

/** Tries a publication again in an hour, and tells its applicant and who decided it last, once; and once more where it is given up. */
async function delay(ctx: { services: Services; db: Db; now: number }, flow: FlowRow): Promise<void> {
  const { giverId = 0, effective = 0 } = JSON.parse(flow.form) as FlowTerms;
  const isGivenUp = ctx.now - effective >= triedForMs;
  if (isGivenUp) {
    await giveUpPublications(ctx.db, flow.id);
    await releaseRevisionHold(ctx.db, flow.id);
  } else {
    await callBack(ctx.db, flow, ctx.now + hourMs);
    if (await hasEvent(ctx.db, flow.id, 'delayed')) return;
  }
  await recordFlowEvent(ctx, flow, { kind: isGivenUp ? 'givenUp' : 'delayed', actor: systemActor });
  const people = await activeMembers(ctx, [flow.applicant_id, giverId], flow.organisation_id);
  await notifyPeople(ctx, flow, { kind: isGivenUp ? 'flowGivenUp' : 'flowDelayed', byName: flow.applicant_name, people });
}
