import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Hit, search } from '@dossier/contract/search';
import type { Ctx } from '../../ground/ctx.ts';
import { isBrokenTable } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { queryTerms, type Term } from '../../ground/text/tokens.ts';
import { cardBounds } from '../cards/find-by-card.ts';
import { needTags } from '../labels/tag-sight.ts';
import { findVisible, needPlace } from '../library/need-items.ts';
import { showItems } from '../library/show-items.ts';
import { visibleWays } from '../library/visible-ways.ts';
import { type Access, accessOf } from '../permissions/access.ts';
import { type Bounds, findHits, findWithin, poolStart, type RawHit } from './hit-queries.ts';
import type { WordTable } from './index-queries.ts';
import { type Found, mergeHits } from './merge-hits.ts';
import { snippetsOf } from './show-snippets.ts';

type Asked = ParsedOf<typeof search.search>;

/** Totals stop here. */
const most = 1000;

/** So many of the newest matches are ranked; more where the caller sees too few of them. Ranking costs PostgreSQL more. */
const pools = { sqlite: 4000, postgres: 1500 };

/** Items by the words of their names, contents or both; contents only where the caller may read them. */
export async function searchItems(ctx: Ctx, asked: Asked): Promise<Paged<Hit>> {
  const input = { ...asked, in: placesOf(ctx, asked) };
  const { pageNo, pageSize } = input;
  const terms = queryTerms(input.keyword);
  const found = terms.length === 0 ? await findMarked(ctx, input) : await orUnavailable(findAll(ctx, input, terms));
  const page = found.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return { list: await showHits(ctx, page, terms), pageNo, pageSize, totalNumber: found.length };
}

/** Where to look. Contents stay closed to a view as somebody else: also that a word stands in one tells of it. */
function placesOf({ user }: Ctx, asked: Asked): Asked['in'] {
  if (user.viewer === undefined) return asked.in;
  if (asked.in === 'content' || asked.cardFields !== undefined) throw new Refusal(codes.viewOnly);
  return 'name';
}

/** Says that the index is out of order where it is. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isBrokenTable(error) ? new Refusal(codes.searchUnavailable) : error;
  }
}

/** Of what the caller sees names are found; cards stay with who may read, as contents do. */
const namesFor = (input: Asked, access: Access): string => (input.cardFields === undefined ? access.visible : access.readable);

/** Without words: everything that bears the tags. Words of which nothing can be looked for find nothing. */
async function findMarked(ctx: Ctx, input: Asked): Promise<Found[]> {
  if (input.keyword !== '') return [];
  const bounds = { ...(await boundsOf(ctx, input)), acls: namesFor(input, await accessOf(ctx)) };
  const hits = await findWithin(ctx.house.database.long, { bounds, order: input.sort, limit: most });
  return hits.map(({ id }) => ({ id, inContent: false }));
}

async function findAll(ctx: Ctx, input: Asked, terms: Term[]): Promise<Found[]> {
  const access = await accessOf(ctx);
  const bounds = await boundsOf(ctx, input);
  const find = (table: WordTable, acls: string) => findIn(ctx, table, { input, terms, bounds: { ...bounds, acls } });
  const inNames = input.in === 'content' ? [] : await find('name_words', namesFor(input, access));
  const inContents = input.in === 'name' ? [] : await find('body_words', access.readable);
  return mergeHits(inNames, inContents, { order: input.sort, limit: most });
}

async function findIn(
  ctx: Ctx,
  table: WordTable,
  { input, terms, bounds }: { input: Asked; terms: Term[]; bounds: Bounds },
): Promise<RawHit[]> {
  const { long, engine } = ctx.house.database;
  const pool = pools[engine];
  const asked = { terms, bounds, order: input.sort, limit: most };
  if (input.sort !== 'relevance') return findHits(long, table, { ...asked, since: 0, sparse: false });
  for (let size = pool; ; ) {
    const since = await poolStart(long, table, { terms, pool: size });
    const hits = await findHits(long, table, { ...asked, since, sparse: size > pool });
    if (since === 0 || hits.length === most) return hits;
    // as far as the part of the matches that the caller knows of lets expect enough
    size *= Math.min(50, Math.max(4, Math.ceil((1.5 * most) / (hits.length + 1))));
  }
}

async function boundsOf(ctx: Ctx, input: Asked): Promise<Omit<Bounds, 'acls'>> {
  const place = input.parentId === undefined ? undefined : await needPlace(ctx, right.visible, input.parentId);
  const exts = input.ext
    ?.split(',')
    .map((ext) => ext.trim().toLowerCase().replace(/^\./, ''))
    .filter((ext) => ext !== '');
  return {
    organisationId: ctx.user.organisationId,
    area: input.moduleType,
    below: place?.item.id,
    exts: exts === undefined || exts.length === 0 ? undefined : exts,
    creatorId: input.creatorId === undefined ? undefined : Number(input.creatorId),
    from: input.from === undefined ? undefined : Date.parse(input.from),
    to: input.to === undefined ? undefined : Date.parse(input.to),
    tags: input.tagIds === undefined ? undefined : (await needTags(ctx, input.tagIds)).map((tag) => tag.id),
    card: input.cardFields === undefined ? undefined : await cardBounds(ctx, input.cardFields),
  };
}

async function showHits(ctx: Ctx, page: Found[], terms: Term[]): Promise<Hit[]> {
  const held = await findVisible(
    ctx,
    page.map(({ id }) => id),
  );
  const inContent = new Set(page.filter((hit) => hit.inContent).map(({ id }) => id));
  const readable = held.filter(({ item, bits }) => inContent.has(item.id) && (bits & right.read) !== 0).map(({ item }) => item.id);
  const [shown, ways, snippets] = [await showItems(ctx, held), await visibleWays(ctx, held), await snippetsOf(ctx, readable, terms)];
  return shown.map((item) => ({ ...item, path: (ways.get(Number(item.id)) ?? []).join(' / '), snippet: snippets.get(Number(item.id)) }));
}
