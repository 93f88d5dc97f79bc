import { isoTime } from '../../ground/text/iso-time.ts';
import type { LogEntry } from '@dossier/contract/reports';
import type { Ctx } from '../../ground/ctx.ts';
import { findVisible, type Held } from '../library/need-items.ts';
import type { entriesOf } from './queries.ts';

/** A line of the log as it is kept. */
export type Row = Awaited<ReturnType<typeof entriesOf>>[number];

const factsOf = (row: Row): Record<string, unknown> => (row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>));

/** Where an item came to lie, as an entry keeps it: the last of what the parent was and became. */
const placeOf = (facts: Record<string, unknown>): number => Number([facts['parentId']].flat().at(-1) ?? 0);

/** Of items and of the places that entries speak of those that the caller may know. */
export async function knownItems(ctx: Ctx, rows: readonly Row[], objects: readonly number[] = []): Promise<ReadonlyMap<number, Held>> {
  const ids = [...new Set([...objects, ...rows.map((row) => placeOf(factsOf(row)))])].filter((id) => id > 0);
  const held = ids.length === 0 ? [] : await findVisible(ctx, ids);
  return new Map(held.map((one) => [one.item.id, one]));
}

/** Without the ids of other things, which tell a reader nothing, and without the names of hidden places. */
export function readable(row: Row, known: ReadonlyMap<number, Held>): string | undefined {
  const all = factsOf(row);
  const facts = Object.entries(all).filter(([field]) => !field.endsWith('Id') && (field !== 'parent' || known.has(placeOf(all))));
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

/** What an entry tells everybody who may see it. */
export const plainEntry = (row: Row): LogEntry => ({
  id: String(row.id),
  time: isoTime(row.at),
  action: row.action,
  userId: row.person_id === null ? undefined : String(row.person_id),
  userName: row.person_name,
});

/** What it was about. */
export const objectOf = (row: Row): Pick<LogEntry, 'objId' | 'objName'> => ({
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  objName: row.obj_name ?? undefined,
});
