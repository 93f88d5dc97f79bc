import { ApartmentOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons';
import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { useQueries } from '@tanstack/react-query';
import { Button, Tree, type TreeDataNode } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { DepartmentMenu } from './department-menu.tsx';
import { useDepartmentDeeds } from './use-department-deeds.tsx';
import styles from './people.module.css';

interface DepartmentTreeProps {
  chosen: Department | undefined;
  choose: (department: Department | undefined) => void;
}

/** Departments as a tree, with what can be done with each; its first entry is everybody. */
export function DepartmentTree({ chosen, choose }: DepartmentTreeProps): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState<string[]>([]);
  const { children, error, retry } = useChildren(open);
  const deeds = useDepartmentDeeds(choose, (id) => setOpen((before) => [...new Set([...before, id])]));
  const nodes = (parent: string): TreeDataNode[] =>
    (children.get(parent) ?? []).map((department) => ({
      key: department.id,
      isLeaf: !department.hasChildren,
      title: <Label department={department} deeds={deeds} />,
      children: nodes(department.id),
    }));
  const find = (id: string): Department | undefined => [...children.values()].flat().find((department) => department.id === id);
  const roots = children.get(rootKey);
  return (
    <section className={styles.side} aria-label={t('departments')}>
      <header className={styles.sideHead}>
        <h2>{t('departments')}</h2>
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined />}
          aria-label={t('newDepartment')}
          title={t('newDepartment')}
          onClick={() => deeds.create()}
        />
      </header>
      <div className={styles.sideBody}>
        <button type="button" className={styles.entry} aria-current={chosen === undefined} onClick={() => choose(undefined)}>
          <TeamOutlined />
          {t('everybody')}
        </button>
        {error !== null && <ErrorBox small error={error} retry={retry} />}
        {roots?.length === 0 && <Empty small icon={<ApartmentOutlined />} title={t('noDepartments')} hint={t('noDepartmentsHint')} />}
        {roots && roots.length > 0 && (
          <Tree
            blockNode
            aria-label={t('departments')}
            treeData={nodes(rootKey)}
            expandedKeys={open}
            onExpand={(keys) => setOpen(keys.map(String))}
            selectedKeys={chosen ? [chosen.id] : []}
            onSelect={(keys) => choose(find(String(keys[0] ?? '')) ?? chosen)}
          />
        )}
      </div>
    </section>
  );
}

function Label({ department, deeds }: { department: Department; deeds: ReturnType<typeof useDepartmentDeeds> }): ReactNode {
  return (
    <span className={styles.node}>
      <span className={styles.nodeName} title={department.name}>
        {department.name}
      </span>
      <span className={styles.number}>{department.memberCount}</span>
      <DepartmentMenu department={department} deeds={deeds} />
    </span>
  );
}

const rootKey = '';

/** The departments at the top and below every open one, under the id of what they lie in. */
function useChildren(open: string[]): { children: Map<string, Department[]>; error: unknown; retry: () => void } {
  const parents = [rootKey, ...open];
  const results = useQueries({
    queries: parents.map((parent) => {
      const input = parent === rootKey ? {} : { parentId: parent };
      return { queryKey: [people.departments.path, input], queryFn: () => call(people.departments, input, { quiet: true }) };
    }),
  });
  const children = new Map(parents.map((parent, at) => [parent, results[at]?.data ?? []]));
  if (results[0]?.data === undefined) children.delete(rootKey);
  return { children, error: results[0]?.data ? null : (results[0]?.error ?? null), retry: () => void results[0]?.refetch() };
}
