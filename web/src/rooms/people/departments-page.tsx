import type { ReactNode } from 'react';
import { DepartmentMembers } from './department-members.tsx';
import { DepartmentTree } from './department-tree.tsx';
import styles from './people.module.css';
import { useDepartmentTree } from './use-department-tree.ts';

/** The departments of the organisation, and who belongs to them. */
export function DepartmentsPage(): ReactNode {
  const tree = useDepartmentTree();
  return (
    <div className={styles.split}>
      <DepartmentTree tree={tree} />
      <DepartmentMembers key={tree.chosen?.id ?? 'all'} tree={tree} />
    </div>
  );
}
