import { type accessAudits, mostNamed } from '@dossier/contract/access/access-audits';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { Hit, search } from '@dossier/contract/search/search';
import type { Context } from '../../platform/context.ts';
import { isBrokenTable } from '../../platform/db/dialect.ts';
import { Refusal } from '../../platform/refusal.ts';
import { markdownWords } from '../../platform/text/markdown-words.ts';
import { snippet } from '../../platform/text/snippet.ts';
import { type Term, queryTerms } from '../../platform/text/tokens.ts';
import { type Access, accessOf, sharedAclIds } from '../access/effective-rights.ts';
import { findItemsOfSharedAreas, findVisibleItems, requireContainer } from '../access/require-items.ts';
import { namedPlaces, visiblePaths } from '../access/visible-items.ts';
import { cardConditions } from '../classification/document-cards.ts';
import { requireTags } from '../classification/tags.ts';
import { showItems } from '../documents/show-items.ts';
import { itemsAtPath } from '../documents/walk-tree.ts';
import { type RawHit, type SearchScope, type SortOrder, findHits, findWithin, poolStart, textsOf, wholeText } from './hits/hits.queries.ts';
import type { WordTable } from './word-index.queries.ts';

/** A hit, and whether it matches in its contents. */
interface MergedHit {
  id: number;
  inContent: boolean;
}

/** Merges hits in names and in contents: by relevance, names precede contents. */
function mergeHits(inNames: RawHit[], inContents: RawHit[], { order, limit }: { order: SortOrder; limit: number }): MergedHit[] {
  const found = new Map<number, MergedHit & { key: number | string }>();
  for (const [place, hit] of inNames.entries()) {
    found.set(hit.id, { id: hit.id, inContent: false, key: order === 'relevance' ? place - 2 * limit : hit.key });
  }
  for (const [place, hit] of inContents.entries()) {
    const known = found.get(hit.id);
    if (known === undefined) found.set(hit.id, { id: hit.id, inContent: true, key: order === 'relevance' ? place : hit.key });
    else
      Object.assign(known, {
        inContent: true,
        key: typeof known.key === 'number' && order === 'relevance' ? known.key - limit : known.key,
      });
  }
  return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.id - a.id)).slice(0, limit);
}

/** Most texts are shorter, and most matches are near the start: the rest of a long text is fetched only where necessary. */
const snippetPrefixLength = 40_000;

/** Snippets of the items' texts with the words marked. The caller has checked the right to read them. */
async function snippetsOf(ctx: Context, documents: { id: number; ext: string }[], terms: Term[]): Promise<Map<number, string>> {
  const { long } = ctx.services.database;
  const snippets = new Map<number, string>();
  if (documents.length === 0) return snippets;
  const marked = new Set(documents.filter(({ ext }) => ext === 'md' || ext === 'markdown').map(({ id }) => id));
  const ids = documents.map(({ id }) => id);
  for (const row of await textsOf(long, ids, snippetPrefixLength)) {
    const words = marked.has(row.item_id) ? snippet(markdownWords(row.body), terms) : '';
    // a match may be in an address, which is no word of the page
    const first = words.includes('<em>') ? words : snippet(row.body, terms);
    const further = !first.includes('<em>') && row.length > snippetPrefixLength;
    snippets.set(row.item_id, further ? snippet(await wholeText(long, row.item_id), terms) : first);
  }
  return snippets;
}

type SearchRequest = ParsedOf<typeof search.search>;

/** Upper bound of the totals. */
const maxHits = 1000;

/** The number of newest matches that are ranked; more where the caller sees too few of them. Ranking costs PostgreSQL more. */
const poolSizes = { sqlite: 4000, postgres: 1500 };

/** Items by the words of their names, contents or both; contents need the right to read. */
export async function searchItems(ctx: Context, asked: SearchRequest): Promise<Paged<Hit>> {
  const input = { ...asked, in: searchedPartsOf(ctx, asked) };
  const { pageNo, pageSize } = input;
  const terms = queryTerms(input.keyword);
  const found = terms.length === 0 ? await findByFilters(ctx, input) : await orSearchUnavailable(findAll(ctx, input, terms));
  const page = found.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return { list: await showHits(ctx, page, terms), pageNo, pageSize, totalNumber: found.length };
}

/** The searched parts. Contents are excluded in a view-as session: even the fact that a word occurs would reveal something. */
function searchedPartsOf({ user }: Context, asked: SearchRequest): SearchRequest['in'] {
  if (user.viewer === undefined) return asked.in;
  if (asked.in === 'content' || asked.cardFields !== undefined) throw new Refusal(codes.viewOnly);
  return 'name';
}

/** Maps a broken index to its refusal. */
export async function orSearchUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isBrokenTable(error) ? new Refusal(codes.searchUnavailable) : error;
  }
}

/** Names are found for visible items; card values need the right to read, as contents do. */
const namesFor = (input: SearchRequest, access: Access): string => (input.cardFields === undefined ? access.visible : access.readable);

/** Without words: all items that match the filters. Words without a searchable term find nothing. */
async function findByFilters(ctx: Context, input: SearchRequest): Promise<MergedHit[]> {
  if (input.keyword !== '') return [];
  const bounds = { ...(await scopeOf(ctx, input)), acls: namesFor(input, await accessOf(ctx)) };
  const hits = await findWithin(ctx.services.database.long, { bounds, order: input.sort, limit: maxHits });
  return hits.map(({ id }) => ({ id, inContent: false }));
}

