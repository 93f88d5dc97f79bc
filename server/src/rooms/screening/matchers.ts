import { wordPlace } from '@dossier/contract/screening';
import type { Ctx, House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { enabledGroups } from './group-queries.ts';
import { createMatcher, type Matcher } from './matcher.ts';

type Group = Awaited<ReturnType<typeof enabledGroups>>[number];

/** What an organisation looks for: its groups by id, and their words by where they are looked for; undefined where there are none. */
export interface Words {
  groups: ReadonlyMap<number, Group>;
  names?: Matcher | undefined;
  /** Of names the words that refuse them. */
  blocked?: Matcher | undefined;
  notes?: Matcher | undefined;
  contents?: Matcher | undefined;
}

/** Every matcher is a few megabytes: those of so many organisations are kept. */
const mostKept = 50;
const caches = new WeakMap<House, { version: number; words: Map<number, Words> }>();

function matcherOf(groups: readonly Group[]): Matcher | undefined {
  const patterns = groups.flatMap((group) => [
    ...(JSON.parse(group.words) as string[]).map((word) => ({ word, group: group.id, isException: false })),
    ...(JSON.parse(group.exceptions) as string[]).map((word) => ({ word, group: group.id, isException: true })),
  ]);
  return patterns.length === 0 ? undefined : createMatcher(patterns);
}

/** The same groups are looked for in most places: their matcher is built once. */
function wordsFrom(groups: readonly Group[]): Words {
  const built = new Map<string, Matcher | undefined>();
  const of = (some: readonly Group[]): Matcher | undefined => {
    const key = some.map((group) => group.id).join(' ');
    if (!built.has(key)) built.set(key, matcherOf(some));
    return built.get(key);
  };
  const at = (place: number): Group[] => groups.filter((group) => (group.places & place) !== 0);
  return {
    groups: new Map(groups.map((group) => [group.id, group])),
    names: of(at(wordPlace.name)),
    blocked: of(at(wordPlace.name).filter((group) => group.action === 'block')),
    notes: of(at(wordPlace.note)),
    contents: of(at(wordPlace.content)),
  };
}

async function kept(house: House, space: number, version: number): Promise<Words> {
  let cache = caches.get(house);
  if (cache === undefined || cache.version !== version) {
    cache = { version, words: new Map() };
    caches.set(house, cache);
  }
  const known = cache.words.get(space);
  if (known !== undefined) return known;
  const words = wordsFrom(await enabledGroups(house.database.read, space));
  if (cache.words.size >= mostKept) cache.words.clear();
  cache.words.set(space, words);
  return words;
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
