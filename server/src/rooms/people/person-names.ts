import type { Ctx, House } from '../../ground/ctx.ts';
import { namesOf } from './queries.ts';

const caches = new WeakMap<House, { version: number; names: Map<number, string> }>();

/** Full names for a list, from memory where known; names follow every change of people. */
export async function personNames(ctx: Ctx, ids: number[]): Promise<(id: number) => string> {
  const { house, user } = ctx;
  let cache = caches.get(house);
  if (cache === undefined || cache.version !== user.versions.people) {
    cache = { version: user.versions.people, names: new Map() };
    caches.set(house, cache);
  }
  const { names } = cache;
  const missing = [...new Set(ids)].filter((id) => id !== 0 && !names.has(id));
  if (missing.length > 0) for (const [id, name] of await namesOf(ctx.db, missing)) names.set(id, name);
  return (id) => names.get(id) ?? '';
}
