import { CaretRightOutlined, EllipsisOutlined } from '@ant-design/icons';
import { areas, moduleType, objType } from '@dossier/contract/core/rights';
import { type TreeNode, library } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { callQueryOptions, useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { useCurrentUser } from '../identity/current-user.ts';
import { areaTitles, can, placePath } from './areas.ts';
import styles from './navigation.module.css';
import { PublishingMark } from './publishing-mark.tsx';

/** A node of the tree. An area has no id. */
interface TreeEntry {
  readonly key: string;
  readonly id: string | undefined;
  readonly moduleType: number;
  readonly objType: number;
  readonly name: string;
  readonly level: number;
  readonly open: boolean;
  readonly hasChildren: boolean;
  readonly current: boolean;
  readonly upload: boolean;
  readonly publishing: boolean;
  /** Of a cabinet or folder. */
  readonly rights?: number;
}

/** The keys of the expanded nodes; kept while the page is loaded. */
const useExpanded = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));
const areaKey = (module: number): string => `area-${module}`;
const areaOfPath = (path: string): number | undefined =>
  path.startsWith('/doc-my')
    ? moduleType.my
    : path.startsWith('/knowledge')
      ? moduleType.enterprise
      : path.startsWith('/system')
        ? moduleType.system
        : undefined;

/** Expands or collapses a node. */
function toggleTreeEntry({ key }: TreeEntry): void {
  useExpanded.setState(({ keys: before }) => {
    const after = new Set(before);
    if (!after.delete(key)) after.add(key);
    return { keys: after };
  });
}

function expand(more: string[]): void {
  useExpanded.setState(({ keys: before }) => (more.every((key) => before.has(key)) ? {} : { keys: new Set([...before, ...more]) }));
}

/** The area and folder in the address; expands its ancestors once they are known. */
function useOpenPath(href: string): { area: number | undefined; id: string | undefined } {
  const { pathname, searchParams } = new URL(href, location.origin);
  const inList = !pathname.endsWith('/search');
  const area = areaOfPath(pathname);
  const id = inList && area !== undefined ? (searchParams.get('id') ?? undefined) : undefined;
  const ancestorPath = useCall(library.ancestors, { id: id ?? '' }, { enabled: id !== undefined }).data;
  useEffect(() => {
    if (area === undefined) return;
    expand([areaKey(ancestorPath?.[0]?.moduleType ?? area), ...(ancestorPath ?? []).slice(0, -1).map((part) => part.id)]);
  }, [area, ancestorPath]);
  return { area: inList ? area : undefined, id };
}

/** The visible nodes of the tree. */
function useTreeEntries(here: { area: number | undefined; id: string | undefined }): readonly TreeEntry[] {
  const t = useText('documents.library');
  const user = useCurrentUser();
  const { keys } = useExpanded();
  const open = useMemo(() => [...keys], [keys]);
  const answers = useQueries({
    queries: open.map((key) => ({ ...callQueryOptions(library.tree, inputOf(key)), staleTime: 30_000 })),
    combine: (results) => results.map((result) => result.data),
  });
  const children = useMemo(() => new Map(open.map((key, at) => [key, answers[at]])), [open, answers]);
  const branches = useMemo(() => {
    const lines: TreeEntry[] = [];
    const grow = (key: string, level: number) => {
      if (!keys.has(key)) return;
      for (const node of children.get(key) ?? []) {
        lines.push(treeEntryOf(node, { level, open: keys.has(node.id), current: node.id === here.id }));
        grow(node.id, level + 1);
      }
    };
    for (const area of areas.filter((one) => user.moduleTypes.includes(one))) {
      const key = areaKey(area);
      const isOpen = keys.has(key);
      const current = here.area === area && here.id === undefined;
      const hasChildren = !isOpen || (children.get(key)?.length ?? 1) > 0;
      lines.push({
        key,
        id: undefined,
        moduleType: area,
        objType: objType.cabinet,
        name: t(areaTitles[area]),
        level: 1,
        open: isOpen,
        hasChildren,
        current,
        upload: false,
        publishing: false,
      });
      grow(key, 2);
    }
    return lines;
  }, [keys, children, here.id, here.area, user.moduleTypes, t]);

  return branches;
}

function inputOf(key: string): { parentId: string } | { moduleType: number } {
  return key.startsWith('area-') ? { moduleType: Number(key.slice(5)) } : { parentId: key };
}

function treeEntryOf(node: TreeNode, state: { level: number; open: boolean; current: boolean }): TreeEntry {
  const upload = can(node.rights, 'upload') && node.objType !== objType.document && node.publishing !== true;
  const { id, moduleType: area, name, hasChildren } = node;
  return {
    ...state,
    key: id,
    id,
    moduleType: area,
    objType: node.objType,
    name,
    hasChildren,
    upload,
    publishing: node.publishing === true,
    rights: node.rights,
  };
}

const treeRowHeight = 30;

