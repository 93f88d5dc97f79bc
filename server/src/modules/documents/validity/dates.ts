import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { updateItem } from '../tree/items.queries.ts';

const dayMs = 24 * 3600_000;

/** New dates: null removes one, and one that is left out stays. */
interface NewDates {
  validUntil?: string | null | undefined;
  reviewTime?: string | null | undefined;
}

/** The list of a document by whether it has expired: one with a minus sign says so, to every query and check of rights. */
const aclOf = (acl: number, validUntil: number, now: number): number =>
  validUntil !== 0 && validUntil <= now ? -Math.abs(acl) : Math.abs(acl);

const timeOf = (given: string | null | undefined, before: number): number =>
  given === undefined ? before : given === null ? 0 : Math.max(1, Date.parse(given));

/** The reminders that a new date is too near for count as sent. */
const stageOf = (at: number, now: number, days: number): number => (at === 0 || at > now + days * dayMs ? 0 : at > now ? 1 : 2);

/** The columns of a document that its dates are kept in. */
export async function validityColumns(ctx: Context, item: ItemRow, dates: NewDates): Promise<Partial<ItemRow>> {
  if (dates.validUntil === undefined && dates.reviewTime === undefined) return {};
  if (item.kind !== objType.document || item.attached !== 0) throw new Refusal(codes.illegalOperation);
  const { reminderDays } = await settingsOf(ctx.db, 'validity');
  const validUntil = timeOf(dates.validUntil, item.valid_until);
  const reviewAt = timeOf(dates.reviewTime, item.review_at);
  const set = [validUntil, reviewAt].filter((at) => at !== 0);
  return {
    valid_until: validUntil,
    review_at: reviewAt,
    due_at: set.length === 0 ? 0 : Math.min(...set),
    acl_id: aclOf(item.acl_id, validUntil, ctx.now),
    ...(validUntil !== item.valid_until && { expiry_stage: stageOf(validUntil, ctx.now, reminderDays) }),
    ...(reviewAt !== item.review_at && { review_stage: stageOf(reviewAt, ctx.now, reminderDays) }),
  };
}

/** What a copy keeps of the dates of its original; an attachment has none of its own. */
export const copiedValidity = (item: ItemRow, { acl, attached, now }: { acl: number; attached: boolean; now: number }): Partial<ItemRow> =>
  attached
    ? { acl_id: acl, valid_until: 0, review_at: 0, due_at: 0, expiry_stage: 0, review_stage: 0 }
    : { acl_id: aclOf(acl, item.valid_until, now) };

/** Gives a document the dates that another one has; those that the other one lacks stay. */
export async function carryValidity(ctx: Context, { from, to }: { from: number; to: number }): Promise<void> {
  const [source, item] = [await findItem(ctx.db, from), await findItem(ctx.db, to)];
  if (source === undefined || item === undefined || (source.valid_until === 0 && source.review_at === 0)) return;
  const columns = await validityColumns(ctx, item, {
    ...(source.valid_until !== 0 && { validUntil: isoTime(source.valid_until) }),
    ...(source.review_at !== 0 && { reviewTime: isoTime(source.review_at) }),
  });
  await updateItem(ctx.db, item.id, columns);
}

/** Who sees the expired documents of a cabinet, where that is not everybody who would see them otherwise. */
export const expiredForOf = ({ expired_right: needed }: Pick<ItemRow, 'expired_right'>): Item['expiredFor'] =>
  needed === 0 ? undefined : needed === right.manage ? 'manage' : 'modify';

/** The dates as the log shows them, of before or after a change. */
export const datesOf = (row: Pick<ItemRow, 'valid_until' | 'review_at'>): Record<string, string> => ({
  validUntil: row.valid_until === 0 ? '' : isoTime(row.valid_until),
  reviewTime: row.review_at === 0 ? '' : isoTime(row.review_at),
});
