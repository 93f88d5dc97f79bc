import { codes } from '@dossier/contract/core/codes';
import { wordPlace } from '@dossier/contract/governance/sensitive-words';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { Refusal } from '../../platform/refusal.ts';
import { blockedAmong } from './findings.queries.ts';
import { type Matcher, createMatcher } from './sensitive-words/matcher.ts';
import { findMatches } from './sensitive-words/text-matching.ts';
import { enabledGroups } from './sensitive-words/word-groups.queries.ts';

type Group = Awaited<ReturnType<typeof enabledGroups>>[number];

/** The scopes of matchers; `blocked`: groups that refuse a name. */
const matcherScopes = {
  names: ({ places }: Group) => (places & wordPlace.name) !== 0,
  blocked: ({ places, action }: Group) => (places & wordPlace.name) !== 0 && action === 'block',
  notes: ({ places }: Group) => (places & wordPlace.note) !== 0,
  contents: ({ places }: Group) => (places & wordPlace.content) !== 0,
};

/** The compiled words of an organisation: groups by id, and matchers by scope, built on first use; undefined without groups. */
export interface CompiledWords {
  groups: ReadonlyMap<number, Group>;
  matcher(where: keyof typeof matcherScopes): Promise<Matcher | undefined>;
}

/** A matcher takes some megabytes, tens with the most and longest words: so many organisations are cached. */
const maxCachedOrganisations = 50;
const caches = new WeakMap<Services, { version: number; words: Map<number, Promise<CompiledWords>> }>();

async function matcherOf(groups: readonly Group[]): Promise<Matcher | undefined> {
  const patterns = groups.flatMap((group) => [
    ...(JSON.parse(group.words) as string[]).map((word) => ({ word, group: group.id, isException: false })),
    ...(JSON.parse(group.exceptions) as string[]).map((word) => ({ word, group: group.id, isException: true })),
  ]);
  return patterns.length === 0 ? undefined : createMatcher(patterns);
}

/** Most scopes have the same groups: their matcher is built once. */
function compileWords(groups: readonly Group[]): CompiledWords {
  const built = new Map<string, Promise<Matcher | undefined>>();
  return {
    groups: new Map(groups.map((group) => [group.id, group])),
    matcher(where) {
      const some = groups.filter(matcherScopes[where]);
      const key = some.map((group) => group.id).join(' ');
      const known = built.get(key) ?? matcherOf(some);
      built.set(key, known);
      return known;
    },
  };
}

/** Single-flight: concurrent callers share one read; a failed read is not cached. */
function cachedWords(services: Services, space: number, version: number): Promise<CompiledWords> {
  let cache = caches.get(services);
  if (cache === undefined || cache.version !== version) {
    cache = { version, words: new Map() };
    caches.set(services, cache);
  }
  const { words } = cache;
  const known = words.get(space);
  if (known !== undefined) return known;
  if (words.size >= maxCachedOrganisations) words.clear();
  const reading = enabledGroups(services.database.read, space).then(compileWords);
  words.set(space, reading);
  reading.catch(() => words.delete(space));
  return reading;
}

/** The compiled words of an organisation, as of now. */
export async function compiledWords(services: Services, space: number): Promise<CompiledWords> {
  return cachedWords(services, space, (await readVersions(services.database.read)).site);
}

/** The compiled words for a request: changes of its own transaction count, and are not cached for others. */
async function compiledWordsFor({ services, db, user }: Context): Promise<CompiledWords> {
  const version = user.versions.site;
  const cache = caches.get(services);
  const known = cache?.version === version ? cache.words.get(user.organisationId) : undefined;
  if (known !== undefined) return known;
  if (db === services.database.read || (await siteVersion(services.database.read)) === version)
    return cachedWords(services, user.organisationId, version);
  return compileWords(await enabledGroups(db, user.organisationId));
}

const siteVersion = async (db: Db): Promise<number> => (await readVersions(db)).site;

/** Refuses a name with a blocked word (2601), and names the word: the caller typed it. */
export async function refuseBlockedWords(ctx: Context, name: string): Promise<void> {
  const blocked = await (await compiledWordsFor(ctx)).matcher('blocked');
  const found = blocked === undefined ? undefined : findMatches(blocked, name)[0];
  if (found !== undefined) throw new Refusal(codes.sensitiveWordFound, { word: name.normalize('NFC').slice(found.from, found.to) });
}

/** Refuses to share items with blocked words by link, until a reviewer finds them harmless (2601). */
export async function requireNotBlocked(ctx: Pick<Context, 'db'>, itemIds: readonly number[]): Promise<void> {
  if ((await blockedAmong(ctx.db, itemIds)).size > 0) throw new Refusal(codes.sensitiveWordFound);
}
