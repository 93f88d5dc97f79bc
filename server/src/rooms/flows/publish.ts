import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { publishRevision } from '../content/publish-revision.ts';
import { isPublishing, itemForFlow, withdrawFromReaders } from '../library/flow-items.ts';
import { type Held, needItem, needPlace } from '../library/need-items.ts';
import { actingAs } from './acting-as.ts';
import { busyWith, documentsOf, type FlowRow, setResult } from './flow-queries.ts';
import { type HandedIn, stillTheirs } from './handed-in.ts';
import { versionOf } from './template-queries.ts';
import type { Terms } from './terms.ts';

type Item = Held['item'];

/** The publishing cabinet of a flow's template, which still has to be one. */
async function cabinetOf(ctx: Ctx, flow: FlowRow): Promise<Item> {
  const { cabinet_id: id } = await versionOf(ctx.db, flow.template_id, flow.template_version);
  const cabinet = await itemForFlow(ctx, id);
  if (cabinet === undefined || !isPublishing(cabinet)) throw new Refusal(codes.flowPathRequired);
  return cabinet;
}

/** Refuses what could not be published, revised or abolished, as the applicant sees it: another cabinet, another kind of file, a document that another flow is about. */
export async function needPublishable(ctx: Ctx, flow: FlowRow, documents: readonly HandedIn[]): Promise<void> {
  const cabinet = await cabinetOf(ctx, flow);
  const { targetId } = JSON.parse(flow.form) as Terms;
  const busy = await busyWith(
    ctx.db,
    flow.id,
    documents.map((one) => one.item_id),
  );
  if (busy) throw new Refusal(codes.flowDocumentBusy);
  if (flow.kind === 'abolish') {
    for (const one of documents) needIn(cabinet, (await needItem(ctx, right.visible | right.read, one.item_id)).item);
    return;
  }
  if (targetId === undefined) throw new Refusal(codes.flowPathRequired);
  if (flow.kind === 'publish') return needIn(cabinet, (await needPlace(ctx, right.visible, targetId)).item);
  const { item } = await needItem(ctx, right.visible | right.read, targetId, objType.document);
  needIn(cabinet, item);
  needSuccessor(item, documents);
}

function needIn(cabinet: Item, item: Item): void {
  if (item.cabinet_id !== cabinet.id) throw new Refusal(codes.flowPathRequired);
}

/** One document takes the place of another of its kind. */
function needSuccessor(item: Item, documents: readonly Pick<HandedIn, 'ext' | 'item_id'>[]): void {
  const [one, ...more] = documents;
  if (one === undefined || more.length > 0) throw new Refusal(codes.tooManyItems);
  if (one.ext !== item.ext) throw new Refusal(codes.fileTypeNotAllowed);
  if (one.item_id === item.id) throw new Refusal(codes.illegalOperation);
}

/** Does what a passed flow is for: its documents are published as they were handed in, take the place of another, or are withdrawn from their readers. */
export async function publish(ctx: Ctx, flow: FlowRow): Promise<void> {
  const cabinet = await cabinetOf(ctx, flow);
  const rows = await documentsOf(ctx.db, flow.id);
  if (flow.kind === 'abolish') {
    for (const row of rows) await abolish(ctx, cabinet, row.item_id);
    return;
  }
  const { targetId = 0 } = JSON.parse(flow.form) as Terms;
  const target = await itemForFlow(ctx, targetId);
  if (target === undefined) throw new Refusal(codes.itemMissing);
  needIn(cabinet, target);
  if (flow.kind === 'revise') needSuccessor(target, rows);
  const applicant = await actingAs(ctx, flow.applicant_id);
  for (const row of rows) {
    const held = await stillTheirs(applicant, flow.kind, row);
    const where = flow.kind === 'revise' ? { instead: target } : { place: target };
    const placed = await publishRevision(ctx, held, { ...where, name: row.name, note: flow.number ?? '' });
    if (placed !== undefined) await setResult(ctx.db, { flowId: flow.id, itemId: row.item_id, resultId: placed.documentId });
  }
}

async function abolish(ctx: Ctx, cabinet: Item, id: number): Promise<void> {
  const item = await itemForFlow(ctx, id);
  if (item === undefined) throw new Refusal(codes.documentMissing);
  needIn(cabinet, item);
  await withdrawFromReaders(ctx, item);
}
