import { CaretRightOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { objType } from '@dossier/contract/rights';
import { placePath } from './area.ts';
import styles from './sidebar-tree.module.css';
import { type Branch, toggleBranch, useBranches, useOpenPath } from './use-branches.ts';

/** Areas, cabinets and folders as a tree, read as it is unfolded. */
export function SidebarTree(): ReactNode {
  const t = useText('library');
  const go = useGo();
  const href = useLocation({ select: (location) => location.href });
  const branches = useBranches(useOpenPath(href));
  const [focus, setFocus] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const here = branches.find((branch) => branch.current)?.key;
  const active = branches.some((branch) => branch.key === focus) ? focus : (here ?? branches[0]?.key);
  useEffect(() => {
    if (here !== undefined) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  const focusOn = (branch: Branch | undefined) => {
    if (branch === undefined) return;
    setFocus(branch.key);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-key="${branch.key}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = branches.findIndex((branch) => branch.key === active);
    const branch = branches[at];
    if (branch === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusOn(branches[at + 1]),
      ArrowUp: () => focusOn(branches[at - 1]),
      Home: () => focusOn(branches[0]),
      End: () => focusOn(branches.at(-1)),
      ArrowRight: () => (branch.open ? focusOn(branches[at + 1]) : branch.hasChildren && toggleBranch(branch)),
      ArrowLeft: () =>
        branch.open ? toggleBranch(branch) : focusOn(branches.findLast((one, index) => index < at && one.level < branch.level)),
      Enter: () => go(placePath(branch.moduleType, branch.id)),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };

  return (
    <div ref={list} role="tree" aria-label={t('tree')} className={styles.tree} onKeyDown={onKeyDown}>
      {useMemo(() => branches.map((branch) => <Twig key={branch.key} branch={branch} tab={branch.key === active} />), [branches, active])}
    </div>
  );
}

function Twig({ branch, tab }: { branch: Branch; tab: boolean }): ReactNode {
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
      style={{ paddingLeft: 2 + (branch.level - 1) * 12 }}
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
      {branch.id !== undefined && <FileIcon objType={branch.level === 2 ? objType.cabinet : objType.folder} size={16} />}
      <span className={styles.name}>{branch.name}</span>
    </GoLink>
  );
}
