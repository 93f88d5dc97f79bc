import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Split } from '../../../platform/ui/page-layout.tsx';
import { DepartmentMembers } from './department-members.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { useDepartmentTree } from './use-department-tree.ts';

/** The departments of the organisation, and their members. */
export function DepartmentsPage(): ReactNode {
  const t = useText('identity.users');
  const tree = useDepartmentTree();
  return (
    <Split sideLabel={t('departments')} side={<DepartmentTree tree={tree} />}>
      <DepartmentMembers key={tree.chosen?.id ?? 'all'} tree={tree} />
    </Split>
  );
}
