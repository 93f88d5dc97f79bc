import { SearchOutlined } from '@ant-design/icons';
import { Input, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { ClearIcon } from './clear-icon.tsx';
import styles from './list-page.module.css';
import { type PageResult, type PagedSearch, PagedTable, type RowMenu } from './paged-table.tsx';

interface SearchBarProps {
  /** What is found, and by what. */
  label: string;
  search: Pick<PagedSearch, 'text' | 'find'>;
  /** For a longer label. */
  wide?: boolean;
  /** The name of the list, where it is one of several on the page. */
  title?: string;
  /** What else can be done with the list. */
  children?: ReactNode;
}

/** The bar above a list: its name, the field that searches it as it is typed, what can be done. */
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
  /** What is found, and by what. */
  label: string;
  search: PagedSearch;
  found: PageResult<T>;
  columns: TableColumnsType<T>;
  /** What is said where there are none at all. */
  empty: { title: string; hint: string };
  menuOf: RowMenu<T>;
  /** What else can be done with the list, as making one more. */
  children?: ReactNode;
}

/** A page of things with names: found by typing, turned over, each with its menu. */
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
