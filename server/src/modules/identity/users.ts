import type { Context, Services, User } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isMember } from './organisations.queries.ts';
import * as queries from './users/users.queries.ts';
import { avatarUrl } from './users/list-users.ts';
import { avatarsOf, namesOf } from './users/users.queries.ts';

/** A user's row by login key, for signing in. */
export const findPersonByLogin = (db: Db, loginKey: string) => queries.findPersonByLogin(db, loginKey);

/** A user's row. */
export const findPerson = (db: Db, id: number) => queries.findPerson(db, id);

/** Changes a user's own settings. */
export const updatePerson = (db: Db, id: number, changes: Parameters<typeof queries.updatePerson>[2]) =>
  queries.updatePerson(db, id, changes);

/** A user who works in the caller's space, guests included. */
export async function findColleague(ctx: Pick<Context, 'db' | 'user'>, id: number) {
  const person = await queries.findPerson(ctx.db, id);
  if (person === undefined || person.organisation_id === ctx.user.organisationId) return person;
  return (await isMember(ctx.db, ctx.user.organisationId, id)) ? person : undefined;
}

/** Whether a user belongs to an organisation or is a guest there, even a closed one. */
export async function mayWorkIn(db: Db, { spaceId, personId }: { spaceId: number; personId: number }): Promise<boolean> {
  return (await queries.findPerson(db, personId))?.organisation_id === spaceId || isMember(db, spaceId, personId);
}

const caches = new WeakMap<Services, { version: number; names: Map<number, string> }>();

/** Full names for a list, cached where known; the cache follows every change of users. */
export async function personNames(
  ctx: Pick<Context, 'services' | 'db'> & { user: Pick<User, 'versions'> },
  ids: number[],
): Promise<(id: number) => string> {
  const { services, user } = ctx;
  let cache = caches.get(services);
  if (cache === undefined || cache.version !== user.versions.people) {
    cache = { version: user.versions.people, names: new Map() };
    caches.set(services, cache);
  }
  const { names } = cache;
  const missing = [...new Set(ids)].filter((id) => id !== 0 && !names.has(id));
  if (missing.length > 0) for (const [id, name] of await namesOf(ctx.db, missing)) names.set(id, name);
  return (id) => names.get(id) ?? '';
}

/** The addresses of the avatars of some users; only those who have an account are in it. */
export async function avatarUrls(
  { services, db, user }: Pick<Context, 'services' | 'db' | 'user'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | undefined>> {
  return new Map((await avatarsOf(db, ids)).map((row) => [row.id, avatarUrl(services, user, row)]));
}
