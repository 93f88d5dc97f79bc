import { SearchOutlined } from '@ant-design/icons';
import { Input, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { ClearIcon } from './clear-icon.tsx';
import styles from './list-page.module.css';
import { type PageResult, type PagedSearch, PagedTable, type RowMenu } from './paged-table.tsx';

interface SearchBarProps {
  /** Label of the search field, and the search. */
  label: string;
  search: Pick<PagedSearch, 'text' | 'find'>;
  /** For a longer label. */
  wide?: boolean;
  /** The name of the list, where the page has several. */
  title?: string;
  /** Further actions on the list. */
  children?: ReactNode;
}

/** The bar above a list: its name, the search field, and actions. */
export function SearchBar({ label, search: asked, wide, title, children }: SearchBarProps): ReactNode {
  return (
    <div className={styles.bar}>
      {title !== undefined && <h2 title={title}>{title}</h2>}
      <Input
        className={wide ? `${styles.filter} ${styles.wide}` : (styles.filter ?? '')}
        allowClear={{ clearIcon: <ClearIcon /> }}
        prefix={<SearchOutlined />}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        value={asked.text}
        onChange={(event) => asked.find(event.target.value)}
      />
      {title === undefined && <span className={styles.gap} />}
      {children}
    </div>
  );
}

interface NamedListPageProps<T> {
  /** Label of the search field, and the search. */
  label: string;
  search: PagedSearch;
  found: PageResult<T>;
  columns: TableColumnsType<T>;
  /** Text for an empty list. */
  empty: { title: string; hint: string };
  menuOf: RowMenu<T>;
  /** Further actions on the list, such as creating. */
  children?: ReactNode;
}

/** A page of named entries: search, pages, and a menu on each. */
export function NamedListPage<T extends { name: string }>({
  label,
  search: asked,
  children,
  empty,
  ...table
}: NamedListPageProps<T>): ReactNode {
  const t = useText('platform');
  return (
    <div className={styles.page}>
      <SearchBar label={label} search={asked}>
        {children}
      </SearchBar>
      <PagedTable
        {...table}
        page={asked.page}
        setPage={asked.setPage}
        empty={asked.keyword ? { title: t('nothingFound') } : empty}
        menuName={({ name }) => t('actionsOf', { name })}
      />
    </div>
  );
}
