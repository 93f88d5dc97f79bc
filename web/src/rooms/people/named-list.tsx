import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FindBar } from './find-bar.tsx';
import { type Found, type MenuOf, PagedTable } from './paged-table.tsx';
import people from './people.module.css';
import type { Asked } from './use-asked.ts';

interface NamedListProps<T> {
  /** What is found, and by what. */
  label: string;
  asked: Asked;
  found: Found<T>;
  columns: TableColumnsType<T>;
  /** What is said where there are none at all. */
  empty: { title: string; hint: string };
  menuOf: MenuOf<T>;
  /** What else can be done with the list, as making one more. */
  children?: ReactNode;
}

/** A page of things with names: found by typing, turned over, each with its menu. */
export function NamedList<T extends { name: string }>({ label, asked, children, empty, ...table }: NamedListProps<T>): ReactNode {
  const t = useText('people');
  return (
    <div className={people.page}>
      <FindBar label={label} asked={asked}>
        {children}
      </FindBar>
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