/** Areas, cabinets and folders as a tree, loaded on expansion; windowed, as a cabinet may hold thousands. */
export function SidebarTree(): ReactNode {
  const t = useText('documents.library');
  const href = useLocation({ select: (location) => location.href });
  const branches = useTreeEntries(useOpenPath(href));
  const list = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<string>();
  const here = branches.findIndex((branch) => branch.current);
  const known = branches.findIndex((branch) => branch.key === focus);
  const active = known >= 0 ? known : Math.max(here, 0);
  const virtualizer = useVirtualizer({
    count: branches.length,
    // The scroll container is the shell's sidebar, not the tree.
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => treeRowHeight,
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
  const menu = useTreeMenu(branches);
  const isByFinger = useMedia('finger');
  return (
    <>
      <Stack
        anchor
        ref={list}
        role="tree"
        aria-label={t('tree')}
        onKeyDown={onKeyDown}
        onContextMenu={menu.ask}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const branch = branches[index];
          return branch && <TreeRow key={branch.key} branch={branch} tab={index === active} top={start} hasDots={isByFinger} />;
        })}
      </Stack>
      {menu.shown}
    </>
  );
}

const TreeMenu = lazy(async () => ({ default: (await import('./list/tree-menu.tsx')).TreeMenu }));

interface AskedMenu {
  key: string;
  at: { x: number; y: number };
}

/** The menu of a node, by right click, menu key, Shift+F10 or long press. The areas have none. */
function useTreeMenu(branches: readonly TreeEntry[]): { ask: (event: MouseEvent) => void; shown: ReactNode } {
  const [asked, setAsked] = useState<AskedMenu>();
  const ask = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
    const key = row?.dataset.folder;
    if (row === null || key === undefined) return;
    event.preventDefault();
    setAsked({ key, at: { x: event.clientX, y: event.clientY } });
  };
  const index = branches.findIndex(({ key }) => key === asked?.key);
  const node = branches[index];
  if (asked === undefined || node?.id === undefined) return { ask, shown: null };
  const parent = branches.findLast((one, at) => at < index && one.level < node.level);
  const close = (): void => {
    setAsked(undefined);
    const row = document.querySelector<HTMLElement>(`[role=treeitem][data-key="${asked.key}"]`);
    // an action may have opened a dialog, which has the focus
    requestAnimationFrame(() => document.activeElement === document.body && row?.focus({ preventScroll: true }));
  };
  const shown = (
    <Suspense fallback={null}>
      <TreeMenu key={asked.key} id={node.id} objType={node.objType} parentRights={parent?.rights} at={asked.at} close={close} />
    </Suspense>
  );
  return { ask, shown };
}

interface TreeKeys {
  branches: readonly TreeEntry[];
  active: number;
  focusOn: (index: number) => void;
}

function useTreeKeys({ branches, active, focusOn }: TreeKeys): (event: KeyboardEvent) => void {
  const go = useNavigate();
  return (event) => {
    const branch = branches[active];
    if (branch === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const parent = (): number => branches.findLastIndex((one, index) => index < active && one.level < branch.level);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusOn(active + 1),
      ArrowUp: () => focusOn(active - 1),
      Home: () => focusOn(0),
      End: () => focusOn(branches.length - 1),
      ArrowRight: () => (branch.open ? focusOn(active + 1) : branch.hasChildren && toggleTreeEntry(branch)),
      ArrowLeft: () => (branch.open ? toggleTreeEntry(branch) : focusOn(parent())),
      Enter: () => go(placePath(branch.moduleType, branch.id)),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
}

interface TreeRowProps {
  branch: TreeEntry;
  tab: boolean;
  top: number;
  /** Its menu is opened by a sign at its end, as under a finger nothing clicks right. */
  hasDots: boolean;
}

/** Opens the menu of the row, like a right click. */
function openMenuHere(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const at = { clientX: event.clientX, clientY: event.clientY, button: 2 };
  event.currentTarget.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, view: window, ...at }));
}

function TreeRow({ branch: entry, tab, top, hasDots }: TreeRowProps): ReactNode {
  return (
    <AppLink
      to={placePath(entry.moduleType, entry.id)}
      role="treeitem"
      aria-level={entry.level}
      aria-expanded={entry.hasChildren ? entry.open : undefined}
      aria-selected={entry.current}
      aria-current={entry.current ? 'page' : undefined}
      tabIndex={tab ? 0 : -1}
      className={entry.id === undefined ? `${styles.node} ${styles.area}` : styles.node}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 2 + (entry.level - 1) * 12 }}
      title={entry.name}
      data-key={entry.key}
      data-folder={entry.id}
      data-name={entry.name}
      data-upload={entry.upload ? entry.id : undefined}
      draggable={false}
    >
      <span
        className={entry.open ? `${styles.caret} ${styles.open}` : styles.caret}
        onClick={(event) => {
          event.preventDefault();
          if (entry.hasChildren) toggleTreeEntry(entry);
        }}
        aria-hidden="true"
      >
        {entry.hasChildren && <CaretRightOutlined />}
      </span>
      {entry.id !== undefined && <FileIcon objType={entry.objType} size={16} />}
      <Text truncate grow={hasDots}>
        {entry.name}
      </Text>
      {entry.publishing && (
        <Text size="xs" tone="muted">
          <PublishingMark />
        </Text>
      )}
      {hasDots && entry.id !== undefined && (
        <span className={styles.dots} onClick={openMenuHere} aria-hidden="true">
          <EllipsisOutlined />
        </span>
      )}
    </AppLink>
  );
}
