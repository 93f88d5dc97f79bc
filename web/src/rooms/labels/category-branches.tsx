import { CaretRightOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import styles from './categories.module.css';
import twig from '../people/twig.module.css';
import type { Branch } from './category-tree.ts';

interface BranchesProps {
  branches: readonly Branch[];
  chosen: string | undefined;
  choose: (id: string) => void;
  turn: (id: string, open: boolean) => void;
  /** What can be done with one; nothing for who keeps no categories. */
  menuOf: ((branch: Branch) => NonNullable<MenuProps['items']>) | undefined;
}

/** The categories as a tree: arrows walk and open, Enter chooses. */
export function CategoryBranches({ branches, chosen, choose, turn, menuOf }: BranchesProps): ReactNode {
  const t = useText('labels');
  const tree = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<string>();
  const active = [held, chosen].find((id) => branches.some(({ category }) => category.id === id)) ?? branches[0]?.category.id;
  const focus = (branch: Branch | undefined): void => {
    if (branch) tree.current?.querySelector<HTMLElement>(`[data-id="${branch.category.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = branches.findIndex(({ category }) => category.id === active);
    const branch = branches[at];
    if (branch === undefined || !(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return;
    const { category, open, hasChildren, level } = branch;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(branches[at + 1]),
      ArrowUp: () => focus(branches[at - 1]),
      Home: () => focus(branches[0]),
      End: () => focus(branches.at(-1)),
      ArrowRight: () => (open ? focus(branches[at + 1]) : hasChildren && turn(category.id, true)),
      ArrowLeft: () => (open ? turn(category.id, false) : focus(branches.findLast((one, n) => n < at && one.level < level))),
      Enter: () => choose(category.id),
      Space: () => choose(category.id),
    };
    const move = moves[describeKey(event)];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return (
    <div ref={tree} role="tree" aria-label={t('categories')} onKeyDown={onKeyDown}>
      {branches.map((branch) => (
        <Line
          key={branch.category.id}
          {...{ branch, choose, turn }}
          isChosen={branch.category.id === chosen}
          tab={branch.category.id === active}
          hold={() => setHeld(branch.category.id)}
          items={menuOf?.(branch) ?? []}
        />
      ))}
    </div>
  );
}

interface LineProps extends Pick<BranchesProps, 'choose' | 'turn'> {
  branch: Branch;
  isChosen: boolean;
  /** Whether Tab leads to it. */
  tab: boolean;
  hold: () => void;
  items: NonNullable<MenuProps['items']>;
}

function Line({ branch, isChosen, tab, hold, choose, turn, items }: LineProps): ReactNode {
  const t = useText('labels');
  const { category, level, hasChildren, open } = branch;
  const { id, name, count } = category;
  return (
    <div
      role="treeitem"
      aria-label={`${name}, ${t('nDocuments', { n: count })}`}
      aria-level={level}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={isChosen}
      tabIndex={tab ? 0 : -1}
      className={styles.branch}
      style={{ paddingInlineStart: (level - 1) * 16 }}
      data-id={id}
      onFocus={hold}
      onClick={(event) => event.target instanceof Node && event.currentTarget.contains(event.target) && choose(id)}
    >
      <span
        className={twig.caret}
        data-open={open || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) turn(id, !open);
        }}
      >
        {hasChildren && <CaretRightOutlined />}
      </span>
      <span className={twig.name} title={name}>
        {name}
      </span>
      <span className={twig.count}>{count >= 1000 ? '999+' : count}</span>
      {items.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" autoFocus menu={{ items }}>
          <Button
            type="text"
            size="small"
            tabIndex={tab ? 0 : -1}
            icon={<MoreOutlined />}
            aria-label={t('actionsOf', { name })}
            onClick={(event) => event.stopPropagation()}
          />
        </Dropdown>
      )}
    </div>
  );
}
