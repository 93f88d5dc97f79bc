import type { Db } from '../../ground/db/database.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import type { QuotaRow } from './queries.ts';

/** The listener that tells people of limits that come near: in a later room, which knows them. */
export const nearListener = 'admin.limits';

const marks = [95, 80] as const;

/** The highest mark, in parts of a hundred, that a limit has reached with so much more; 0 below all of them. */
export const markOf = ({ used, most }: Pick<QuotaRow, 'used' | 'most'>, more = 0): number =>
  marks.find((mark) => (used + more) * 100 >= most * mark) ?? 0;

/** The mark up to which people are to know, from what they were told: a lower one only once there is clearly room again, not to and fro. */
export function newsOf(row: Pick<QuotaRow, 'used' | 'most' | 'told'>, more = 0): number {
  const mark = markOf(row, more);
  return mark > row.told || (row.used + more) * 100 < row.most * (row.told - 10) ? mark : row.told;
}

/** Has whom it concerns told, after the commit, that a limit is near. */
export const sayNear = (db: Db, { kind, holder_id }: Pick<QuotaRow, 'holder_id'> & { kind: string }, at: number): Promise<void> =>
  sayTo(db, nearListener, { event: 'limit.near', data: { kind, holderId: holder_id }, dedupe: `${kind} ${holder_id}`, at });
