import { wordPlace } from '@dossier/contract/screening';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { enabledGroups } from './group-queries.ts';
import { createMatcher, type Matcher } from './matcher.ts';

type Group = Awaited<ReturnType<typeof enabledGroups>>[number];

/** Where words are looked for; `blocked`: those that refuse a name. */
const wheres = {
  names: ({ places }: Group) => (places & wordPlace.name) !== 0,
  blocked: ({ places, action }: Group) => (places & wordPlace.name) !== 0 && action === 'block',
  notes: ({ places }: Group) => (places & wordPlace.note) !== 0,
  contents: ({ places }: Group) => (places & wordPlace.content) !== 0,
};

/** What an organisation looks for: its groups by id, and their words by where they are looked for, built when they first are; undefined where there are none. */
export interface Words {
  groups: ReadonlyMap<number, Group>;
  matcher(where: keyof typeof wheres): Promise<Matcher | undefined>;
}

/** A matcher takes some megabytes, tens where the words are as many and long as they may be: those of so many organisations are kept. */
const mostKept = 50;
const caches = new WeakMap<House, { version: number; words: Map<number, Promise<Words>> }>();

async function matcherOf(groups: readonly Group[]): Promise<Matcher | undefined> {
  const patterns = groups.flatMap((group) => [
    ...(JSON.parse(group.words) as string[]).map((word) => ({ word, group: group.id, isException: false })),
    ...(JSON.parse(group.exceptions) as string[]).map((word) => ({ word, group: group.id, isException: true })),
  ]);
  return patterns.length === 0 ? undefined : createMatcher(patterns);
}

/** The same groups are looked for in most places: their matcher is built once. */
function wordsFrom(groups: readonly Group[]): Words {
  const built = new Map<string, Promise<Matcher | undefined>>();
  return {
    groups: new Map(groups.map((group) => [group.id, group])),
    matcher(where) {
      const some = groups.filter(wheres[where]);
      const key = some.map((group) => group.id).join(' ');
      const known = built.get(key) ?? matcherOf(some);
      built.set(key, known);
      return known;
    },
  };
}

/** Read once for all who ask meanwhile; a reading that failed is not kept. */
function kept(house: House, space: number, version: number): Promise<Words> {
  let cache = caches.get(house);
  if (cache === undefined || cache.version !== version) {
    cache = { version, words: new Map() };
    caches.set(house, cache);
  }
  const { words } = cache;
  const known = words.get(space);
  if (known !== undefined) return known;
  if (words.size >= mostKept) words.clear();
  const reading = enabledGroups(house.database.read, space).then(wordsFrom);
  words.set(space, reading);
  reading.catch(() => words.delete(space));
  return reading;
}

/** What an organisation looks for, as of now. */
export async function wordsOf(house: House, space: number): Promise<Words> {
  return kept(house, space, (await readVersions(house.database.read)).site);
}

/** The same for a deed: what its own transaction changed counts for it, and is not kept for others. */
export async function wordsFor({ house, db, user }: Ctx): Promise<Words> {
  const version = user.versions.site;
  const cache = caches.get(house);
  const known = cache?.version === version ? cache.words.get(user.organisationId) : undefined;
  if (known !== undefined) return known;
  if (db === house.database.read || (await siteVersion(house.database.read)) === version) return kept(house, user.organisationId, version);
  return wordsFrom(await enabledGroups(db, user.organisationId));
}

const siteVersion = async (db: Db): Promise<number> => (await readVersions(db)).site;
