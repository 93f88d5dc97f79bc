import { type Code, codes } from '@dossier/contract/core/codes';
import { module, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { type attachments, maxFlowAttachments } from '@dossier/contract/documents/attachments';
import { firstVersion } from '@dossier/contract/documents/version-labels';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extOf } from '../../platform/text/names.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { consumeQuota, type QuotaPlace } from '../identity/quotas.ts';
import { attachmentsOf, countAttachments, pageOfAttachments } from './attachments/attachments.queries.ts';
import { documentCreated } from './events.ts';
import { freeNameIn, nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { showItems } from './show-items.ts';
import { insertDocument } from './tree/items.queries.ts';

/**
 * Attachments of flows are items of kind document with `attached` 2, whose parent is the flow. They stand under no access list, in no cabinet and in the area
 * of flows, which is none of the areas with cabinets: no right reaches them, no list, search or path leads to them, and only the access that is given here
 * to those who take part in the flow opens them.
 */
const attachedToFlow = 2;

/** A flow that the caller takes part in. */
export interface FlowOfAttachments {
  id: number;
  organisationId: number;
  /** Why the caller may not add or take out attachments now; absent where they may. */
  refusal?: Code;
  /** The newest ratification of a step since the flow was submitted, in milliseconds: attachments added before it are not taken out (5706). */
  approvedAt?: number;
}

/** What the module of flows knows of the attachments that this one keeps. */
interface FlowRules {
  /** The flow, where the caller takes part in it; undefined otherwise. */
  find(ctx: Context, flowId: number): Promise<FlowOfAttachments | undefined>;
  /** Locks the flow: decisions wait until the transaction ends. */
  lock(ctx: Context, flowId: number): Promise<void>;
  /** Tells that an attachment was added or taken out; not which one, as the log is read by people who take no part in the flow. */
  record(ctx: Context, flow: FlowOfAttachments, change: 'added' | 'deleted'): Promise<void>;
}

/** Filled by one extension. */
export const flowRules = extensionPoint<FlowRules>();

async function findFlow(ctx: Context, flowId: number): Promise<FlowOfAttachments | undefined> {
  // neither visitors of links nor who views as somebody else reach files of flows
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined) return undefined;
  return flowRules.all()[0]?.find(ctx, flowId);
}

/** Tells that an attachment was added or taken out. */
export const recordChange = async (ctx: Context, flow: FlowOfAttachments, change: 'added' | 'deleted'): Promise<void> =>
  flowRules.all()[0]?.record(ctx, flow, change);

async function requireFlow(ctx: Context, flowId: string | number): Promise<FlowOfAttachments> {
  const flow = await findFlow(ctx, Number(flowId));
  if (flow === undefined) throw new Refusal(codes.flowMissing);
  return flow;
}

/** A flow as it is until the transaction ends: nobody approves it meanwhile. */
export async function requireLockedFlow(ctx: Context, flowId: number): Promise<FlowOfAttachments> {
  await flowRules.all()[0]?.lock(ctx, flowId);
  return requireFlow(ctx, flowId);
}

/** A flow that the caller may add attachments to now. */
export async function requireChangeableFlow(ctx: Context, flowId: string | number): Promise<FlowOfAttachments> {
  const flow = await requireFlow(ctx, flowId);
  if (flow.refusal !== undefined) throw new Refusal(flow.refusal);
  return flow;
}

/** A flow that takes one more attachment of the caller; 5704 where it has as many as it may. */
export async function requireFlowAttachable(ctx: Context, flowId: string | number): Promise<FlowOfAttachments> {
  const flow = await requireChangeableFlow(ctx, flowId);
  if ((await countAttachments(ctx.db, flow.id)) >= maxFlowAttachments) throw new Refusal(codes.flowAttachmentsFull);
  return flow;
}

