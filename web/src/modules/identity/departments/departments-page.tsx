import type { ReactNode } from 'react';
import styles from '../../../platform/ui/list-page.module.css';
import { DepartmentMembers } from './department-members.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { useDepartmentTree } from './use-department-tree.ts';

/** The departments of the organisation, and their members. */
export function DepartmentsPage(): ReactNode {
  const tree = useDepartmentTree();
  return (
    <div className={styles.split}>
      <DepartmentTree tree={tree} />
      <DepartmentMembers key={tree.chosen?.id ?? 'all'} tree={tree} />
    </div>
  );
}
