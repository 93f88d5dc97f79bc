import { moduleType } from '@dossier/contract/core/rights';
import { type FileKind, fileKinds } from '@dossier/contract/documents/list-groups';
import { type QueryOf, boundedTextParam, enumParam, idParam, integerParam, patternParam, textParam } from '../../platform/page-query.ts';

const day = patternParam(/^\d{4}-\d{2}-\d{2}$/);

/** The query string of the search pages: a whole search can be shared as a link. */
export const SearchQuery = {
  keyword: boundedTextParam(200),
  in: enumParam(['name', 'content', 'all']),
  /** 0 searches all areas. */
  moduleType: integerParam(),
  parentId: idParam,
  type: textParam,
  creatorId: idParam,
  creator: textParam,
  from: day,
  to: day,
  /** Conditions on card fields, as JSON. */
  card: boundedTextParam(2000),
  /** Tags, comma-joined. */
  tagIds: patternParam(/^\d+(,\d+){0,9}$/),
  sort: enumParam(['relevance', 'time', 'name']),
  /** The first page shown, of thirty results each, as external links name it. */
  pageNo: integerParam(1),
};
export type SearchQuery = QueryOf<typeof SearchQuery>;

/** The file types of the filter. */
export const fileKindNames = Object.keys(fileKinds) as FileKind[];

/** The initial area of a page: its own, or all for the page in the top bar. */
export function areaOf(query: SearchQuery, page: number): number {
  return query.moduleType ?? (page === moduleType.enterprise ? 0 : page);
}

/** The query input. Days begin and end in the user's time zone. */
export function searchInput(query: SearchQuery, page: number) {
  const area = areaOf(query, page);
  return {
    keyword: query.keyword?.trim() ?? '',
    in: query.in ?? 'all',
    sort: query.sort ?? 'relevance',
    ...(area > 0 && { moduleType: area }),
    ...(query.parentId !== undefined && { parentId: query.parentId }),
    ...(query.type !== undefined && Object.hasOwn(fileKinds, query.type) && { ext: fileKinds[query.type as FileKind] }),
    ...(query.creatorId !== undefined && { creatorId: query.creatorId }),
    ...(query.tagIds !== undefined && { tagIds: query.tagIds }),
    ...(query.card !== undefined && { cardFields: query.card }),
    ...(query.from !== undefined && { from: new Date(`${query.from}T00:00:00`).toISOString() }),
    ...(query.to !== undefined && { to: new Date(`${query.to}T23:59:59.999`).toISOString() }),
  };
}

/** Whether there is a filter beside the words. */
export function isNarrowed(query: SearchQuery, page: number): boolean {
  return (
    areaOf(query, page) > 0 ||
    [query.parentId, query.type, query.creatorId, query.tagIds, query.card, query.from, query.to].some((filter) => filter !== undefined) ||
    (query.in ?? 'all') !== 'all'
  );
}
