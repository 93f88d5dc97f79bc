export const sortFields = ['name', 'size', 'updateTime'] as const;
export type SortField = (typeof sortFields)[number];

/** The order of the list of a folder. */
export interface Sorting {
  sortField: SortField;
  sortDirection: 'asc' | 'desc';
}

/** The order that an address tells: by name unless it says something else. */
export const sortingOf = ({ by = 'name', desc }: { by?: SortField | undefined; desc?: '1' | undefined }): Sorting => ({
  sortField: by,
  sortDirection: desc === undefined ? 'asc' : 'desc',
});

/** An order as addresses tell it. */
export const sortQuery = ({ sortField, sortDirection }: Sorting): { by?: SortField; desc?: number } => ({
  ...(sortField !== 'name' && { by: sortField }),
  ...(sortDirection === 'desc' && { desc: 1 }),
});
