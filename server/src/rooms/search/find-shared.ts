import { mostNamed, type officeLooks } from '@dossier/contract/office-looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { queryTerms } from '../../ground/text/tokens.ts';
import { findShared } from '../library/office-gate.ts';
import { placesAlong } from '../library/places-along.ts';
import { showNamed } from '../library/show-named.ts';
import { sharedLists } from '../permissions/sight.ts';
import { findHits, poolStart } from './hit-queries.ts';
import { orUnavailable } from './search-items.ts';

/** Of so many of the newest matches the best are told. */
const pool = 4000;

/** What a link of this site is about. */
const idInLink = (text: string): string | undefined => /[?&](?:objId|id)=(\d{1,16})(?:&|#|$)/.exec(text)?.[1];

const isId = (text: string): boolean => /^\d{10,16}$/.test(text);

async function byWords(ctx: Ctx, keyword: string): Promise<number[]> {
  const terms = queryTerms(keyword);
  if (terms.length === 0) return [];
  const { long } = ctx.house.database;
  const bounds = { organisationId: ctx.user.organisationId, acls: await sharedLists(ctx) };
  const since = await poolStart(long, 'name_words', { terms, pool });
  const asked = { terms, bounds, order: 'relevance', since, sparse: false, limit: mostNamed } as const;
  return (await findHits(long, 'name_words', asked)).map(({ id }) => id);
}

/** Items of the shared areas for the office that sees all rights: what a link or an id means, what stands at a path, then what is called so. */
export async function findSharedItems(
  ctx: Ctx,
  { keyword, pageNo, pageSize }: ParsedOf<typeof officeLooks.find>,
): Promise<OutputOf<typeof officeLooks.find>> {
  const meant = idInLink(keyword) ?? (isId(keyword) ? keyword : undefined);
  const exact = meant === undefined ? await placesAlong(ctx, keyword) : [Number(meant)];
  const called = idInLink(keyword) === undefined ? await orUnavailable(byWords(ctx, keyword.slice(0, 200))) : [];
  const found = await findShared(ctx, [...new Set([...exact, ...called])]);
  const list = await showNamed(ctx, found.slice((pageNo - 1) * pageSize, pageNo * pageSize));
  return { list, pageNo, pageSize, totalNumber: found.length };
}
