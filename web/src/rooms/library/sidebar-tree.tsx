import { CaretRightOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { placePath } from './area.ts';
import styles from './sidebar-tree.module.css';
import { type Branch, toggleBranch, useBranches, useOpenPath } from './use-branches.ts';

const twigHeight = 30;

/** Areas, cabinets and folders as a tree, read as it is unfolded; windowed, for a cabinet may hold thousands. */
export function SidebarTree(): ReactNode {
  const t = useText('library');
  const href = useLocation({ select: (location) => location.href });
  const branches = useBranches(useOpenPath(href));
  const list = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<string>();
  const here = branches.findIndex((branch) => branch.current);
  const known = branches.findIndex((branch) => branch.key === focus);
  const active = known >= 0 ? known : Math.max(here, 0);
  const virtualizer = useVirtualizer({
    count: branches.length,
    // The shell's sidebar scrolls, not the tree itself.
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => twigHeight,
    overscan: 10,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  useEffect(() => {
    if (here >= 0) virtualizer.scrollToIndex(here, { align: 'auto' });
  }, [virtualizer, here]);
  const focusOn = (index: number): void => {
    const branch = branches[index];
    if (branch === undefined) return;
    setFocus(branch.key);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-key="${branch.key}"]`)?.focus());
  };
  const onKeyDown = useTreeKeys({ branches, active, focusOn });
  return (
    <div
      ref={list}
      role="tree"
      aria-label={t('tree')}
      className={styles.tree}
      onKeyDown={onKeyDown}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const branch = branches[index];
        return branch && <Twig key={branch.key} branch={branch} tab={index === active} top={start} />;
      })}
    </div>
  );
}

interface TreeKeys {
  branches: readonly Branch[];
  active: number;
  focusOn: (index: number) => void;
}

function useTreeKeys({ branches, active, focusOn }: TreeKeys): (event: KeyboardEvent) => void {
  const go = useGo();
  return (event) => {
    const branch = branches[active];
    if (branch === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const parent = (): number => branches.findLastIndex((one, index) => index < active && one.level < branch.level);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusOn(active + 1),
      ArrowUp: () => focusOn(active - 1),
      Home: () => focusOn(0),
      End: () => focusOn(branches.length - 1),
      ArrowRight: () => (branch.open ? focusOn(active + 1) : branch.hasChildren && toggleBranch(branch)),
      ArrowLeft: () => (branch.open ? toggleBranch(branch) : focusOn(parent())),
      Enter: () => go(placePath(branch.moduleType, branch.id)),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
}

function Twig({ branch, tab, top }: { branch: Branch; tab: boolean; top: number }): ReactNode {
  return (
    <GoLink
      to={placePath(branch.moduleType, branch.id)}
      role="treeitem"
      aria-level={branch.level}
      aria-expanded={branch.hasChildren ? branch.open : undefined}
      aria-selected={branch.current}
      aria-current={branch.current ? 'page' : undefined}
      tabIndex={tab ? 0 : -1}
      className={branch.id === undefined ? `${styles.twig} ${styles.area}` : styles.twig}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 2 + (branch.level - 1) * 12 }}
      title={branch.name}
      data-key={branch.key}
      data-folder={branch.id}
      data-name={branch.name}
      data-upload={branch.upload ? branch.id : undefined}
      draggable={false}
    >
      <span
        className={branch.open ? `${styles.caret} ${styles.open}` : styles.caret}
        onClick={(event) => {
          event.preventDefault();
          if (branch.hasChildren) toggleBranch(branch);
        }}
        aria-hidden="true"
      >
        {branch.hasChildren && <CaretRightOutlined />}
      </span>
      {branch.id !== undefined && <FileIcon objType={branch.objType} size={16} />}
      <span className={styles.name}>{branch.name}</span>
    </GoLink>
  );
}
