import { ApartmentOutlined, PlusOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { PaneEntry, SidePane } from '../../../platform/ui/page-layout.tsx';
import { type TreeDrag, useTreeDrag } from '../../../platform/ui/tree-drag.ts';
import { TreeCount, TreeView } from '../../../platform/ui/tree-view.tsx';
import { type DepartmentOption, useFoundDepartments } from '../department-select.tsx';
import styles from './departments.module.css';
import { positionOf } from './move-department.tsx';
import { type DepartmentActions, useDepartmentActions } from './use-department-actions.tsx';
import type { DepartmentNode, DepartmentTreeState } from './use-department-tree.ts';

/** Finds a department by name and expands its ancestors. */
function DepartmentFinder({ reveal }: Pick<DepartmentTreeState, 'reveal'>): ReactNode {
  const t = useText('identity.users');
  const { options, field } = useFoundDepartments('people.see');
  return (
    <Select<string | null, DepartmentOption>
      className={styles.above ?? ''}
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
          way.map((ancestor) => ancestor.id),
        )
      }
    />
  );
}

/** The number of members with those below; its tooltip also says how many are direct. */
function MemberCount({ node: { department } }: { node: DepartmentNode }): ReactNode {
  const t = useText('identity.users');
  const { wholeCount, memberCount } = department;
  const direct = wholeCount === memberCount ? '' : `\n${t('countsHere', { count: memberCount })}`;
  return <TreeCount title={`${t('countsWhole', { count: wholeCount })}${direct}`}>{wholeCount}</TreeCount>;
}

/** Moves departments by dragging: into others and beside them, and to the top level. */
function useDepartmentDrag(tree: DepartmentTreeState, actions: DepartmentActions): TreeDrag<DepartmentNode> {
  return useTreeDrag<DepartmentNode>({
    type: 'application/x-dossier-department',
    nodes: tree.nodes ?? [],
    mayDrag: actions.mayMove,
    accepts: ({ department: moving }, where, target) => {
      if (target === undefined) return moving.parentId !== undefined && actions.mayCreateAtTop;
      const { id } = target;
      if (id === moving.id || tree.ancestors(target.department).some((ancestor) => ancestor.id === moving.id)) return false;
      return where === 'in' ? moving.parentId !== id && actions.mayMoveInto(target) : actions.mayMoveBeside(target);
    },
    drop: ({ department }, place) => {
      const position = positionOf(tree, place);
      if (position) actions.drop(department, position);
    },
    setOpen: ({ id }, open) => tree.setOpen(id, open),
  });
}

/** The department tree, arranged by dragging and by keys; its first entry is all users. */
export function DepartmentTree({ tree }: { tree: DepartmentTreeState }): ReactNode {
  const t = useText('identity.users');
  const actions = useDepartmentActions(tree);
  const add = actions.mayCreateAtTop && (
    <Button
      type="text"
      size="small"
      icon={<PlusOutlined />}
      aria-label={t('newDepartment')}
      title={t('newDepartment')}
      onClick={() => actions.create()}
    />
  );
  const above = (
    <>
      {tree.headed && tree.headed.length > 0 && (
        <Text as="p" size="s" tone="muted" className={styles.above}>
          {t('youHead', { names: joinedNames(tree.headed.map(({ name }) => name)) })}
        </Text>
      )}
      <DepartmentFinder reveal={tree.reveal} />
    </>
  );
  return (
    <SidePane title={t('departments')} action={add} above={above}>
      {tree.error !== null && <ErrorBox small error={tree.error} retry={tree.retry} />}
      <DepartmentNodes tree={tree} actions={actions} />
      {tree.nodes?.length === 0 && (
        <Empty
          small
          icon={<ApartmentOutlined />}
          title={t('noDepartments')}
          {...(actions.mayCreateAtTop && { hint: t('noDepartmentsHint') })}
        />
      )}
    </SidePane>
  );
}

function DepartmentNodes({ tree, actions }: { tree: DepartmentTreeState; actions: DepartmentActions }): ReactNode {
  const t = useText('identity.users');
  const drag = useDepartmentDrag(tree, actions);
  return (
    <>
      <PaneEntry
        aria-current={tree.chosen === undefined}
        data-drop={drag.over?.id === '' ? 'in' : undefined}
        onClick={() => tree.choose(undefined)}
        {...drag.onTop}
      >
        <TeamOutlined />
        {t(drag.toTop ? 'topLevel' : 'everybody')}
      </PaneEntry>
      {tree.nodes && tree.nodes.length > 0 && (
        <TreeView
          label={t('departments')}
          nodes={tree.nodes}
          selected={tree.chosen?.id}
          select={({ department }) => tree.choose(department)}
          setOpen={({ id }, open) => tree.setOpen(id, open)}
          nodeLabel={({ name, department }) => `${name}, ${t('countsWhole', { count: department.wholeCount })}`}
          renderTrailing={(node) => <MemberCount node={node} />}
          menuOf={actions.menuOf}
          menuName={({ name }) => t('actionsOf', { name })}
          keysOf={(node) => ({
            'alt+ArrowUp': () => void actions.shiftNode(node, -1),
            'alt+ArrowDown': () => void actions.shiftNode(node, 1),
            F2: () => actions.renameNode(node),
            Delete: () => actions.removeNode(node),
          })}
          drag={drag}
        />
      )}
    </>
  );
}
