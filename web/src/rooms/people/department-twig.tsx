import { CaretRightOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './departments.module.css';
import row from './twig.module.css';
import type { DepartmentDeeds } from './use-department-deeds.tsx';
import type { DepartmentTree, Twig } from './use-department-tree.ts';

interface DepartmentTwigProps {
  twig: Twig;
  tree: DepartmentTree;
  deeds: DepartmentDeeds;
  /** Whether Tab leads to it: one of the tree does. */
  tab: boolean;
  /** Where what is dragged over it would be dropped. */
  drop: 'in' | 'before' | 'after' | undefined;
  drag: HTMLAttributes<HTMLElement>;
}

/** Whether something happened in the element itself: what happens in a menu that it opened is told to it too. */
const isOwn = (event: MouseEvent): boolean => event.target instanceof Node && event.currentTarget.contains(event.target);

/** A department in the tree, with what can be done with it. */
export function DepartmentTwig({ twig, tree, deeds, tab, drop, drag }: DepartmentTwigProps): ReactNode {
  const t = useText('people');
  const { department, level, open } = twig;
  const { id, name, hasChildren, wholeCount, memberCount } = department;
  const [menu, setMenu] = useState(false);
  const items = deeds.menuOf(twig);
  const counted = wholeCount === memberCount ? '' : `\n${t('countsHere', { n: memberCount })}`;
  return (
    <div
      role="treeitem"
      aria-label={`${name}, ${t('countsWhole', { n: wholeCount })}`}
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
      <span className={row.count} title={`${t('countsWhole', { n: wholeCount })}${counted}`}>
        {wholeCount}
      </span>
      {items.length > 0 && <TwigMenu name={name} items={items} tab={tab} open={menu} setOpen={setMenu} />}
    </div>
  );
}

interface TwigMenuProps {
  name: string;
  items: NonNullable<MenuProps['items']>;
  tab: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function TwigMenu({ name, items, tab, open, setOpen }: TwigMenuProps): ReactNode {
  const t = useText('people');
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
