import { CaretRightOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import {
  type FocusEvent,
  Fragment,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { describeKey } from './hotkeys.ts';
import { Text, classNames, entryClass } from './layout.tsx';
import styles from './tree-view.module.css';

/** A visible node of a tree. */
export interface TreeNode {
  id: string;
  name: string;
  /** The name stands for one that is given later: in italics. */
  isPlaceholder?: boolean;
  /** 1 at the top. */
  level: number;
  hasChildren: boolean;
  open: boolean;
  /** The number of siblings with itself, and its position among them from 1. */
  setSize: number;
  position: number;
}

/** A drop target: a node and the place at it; the id '' is the top level. */
export interface DropPlace {
  id: string;
  where: 'in' | 'before' | 'after';
}

interface TreeViewProps<N extends TreeNode> {
  label: string;
  /** The visible nodes in order: a caller that loads children on expansion adds them when they are there. */
  nodes: readonly N[];
  selected: string | undefined;
  select: (node: N) => void;
  setOpen: (node: N, open: boolean) => void;
  /** The accessible name of a node, where it says more than the name. */
  nodeLabel?: (node: N) => string;
  renderIcon?: (node: N) => ReactNode;
  /** What stands at the end of a node: a count, marks. */
  renderTrailing?: (node: N) => ReactNode;
  menuOf?: ((node: N) => NonNullable<MenuProps['items']>) | undefined;
  /** Accessible name of a node's menu. */
  menuName: (node: N) => string;
  /** Actions of further keys, as `describeKey` writes them. */
  keysOf?: TreeKeys<N>;
  onDoubleClick?: (node: N) => void;
  drag?: { over: DropPlace | undefined; of: (node: N) => HTMLAttributes<HTMLElement>; onTree: HTMLAttributes<HTMLElement> };
  /** The name field that stands in place of a node, and one that stands as its first child. */
  renderFieldInPlace?: (node: N) => ReactNode;
  renderFieldBelow?: (node: N) => ReactNode;
}

/**
 * A tree as WAI-ARIA describes it: arrows move, expand and collapse, Home and End, letters find, Enter and Space select; one node is in the tab
 * order. Ant Design's Tree keeps the focus on its container, so that nodes could have no keys and no context menu of their own.
 */
export function TreeView<N extends TreeNode>(props: TreeViewProps<N>): ReactNode {
  const { label, nodes, selected, drag, renderFieldInPlace, renderFieldBelow } = props;
  const tree = useRef<HTMLDivElement>(null);
  const { active, onKeyDown, onFocus } = useTreeKeyboard({ ...props, tree });
  useEffect(() => {
    if (selected !== undefined) tree.current?.querySelector(`[data-id="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
    // a node is rendered only after its level is loaded
  }, [selected, nodes.length]);
  return (
    <div ref={tree} role="tree" aria-label={label} onKeyDown={onKeyDown} onFocus={onFocus} {...drag?.onTree}>
      {nodes.map((node) => (
        <Fragment key={node.id}>
          {renderFieldInPlace?.(node) || <TreeLine {...props} node={node} inTabOrder={node.id === active} />}
          {renderFieldBelow?.(node)}
        </Fragment>
      ))}
    </div>
  );
}

interface TreeLineProps<N extends TreeNode> extends TreeViewProps<N> {
  node: N;
  inTabOrder: boolean;
}

/** Whether an event comes from the element itself: React passes on events of a menu that it opened. */
const isOwn = (event: MouseEvent): boolean => event.target instanceof Node && event.currentTarget.contains(event.target);

/** The indentation of a level, in CSS. */
export const treeIndent = (level: number): string => `calc(${level - 1} * var(--space-4))`;

function TreeLine<N extends TreeNode>(props: TreeLineProps<N>): ReactNode {
  const { node, inTabOrder, selected, select, setOpen, drag } = props;
  const { id, name, level, hasChildren, open } = node;
  const [menu, setMenu] = useState(false);
  const items = props.menuOf?.(node) ?? [];
  return (
    <div
      role="treeitem"
      aria-label={props.nodeLabel?.(node) ?? name}
      aria-level={level}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={selected === id}
      aria-setsize={node.setSize}
      aria-posinset={node.position}
      tabIndex={inTabOrder ? 0 : -1}
      className={classNames(entryClass, styles.node)}
      style={{ paddingInlineStart: treeIndent(level) }}
      data-id={id}
      data-drop={drag?.over?.id === id ? drag.over.where : undefined}
      onClick={(event) => isOwn(event) && select(node)}
      onDoubleClick={(event) => isOwn(event) && props.onDoubleClick?.(node)}
      onContextMenu={(event) => {
        if (!isOwn(event) || items.length === 0) return;
        event.preventDefault();
        setMenu(true);
      }}
      {...drag?.of(node)}
    >
      <span
        className={styles.caret}
        data-open={open || undefined}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) setOpen(node, !open);
        }}
      >
        {hasChildren && <CaretRightOutlined />}
      </span>
      {props.renderIcon?.(node)}
      <Text truncate grow className={node.isPlaceholder ? styles.placeholder : undefined} title={name}>
        {name}
      </Text>
      {props.renderTrailing?.(node)}
      {items.length > 0 && <NodeMenu label={props.menuName(node)} items={items} inTabOrder={inTabOrder} open={menu} setOpen={setMenu} />}
    </div>
  );
}

interface NodeMenuProps {
  label: string;
  items: NonNullable<MenuProps['items']>;
  inTabOrder: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
}

function NodeMenu({ label, items, inTabOrder, open, setOpen }: NodeMenuProps): ReactNode {
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
        tabIndex={inTabOrder ? 0 : -1}
        icon={<MoreOutlined />}
        aria-label={label}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}

/** The number of entries in a node. */
export function TreeCount({ children, title }: { children: ReactNode; title?: string }): ReactNode {
  return (
    <Text size="xs" tone="muted" numeric className={styles.count} title={title}>
      {children}
    </Text>
  );
}

/** Actions of the focused node by key; `focusPrevious` is for a key that removes the node. */
type TreeKeys<N> = (node: N, focusPrevious: () => void) => Record<string, () => void>;

interface TreeKeyboardOptions<N> {
  tree: RefObject<HTMLDivElement | null>;
  nodes: readonly N[];
  selected: string | undefined;
  select: (node: N) => void;
  setOpen: (node: N, open: boolean) => void;
  keysOf?: TreeKeys<N>;
}

interface TreeKeyboard {
  /** The id of the node in the tab order. */
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/** The keys of a tree, by the pattern of WAI-ARIA. */
function useTreeKeyboard<N extends TreeNode>(options: TreeKeyboardOptions<N>): TreeKeyboard {
  const { tree, nodes, selected, select, setOpen, keysOf } = options;
  const [focusedId, setFocusedId] = useState<string>();
  const active = [focusedId, selected].find((id) => nodes.some((node) => node.id === id)) ?? nodes[0]?.id;
  const at = nodes.findIndex((node) => node.id === active);
  const findByLetters = useTypeAhead<N>();
  const focus = (node: N | undefined): void => {
    if (node) tree.current?.querySelector<HTMLElement>(`[data-id="${node.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = nodes[at];
    // fields and buttons in a node, and menus, handle their own keys
    const isOnNode = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (node === undefined || !isOnNode || event.ctrlKey || event.metaKey) return;
    const parent = nodes.findLast((one, index) => index < at && one.level < node.level);
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(nodes[at + 1]),
      ArrowUp: () => focus(nodes[at - 1]),
      Home: () => focus(nodes[0]),
      End: () => focus(nodes.at(-1)),
      ArrowRight: () => (node.open ? focus(nodes[at + 1]) : node.hasChildren && setOpen(node, true)),
      ArrowLeft: () => (node.open ? setOpen(node, false) : focus(parent)),
      Enter: () => select(node),
      Space: () => select(node),
      ...keysOf?.(node, () => focus(nodes[at - 1])),
    };
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.altKey;
    const others = [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)];
    const action = isLetter ? () => focus(findByLetters(event.key, others)) : actions[describeKey(event)];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const onFocus = (event: FocusEvent): void => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')?.dataset.id;
    if (id !== undefined) setFocusedId(id);
  };
  return { active, onKeyDown, onFocus };
}

const pauseMs = 700;

/** Finds a node by letters typed in sequence. */
function useTypeAhead<N extends TreeNode>(): (letter: string, nodes: readonly N[]) => N | undefined {
  const typed = useRef({ text: '', time: 0 });
  return (letter, nodes) => {
    const { text, time } = typed.current;
    const now = Date.now();
    const next = (now - time < pauseMs ? text : '') + letter.toLocaleLowerCase();
    typed.current = { text: next, time: now };
    // further letters may still match the current node, which is the last
    const order = next.length > 1 ? [...nodes.slice(-1), ...nodes] : nodes;
    return order.find(({ name }) => name.toLocaleLowerCase().startsWith(next));
  };
}
