import type { SearchTerms } from '@dossier/contract/search/saved-searches';
import type { TextOf } from '../../platform/i18n.ts';
import { type AreaType, areaTitles, searchPath } from '../documents/areas.ts';
import { type SearchQuery, fileKindNames } from './search-query.ts';

/** A search of a page as it is kept: without the page of results that was open. */
export const termsOf = (query: SearchQuery, area: 2 | 3 | 4): SearchTerms =>
  JSON.parse(JSON.stringify({ ...query, pageNo: undefined, area })) as SearchTerms;

/** The address of a kept search. */
export const addressOfSearch = ({ area, ...query }: SearchTerms): string => searchPath(area, query);

/** The filters of a kept search in words. */
export function filterWords(terms: SearchTerms, t: TextOf<'search'>): string {
  const area = terms.moduleType ?? (terms.area === 3 ? 0 : terms.area);
  const kind = fileKindNames.find((name) => name === terms.type);
  return [
    area > 0 && area in areaTitles && t(areaTitles[area as AreaType]),
    terms.in !== undefined && terms.in !== 'all' && t(`in_${terms.in}`),
    kind !== undefined && t(`kind_${kind}`),
    terms.parentId !== undefined && t('oneFolder'),
    terms.tagIds !== undefined && t('tagsN', { count: terms.tagIds.split(',').length }),
    terms.card !== undefined && t('cardFields'),
    terms.creator,
    terms.from !== undefined && `≥ ${terms.from}`,
    terms.to !== undefined && `≤ ${terms.to}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}
