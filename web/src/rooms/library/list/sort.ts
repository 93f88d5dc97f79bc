import type { SortField } from '@dossier/contract/library';

export interface Sort {
  readonly field: SortField;
  readonly direction: 'asc' | 'desc';
}

/** Cabinets and folders stand in the order that their owners gave them until another one is asked for. */
export const firstSort: Sort = { field: 'sortNumber', direction: 'asc' };

/** What a click on a header asks for: up, then down, then the own order again. Times and sizes begin with the greatest. */
export function nextSort(sort: Sort, field: SortField): Sort {
  const begin = field === 'name' || field === 'sortNumber' ? 'asc' : 'desc';
  if (sort.field !== field) return { field, direction: begin };
  if (sort.direction === begin) return { field, direction: begin === 'asc' ? 'desc' : 'asc' };
  return firstSort;
}
