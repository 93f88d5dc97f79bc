import { useDeferredValue, useState } from 'react';
import type { PageOf } from './paged-table.tsx';

/** A list that is searched and turned over: what is typed, the page, and what is asked of the call. */
export interface Asked {
  text: string;
  find: (text: string) => void;
  page: PageOf;
  setPage: (page: PageOf) => void;
  /** What is looked for: what was typed, a moment later. */
  keyword: string;
  input: PageOf & { keyword?: string };
}

/** What is asked of a list, with the direction in which it begins where it can be sorted; other words begin it anew. */
export function useAsked(sortDirection?: 'asc' | 'desc'): Asked {
  const [text, setText] = useState('');
  const [page, setPage] = useState<PageOf>({ pageNo: 1, pageSize: 30, ...(sortDirection && { sortDirection }) });
  const keyword = useDeferredValue(text.trim());
  const find = (next: string): void => {
    setText(next);
    setPage({ ...page, pageNo: 1 });
  };
  return { text, find, page, setPage, keyword, input: { ...page, ...(keyword && { keyword }) } };
}
