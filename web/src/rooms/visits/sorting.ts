import type { QueryOf } from '../../ground/page-query.ts';
import type { LinkQuery } from './link-query.ts';

export const sortFields = ['name', 'size', 'updateTime'] as const;
export type SortField = (typeof sortFields)[number];

/** The order of the list of a folder. */
export interface Sorting {
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

/** The order that an address tells: by name unless it says something else. */
export const sortingOf = ({ by = 'name', desc }: Pick<QueryOf<typeof LinkQuery>, 'by' | 'desc'>): Sorting => ({
  sortField: by,
  sortDirection: desc === undefined ? 'asc' : 'desc',
});

/** An order as addresses tell it. */
export const sortQuery = ({ sortField, sortDirection }: Sorting): { by?: SortField; desc?: number } => ({
  ...(sortField !== 'name' && { by: sortField }),
  ...(sortDirection === 'desc' && { desc: 1 }),
});
