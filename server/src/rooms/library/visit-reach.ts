import type { Ctx } from '../../ground/ctx.ts';
import { waysUp } from './way-queries.ts';

/**
 * Which of some items the caller reaches at all: everybody else any, the visitor of a link those that are shared and what lies below them, as
 * far as neither it nor what it lies in there is kept from links.
 */
export async function reachOf(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => boolean> {
  const { visit, db } = ctx;
  if (visit === undefined) return () => true;
  const parents = new Map((await waysUp(db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row.parent_id]));
  const held = await visit.held(db, [...parents.keys()]);
  const isShared = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at !== 0; at = parents.get(at)) {
      if (visit.items.has(at)) return true;
      if (held.has(at)) return false;
    }
    return false;
  };
  const hidden = await visit.hidden(
    db,
    ids.filter((id) => !visit.items.has(id)),
  );
  return (id) => isShared(id) && !hidden.has(id);
}

/** The way from the shared item down to one below it, both included; the caller has asked for the item. */
export async function wayInLink(ctx: Ctx, id: number): Promise<{ id: number; name: string }[]> {
  const rows = new Map((await waysUp(ctx.db, { ids: JSON.stringify([id]) })).map((row) => [row.id, row]));
  const way: { id: number; name: string }[] = [];
  for (let row = rows.get(id); row !== undefined; row = rows.get(row.parent_id)) {
    way.unshift({ id: row.id, name: row.name });
    if (ctx.visit?.items.has(row.id) === true) break;
  }
  return way;
}