/** The live attachments of a flow; whether the caller may know of them is the caller's to ask. */
export const attachmentsOfFlow = (db: Db, flowId: number): Promise<ItemRow[]> => attachmentsOf(db, flowId);

/** Whose quotas the attachments of a flow count in: those of its organisation. */
export const placeOfFlow = (flow: FlowOfAttachments): QuotaPlace => ({
  organisation_id: flow.organisationId,
  area: module.flows,
  area_owner_id: 0,
});

/** Creates an attachment of a flow from stored bytes; a taken name gets a number. The caller has checked that the flow takes it. */
export async function placeFlowAttachment(
  ctx: Context,
  flow: FlowOfAttachments,
  arrived: { id: number; revisionId: number; name: string; size: number },
) {
  const place = placeOfFlow(flow);
  await consumeQuota(ctx, place, arrived);
  await requireAcceptedName(ctx, arrived.name);
  const columns = nameColumns(await freeNameIn(ctx.db, flow.id, arrived));
  const ext = extOf(columns.name);
  await refuseTakenName(objType.document, () =>
    insertDocument(ctx.db, {
      id: arrived.id,
      kind: objType.document,
      ...place,
      cabinet_id: 0,
      parent_id: flow.id,
      acl_id: 0,
      ...columns,
      ext,
      size: arrived.size,
      version_no: 1,
      major_no: firstVersion.major,
      minor_no: firstVersion.minor,
      revision_id: arrived.revisionId,
      attached: attachedToFlow,
      person: ctx.user.id,
      author: ctx.user.id,
      at: ctx.now,
    }),
  );
  await ctx.emit(documentCreated, { objId: arrived.id, objName: columns.name, revisionId: arrived.revisionId });
  await recordChange(ctx, flow, 'added');
  return {
    documentId: arrived.id,
    revisionId: arrived.revisionId,
    number: 1,
    version: firstVersion,
    isMajor: false,
    name: columns.name,
    ext,
  };
}

/** What may be done with an attachment of a flow by those who take part in it. */
const attachmentBits = right.visible | right.read | right.print | right.pdf | right.download;

/** Why the caller may not take out an attachment now; undefined where they may. */
export function refusalToTakeOut(ctx: Context, flow: FlowOfAttachments, item: ItemRow): Code | undefined {
  if (flow.refusal !== undefined) return flow.refusal;
  if (item.creator_id !== ctx.user.id) return codes.attachmentNotYours;
  return flow.approvedAt !== undefined && item.created_at <= flow.approvedAt ? codes.attachmentApproved : undefined;
}

/** A page of the attachments of a flow that the caller takes part in. */
export async function listFlowAttachments(
  ctx: Context,
  flowId: string,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<OutputOf<typeof attachments.list>> {
  const flow = await requireFlow(ctx, flowId);
  const rows = await pageOfAttachments(ctx.db, flow.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: attachmentBits })),
  );
  const list = shown.map((item, at) => ({ ...item, mayDelete: refusalToTakeOut(ctx, flow, rows[at] as ItemRow) === undefined }));
  const totalNumber = await countAttachments(ctx.db, flow.id);
  return { list, pageNo, pageSize, totalNumber, mayChange: flow.refusal === undefined };
}

/** An attachment of a flow that the caller takes part in; undefined for anything else. */
export async function findFlowAttachment(ctx: Context, id: number): Promise<{ item: ItemRow; flow: FlowOfAttachments } | undefined> {
  const item = await findItem(ctx.db, id);
  if (item?.attached !== attachedToFlow || item.organisation_id !== ctx.user.organisationId) return undefined;
  const flow = await findFlow(ctx, item.parent_id);
  return flow && { item, flow };
}

/** Temporary access to the attachments of a flow, for those who take part in it. */
export const hasFlowAttachmentAccess = async (ctx: Context, { documentId }: { documentId: number }): Promise<false | 'whole'> =>
  (await findFlowAttachment(ctx, documentId)) === undefined ? false : 'whole';
