import { SearchOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { type DepartmentOption, useFoundDepartments } from './department-options.tsx';
import styles from './departments.module.css';
import type { DepartmentTree } from './use-department-tree.ts';

/** Finds a department by its name and opens the way to it. */
export function DepartmentFinder({ reveal }: Pick<DepartmentTree, 'reveal'>): ReactNode {
  const t = useText('people');
  const { options, field } = useFoundDepartments('people.see');
  return (
    <Select<string | null, DepartmentOption>
      className={styles.finder ?? ''}
      value={null}
      suffixIcon={<SearchOutlined />}
      {...field}
      placeholder={t('findDepartment')}
      aria-label={t('findDepartment')}
      notFoundContent={t('noDepartmentFound')}
      options={options}
      popupMatchSelectWidth={320}
      onSelect={(id, { label, way }) =>
        reveal(
          { id: id ?? '', name: label },
          way.map((one) => one.id),
        )
      }
    />
  );
}
