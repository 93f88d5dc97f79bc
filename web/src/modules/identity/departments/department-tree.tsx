import { ApartmentOutlined, CaretRightOutlined, MoreOutlined, PlusOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps, Select } from 'antd';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import people from '../../../platform/ui/list-page.module.css';
import row from '../../../platform/ui/tree-node.module.css';
import { type DepartmentOption, useFoundDepartments } from '../department-select.tsx';
import styles from './departments.module.css';
import { useDepartmentDrag, useTreeKeyboard } from './tree-interaction.ts';
import { type DepartmentActions, useDepartmentActions } from './use-department-actions.tsx';
import type { DepartmentNode, DepartmentTreeState, DepartmentTreeState as Tree } from './use-department-tree.ts';

/** Finds a department by name and expands its ancestors. */
function DepartmentFinder({ reveal }: Pick<DepartmentTreeState, 'reveal'>): ReactNode {
  const t = useText('identity.users');
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
          way.map((ancestor) => ancestor.id),
        )
      }
    />
  );
}

interface DepartmentTreeNodeProps {
  twig: DepartmentNode;
  tree: DepartmentTreeState;
  deeds: DepartmentActions;
  /** Whether it is in the tab order: one node of the tree is. */
  tab: boolean;
  /** Where the dragged department would be dropped. */
  drop: 'in' | 'before' | 'after' | undefined;
  drag: HTMLAttributes<HTMLElement>;
}

/** Whether an event comes from the element itself: React passes on events of a menu that it opened. */
const isOwn = (event: MouseEvent): boolean => event.target instanceof Node && event.currentTarget.contains(event.target);

/** A department in the tree, with its actions. */
function DepartmentTreeNode({ twig, tree, deeds, tab, drop, drag }: DepartmentTreeNodeProps): ReactNode {
  const t = useText('identity.users');
  const { department, level, open } = twig;
  const { id, name, hasChildren, wholeCount, memberCount } = department;
  const [menu, setMenu] = useState(false);
  const items = deeds.menuOf(twig);
  const counted = wholeCount === memberCount ? '' : `\n${t('countsHere', { count: memberCount })}`;
  return (
    <div
      role="treeitem"
      aria-label={`${name}, ${t('countsWhole', { count: wholeCount })}`}
      aria-level={level}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={tree.chosen?.id === id}
      aria-setsize={twig.beside}
      aria-posinset={twig.at}
      tabIndex={tab ? 0 : -1}
      className={styles.twig}
      style={{ paddingInlineStart: (level - 1) * 16 }}
      data-id={id}
      data-drop={drop}
      onClick={(event) => isOwn(event) && tree.choose(department)}
      onContextMenu={(event) => {
        if (!isOwn(event) || items.length === 0) return;
        event.preventDefault();
        setMenu(true);
      }}
      {...drag}
    >
      <span
        className={row.caret}
        data-open={open || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) tree.turn(id, !open);
        }}
      >
        {hasChildren && <CaretRightOutlined />}
      </span>
      <span className={row.name} title={name}>
        {name}
      </span>
      <span className={row.count} title={`${t('countsWhole', { count: wholeCount })}${counted}`}>
        {wholeCount}
      </span>
      {items.length > 0 && <NodeMenu name={name} items={items} tab={tab} open={menu} setOpen={setMenu} />}
    </div>
  );
}

interface NodeMenuProps {
  name: string;
  items: NonNullable<MenuProps['items']>;
  tab: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function NodeMenu({ name, items, tab, open, setOpen }: NodeMenuProps): ReactNode {
  const t = useText('identity.users');
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      open={open}
      onOpenChange={setOpen}
      menu={{ items, onClick: () => setOpen(false) }}
    >
      <Button
        type="text"
        size="small"
        tabIndex={tab ? 0 : -1}
        icon={<MoreOutlined />}
        aria-label={t('actionsOf', { name })}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}

/** The department tree, arranged by dragging and by keys; its first entry is all users. */
export function DepartmentTree({ tree }: { tree: Tree }): ReactNode {
  const t = useText('identity.users');
  const deeds = useDepartmentActions(tree);
  return (
    <section className={people.side} aria-label={t('departments')}>
      <header className={people.sideHead}>
        <h2>{t('departments')}</h2>
        {deeds.mayCreateAtTop && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('newDepartment')}
            title={t('newDepartment')}
            onClick={() => deeds.create()}
          />
        )}
      </header>
      {tree.headed && tree.headed.length > 0 && (
        <p className={styles.headed}>{t('youHead', { names: tree.headed.map(({ name }) => name).join(t('comma')) })}</p>
      )}
      <DepartmentFinder reveal={tree.reveal} />
      <div className={people.sideBody}>
        {tree.error !== null && <ErrorBox small error={tree.error} retry={tree.retry} />}
        <DepartmentNodes tree={tree} deeds={deeds} />
        {tree.nodes?.length === 0 && (
          <Empty
            small
            icon={<ApartmentOutlined />}
            title={t('noDepartments')}
            {...(deeds.mayCreateAtTop && { hint: t('noDepartmentsHint') })}
          />
        )}
      </div>
    </section>
  );
}

function DepartmentNodes({ tree, deeds }: { tree: Tree; deeds: ReturnType<typeof useDepartmentActions> }): ReactNode {
  const t = useText('identity.users');
  const list = useRef<HTMLDivElement>(null);
  const drag = useDepartmentDrag(tree, deeds);
  const { active, onKeyDown, onFocus } = useTreeKeyboard({ tree, deeds, list });
  const chosen = tree.chosen?.id;
  useEffect(() => {
    if (chosen !== undefined) list.current?.querySelector(`[data-id="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
    // a found department is rendered only after its level is loaded
  }, [chosen, tree.nodes?.length]);
  return (
    <>
      <button
        type="button"
        className={people.entry}
        aria-current={tree.chosen === undefined}
        data-drop={drag.over?.id === '' ? 'in' : undefined}
        onClick={() => tree.choose(undefined)}
        {...drag.ofTop}
      >
        <TeamOutlined />
        {t(drag.toTop ? 'topLevel' : 'everybody')}
      </button>
      {tree.nodes && tree.nodes.length > 0 && (
        <div
          ref={list}
          role="tree"
          aria-label={t('departments')}
          className={styles.tree}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          {...drag.ofTree}
        >
          {tree.nodes.map((twig) => (
            <DepartmentTreeNode
              key={twig.department.id}
              twig={twig}
              deeds={deeds}
              tree={tree}
              tab={twig.department.id === active}
              drop={drag.over?.id === twig.department.id ? drag.over.where : undefined}
              drag={drag.of(twig)}
            />
          ))}
        </div>
      )}
    </>
  );
}