async function findAll(ctx: Context, input: SearchRequest, terms: Term[]): Promise<MergedHit[]> {
  const access = await accessOf(ctx);
  const bounds = await scopeOf(ctx, input);
  const find = (table: WordTable, acls: string) => findIn(ctx, table, { input, terms, bounds: { ...bounds, acls } });
  const inNames = input.in === 'content' ? [] : await find('name_words', namesFor(input, access));
  const inContents = input.in === 'name' ? [] : await find('body_words', access.readable);
  return mergeHits(inNames, inContents, { order: input.sort, limit: maxHits });
}

async function findIn(
  ctx: Context,
  table: WordTable,
  { input, terms, bounds }: { input: SearchRequest; terms: Term[]; bounds: SearchScope },
): Promise<RawHit[]> {
  const { long, engine } = ctx.services.database;
  const pool = poolSizes[engine];
  const asked = { terms, bounds, order: input.sort, limit: maxHits };
  if (input.sort !== 'relevance') return findHits(long, table, { ...asked, since: 0, sparse: false });
  for (let size = pool; ; ) {
    const since = await poolStart(long, table, { terms, pool: size });
    const hits = await findHits(long, table, { ...asked, since, sparse: size > pool });
    if (since === 0 || hits.length === maxHits) return hits;
    // estimated from the share of matches that the caller sees
    size *= Math.min(50, Math.max(4, Math.ceil((1.5 * maxHits) / (hits.length + 1))));
  }
}

async function scopeOf(ctx: Context, input: SearchRequest): Promise<Omit<SearchScope, 'acls'>> {
  const place = input.parentId === undefined ? undefined : await requireContainer(ctx, right.visible, input.parentId);
  const exts = input.ext
    ?.split(',')
    .map((ext) => ext.trim().toLowerCase().replace(/^\./, ''))
    .filter((ext) => ext !== '');
  return {
    organisationId: ctx.user.organisationId,
    readable: (await accessOf(ctx)).readable,
    area: input.moduleType,
    below: place?.item.id,
    exts: exts === undefined || exts.length === 0 ? undefined : exts,
    creatorId: input.creatorId === undefined ? undefined : Number(input.creatorId),
    from: input.from === undefined ? undefined : Date.parse(input.from),
    to: input.to === undefined ? undefined : Date.parse(input.to),
    tags: input.tagIds === undefined ? undefined : (await requireTags(ctx, input.tagIds)).map((tag) => tag.id),
    card: input.cardFields === undefined ? undefined : await cardConditions(ctx, input.cardFields),
  };
}

/** Hits as lists show them, in their order, without those that the caller no longer sees. */
export async function showHits(ctx: Context, page: MergedHit[], terms: Term[]): Promise<Hit[]> {
  const authorised = await findVisibleItems(
    ctx,
    page.map(({ id }) => id),
  );
  const inContent = new Set(page.filter((hit) => hit.inContent).map(({ id }) => id));
  const readable = authorised.filter(({ item, bits }) => inContent.has(item.id) && (bits & right.read) !== 0).map(({ item }) => item);
  const [shown, paths, snippets] = [
    await showItems(ctx, authorised),
    await visiblePaths(ctx, authorised),
    await snippetsOf(ctx, readable, terms),
  ];
  return shown.map((item) => ({ ...item, path: (paths.get(Number(item.id)) ?? []).join(' / '), snippet: snippets.get(Number(item.id)) }));
}

/** The number of newest matches that are ranked in the access audit. */
const auditPool = 4000;

/** The item id in a link of this site. */
const idInLink = (text: string): string | undefined => /[?&](?:objId|id)=(\d{1,16})(?:&|#|$)/.exec(text)?.[1];

const isId = (text: string): boolean => /^\d{10,16}$/.test(text);

async function idsByWords(ctx: Context, keyword: string): Promise<number[]> {
  const terms = queryTerms(keyword);
  if (terms.length === 0) return [];
  const { long } = ctx.services.database;
  // attachments have no rights of their own to explain
  const bounds = { organisationId: ctx.user.organisationId, acls: await sharedAclIds(ctx), readable: '[]' };
  const since = await poolStart(long, 'name_words', { terms, pool: auditPool });
  const asked = { terms, bounds, order: 'relevance', since, sparse: false, limit: mostNamed } as const;
  return (await findHits(long, 'name_words', asked)).map(({ id }) => id);
}

/** Items of the shared areas for the access audit: by a link or an id, by a path, then by name. */
export async function findSharedItems(
  ctx: Context,
  { keyword, pageNo, pageSize }: ParsedOf<typeof accessAudits.find>,
): Promise<OutputOf<typeof accessAudits.find>> {
  const meant = idInLink(keyword) ?? (isId(keyword) ? keyword : undefined);
  const exact = meant === undefined ? await itemsAtPath(ctx, keyword) : [Number(meant)];
  const called = idInLink(keyword) === undefined ? await orSearchUnavailable(idsByWords(ctx, keyword.slice(0, 200))) : [];
  const found = await findItemsOfSharedAreas(ctx, [...new Set([...exact, ...called])]);
  const list = await namedPlaces(ctx, found.slice((pageNo - 1) * pageSize, pageNo * pageSize));
  return { list, pageNo, pageSize, totalNumber: found.length };
}
