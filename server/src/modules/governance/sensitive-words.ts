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

/** Where words are looked for; `blocked`: those that refuse a name. */
const matcherScopes = {
  names: ({ places }: Group) => (places & wordPlace.name) !== 0,
  blocked: ({ places, action }: Group) => (places & wordPlace.name) !== 0 && action === 'block',
  notes: ({ places }: Group) => (places & wordPlace.note) !== 0,
  contents: ({ places }: Group) => (places & wordPlace.content) !== 0,
};

/** What an organisation looks for: its groups by id, and their words by where they are looked for, built when they first are; undefined where there are none. */
export interface CompiledWords {
  groups: ReadonlyMap<number, Group>;
  matcher(where: keyof typeof matcherScopes): Promise<Matcher | undefined>;
}

/** A matcher takes some megabytes, tens where the words are as many and long as they may be: those of so many organisations are kept. */
const maxCachedOrganisations = 50;
const caches = new WeakMap<Services, { version: number; words: Map<number, Promise<CompiledWords>> }>();

async function matcherOf(groups: readonly Group[]): Promise<Matcher | undefined> {
  const patterns = groups.flatMap((group) => [
    ...(JSON.parse(group.words) as string[]).map((word) => ({ word, group: group.id, isException: false })),
    ...(JSON.parse(group.exceptions) as string[]).map((word) => ({ word, group: group.id, isException: true })),
  ]);
  return patterns.length === 0 ? undefined : createMatcher(patterns);
}

/** The same groups are looked for in most places: their matcher is built once. */
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

/** Read once for all who ask meanwhile; a reading that failed is not kept. */
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

/** What an organisation looks for, as of now. */
export async function compiledWords(services: Services, space: number): Promise<CompiledWords> {
  return cachedWords(services, space, (await readVersions(services.database.read)).site);
}

/** The same for a deed: what its own transaction changed counts for it, and is not kept for others. */
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

/** Refuses a name with a word that blocks (2601), and tells which one it is: whoever typed it knows it already. */
export async function refuseBlockedWords(ctx: Context, name: string): Promise<void> {
  const blocked = await (await compiledWordsFor(ctx)).matcher('blocked');
  const found = blocked === undefined ? undefined : findMatches(blocked, name)[0];
  if (found !== undefined) throw new Refusal(codes.sensitiveWordFound, { word: name.normalize('NFC').slice(found.from, found.to) });
}

/** Refuses to share by link what holds words that block, as long as nobody found them harmless (2601). */
export async function requireNotBlocked(ctx: Pick<Context, 'db'>, itemIds: readonly number[]): Promise<void> {
  if ((await blockedAmong(ctx.db, itemIds)).size > 0) throw new Refusal(codes.sensitiveWordFound);
}
