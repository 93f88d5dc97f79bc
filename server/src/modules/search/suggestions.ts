import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { search } from '@dossier/contract/search/search';
import type { Context } from '../../platform/context.ts';
import { nameKey } from '../../platform/text/names.ts';
import { queryTerms } from '../../platform/text/tokens.ts';
import { accessOf } from '../access/effective-rights.ts';
import { tagsNamed } from '../classification/tags.ts';
import { searchPrincipals } from '../identity/principals.ts';
import { findHits, namesStartingFirst, poolStart, suggestionPool } from './hits/hits.queries.ts';
import { orSearchUnavailable, showHits } from './search.ts';

/** Few enough to be read at a glance. */
const shown = { items: 8, tags: 3, people: 3 };

/** A query of one letter names too many people and tags to be of use. */
const leastLetters = 2;

/** Items, tags and people that a partly typed search may mean. Only names are looked at, as contents cannot be guessed while typing. */
export async function suggest(ctx: Context, { keyword }: ParsedOf<typeof search.suggest>): Promise<OutputOf<typeof search.suggest>> {
  const isView = ctx.user.viewer !== undefined;
  const isLong = [...keyword].length >= leastLetters;
  const items = await orSearchUnavailable(itemsNamed(ctx, keyword));
  if (isView || !isLong) return { items, tags: [], people: [] };
  const tags = await tagsNamed(ctx, keyword, shown.tags);
  const people = await searchPrincipals(ctx, { keyword, type: 'user' });
  return { items, tags, people: people.slice(0, shown.people).map(({ id, name }) => ({ id, name })) };
}

async function itemsNamed(ctx: Context, keyword: string) {
  const terms = queryTerms(keyword);
  if (terms.length === 0) return [];
  const { visible, readable } = await accessOf(ctx);
  const bounds = { organisationId: ctx.user.organisationId, acls: visible, readable };
  const { long } = ctx.services.database;
  const limit = shown.items;
  const ids = await namesStartingFirst(long, { terms, start: nameKey(keyword), bounds, limit });
  // to whom few of the newest matches are visible, mostly few items are at all: then these are looked through
  if (ids.length < limit && (await poolStart(long, 'name_words', { terms, pool: suggestionPool })) > 0) {
    const asked = { terms, bounds, order: 'relevance', since: 0, sparse: true, limit } as const;
    for (const hit of await findHits(long, 'name_words', asked)) if (!ids.includes(hit.id) && ids.length < limit) ids.push(hit.id);
  }
  return showHits(
    ctx,
    ids.map((id) => ({ id, inContent: false })),
    [],
  );
}
