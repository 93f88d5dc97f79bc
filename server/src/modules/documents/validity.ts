import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { Item } from '@dossier/contract/documents/library';
import type { validity } from '@dossier/contract/documents/validity';
import type { Context, Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { accessOf } from '../access/effective-rights.ts';
import { refuseAttachments, requireItem, requireItems } from '../access/require-items.ts';
import { documentReviewed, documentValiditySet } from './events.ts';
import { requireManagedInPublishing } from './folders.ts';
import { requireUnlocked } from './locks.ts';
import { showItems } from './show-items.ts';
import { updateItem } from './tree/items.queries.ts';
import { datesOf, validityColumns } from './validity/dates.ts';
import { countDue, expireDocuments, hasToExpire, pageOfDue } from './validity/validity.queries.ts';

const dayMs = 24 * 3600_000;

/** Sets the dates of several documents; needs what changing them in the details needs. */
export async function setValidity(ctx: Context, input: ParsedOf<typeof validity.set>) {
  const authorised = await requireItems(ctx, right.visible | right.modify, [...new Set(input.objIds)]);
  refuseAttachments(authorised);
  for (const one of authorised) {
    const { item } = one;
    await requireManagedInPublishing(ctx, one);
    await requireUnlocked(ctx, item);
    const columns = await validityColumns(ctx, item, input);
    // dates are no change of the document: its last change stays who and when it was
    await updateItem(ctx.db, item.id, columns);
    await ctx.emit(documentValiditySet, {
      objId: item.id,
      objName: item.name,
      before: datesOf(item),
      after: datesOf({ ...item, ...columns }),
    });
  }
  return {};
}

/** Records a review of a document, and sets the next one. */
export async function recordReview(ctx: Context, input: ParsedOf<typeof validity.review>) {
  const { item, bits } = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
  if ((bits & right.modify) === 0 && item.owner_id !== ctx.user.id) throw new Refusal(codes.noRightToOperate);
  if (ctx.shareSession !== undefined || item.attached !== 0) throw new Refusal(codes.illegalOperation);
  if (input.reviewTime !== null && Date.parse(input.reviewTime) <= ctx.now) throw new Refusal(codes.reviewTimePast);
  const columns = await validityColumns(ctx, item, { reviewTime: input.reviewTime });
  await updateItem(ctx.db, item.id, columns);
  const { reviewTime } = datesOf({ ...item, ...columns });
  await ctx.emit(documentReviewed, { objId: item.id, objName: item.name, after: { reviewTime } });
  return {};
}

/** Documents that are overdue or due soon: the caller's own, or all in a cabinet for who manages it. */
export async function listDue(ctx: Context, input: ParsedOf<typeof validity.due>): Promise<Paged<Item>> {
  const { pageNo, pageSize, window, cabinetId } = input;
  if (cabinetId !== undefined) await requireItem(ctx, right.visible | right.manage, cabinetId, objType.cabinet);
  const access = await accessOf(ctx);
  const filter = {
    organisationId: ctx.user.organisationId,
    ...(cabinetId === undefined ? { ownerId: ctx.user.id } : { cabinetId: Number(cabinetId) }),
    until: window === 'overdue' ? ctx.now : ctx.now + Number(window) * dayMs,
    acls: access.visible,
  };
  const rows = await pageOfDue(ctx.db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return { list, pageNo, pageSize, totalNumber: await countDue(ctx.db, filter) };
}

const expiredTogether = 500;

/** Marks the documents whose time is over as expired; from then on cabinets may hide them. */
export async function sweepExpired(services: Services): Promise<void> {
  for (let more = true; more && !services.stopping.aborted; ) {
    // mostly there is nothing, which then needs no write transaction
    if (!(await hasToExpire(services.database.read, services.now()))) return;
    more = await services.database.write(async (db) => (await expireDocuments(db, services.now(), expiredTogether)) === expiredTogether);
  }
}
