import {
  AuditOutlined,
  CloseOutlined,
  EllipsisOutlined,
  HistoryOutlined,
  LeftOutlined,
  RightOutlined,
  SearchOutlined,
  TagsOutlined,
} from '@ant-design/icons';
import { Button, type DropdownProps, Input, type MenuProps } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import type { ActionMenu, ReadyAction } from '../../platform/item-actions.ts';
import { ClearIcon } from '../../platform/ui/clear-icon.tsx';
import { type ListState, nothing } from '../../platform/ui/data-table/list-state.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { hasKeys, showKey } from '../../platform/ui/hotkeys.ts';
import { labelWidth } from '../../platform/ui/label-width.ts';
import { PlainButton, Row, Text, classNames } from '../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../platform/ui/menu-dropdown.tsx';
import styles from './action-bar.module.css';

/** What a button has beside its label: icon and margins. */
const padding = 42;
const gap = 4;
const moreWidth = 32;

/** How many buttons, from the first on, fit into a width beside the overflow button. */
export function fitting(labels: readonly string[], width: number): number {
  const widths = labels.map((label) => padding + labelWidth(label) + gap);
  if (widths.reduce((sum, buttonWidth) => sum + buttonWidth, 0) <= width) return labels.length;
  let left = width - moreWidth;
  let count = 0;
  for (const buttonWidth of widths) {
    if (buttonWidth > left) break;
    left -= buttonWidth;
    count++;
  }
  return count;
}

type MenuEntry = NonNullable<NonNullable<MenuProps['items']>[number]>;

const entryOf = (action: ReadyAction): MenuEntry => ({
  key: action.id,
  label: action.danger ? <span className={styles.danger}>{action.label}</span> : action.label,
  icon: action.icon,
  danger: action.danger ?? false,
  ...(action.blocked !== undefined && { disabled: true, title: action.blocked }),
  ...(action.key !== undefined && hasKeys && { extra: showKey(action.key) }),
  onClick: ({ domEvent }) => {
    domEvent.stopPropagation();
    action.run();
  },
});

/** The menus within the menu, with their words. */
const innerMenus = {
  version: { text: 'menuVersion', icon: <HistoryOutlined /> },
  organise: { text: 'menuOrganise', icon: <TagsOutlined /> },
  approval: { text: 'menuApproval', icon: <AuditOutlined /> },
} as const;

/** The actions in each inner menu; one that would be alone there stands among the others. */
function innerActions(actions: readonly ReadyAction[]): Map<ActionMenu, ReadyAction[]> {
  const inner = new Map<ActionMenu, ReadyAction[]>();
  for (const action of actions) if (action.menu) inner.set(action.menu, [...(inner.get(action.menu) ?? []), action]);
  for (const [menu, held] of inner) if (held.length < 2) inner.delete(menu);
  return inner;
}

/** Actions as menu entries, with dividers between groups, and their shortcuts; inner menus as `drawInner` makes them. */
function entriesOf(actions: readonly ReadyAction[], drawInner: (menu: ActionMenu, held: ReadyAction[]) => MenuEntry): MenuEntry[] {
  const inner = innerActions(actions);
  const entries: MenuEntry[] = [];
  let group: number | undefined;
  for (const action of actions) {
    const held = action.menu && inner.get(action.menu);
    if (held !== undefined && held[0] !== action) continue;
    if (group !== undefined && group !== action.group) entries.push({ type: 'divider', key: `line-${action.id}` });
    group = action.group;
    entries.push(action.menu && held ? drawInner(action.menu, held) : entryOf(action));
  }
  return entries;
}

interface ActionMenuProps extends Omit<DropdownProps, 'menu' | 'children'> {
  actions: readonly ReadyAction[];
  children: ReactNode;
}

/** A menu of actions. Under a finger an inner menu takes the place of the first one: beside it there is no room, and nothing hovers. */
export function ActionsMenu({ actions, open, onOpenChange, children, ...rest }: ActionMenuProps): ReactNode {
  const t = useText('documents.library');
  const isByFinger = useMedia('finger');
  const [isOpen, setOpen] = useState(false);
  const [inside, setInside] = useState<ActionMenu>();
  const turns = useRef(false);
  const turnTo = (menu: ActionMenu | undefined): Pick<MenuEntry & { onClick?: MenuProps['onClick'] }, 'onClick'> => ({
    onClick: ({ domEvent }) => {
      domEvent.stopPropagation();
      turns.current = true;
      setInside(menu);
    },
  });
  const drawInner = (menu: ActionMenu, held: ReadyAction[]): MenuEntry => {
    const { text, icon } = innerMenus[menu];
    const named = { key: menu, label: t(text), icon };
    return isByFinger ? { ...named, extra: <RightOutlined />, ...turnTo(menu) } : { ...named, children: held.map(entryOf) };
  };
  const held = inside && innerActions(actions).get(inside);
  const items = held
    ? [{ key: 'back', label: t('back'), icon: <LeftOutlined />, ...turnTo(undefined) }, ...held.map(entryOf)]
    : entriesOf(actions, drawInner);
  const change: DropdownProps['onOpenChange'] = (next, info) => {
    // the entry of an inner menu leaves the menu open
    if (!next && info.source === 'menu' && turns.current) {
      turns.current = false;
      return;
    }
    if (next) setInside(undefined);
    setOpen(next);
    onOpenChange?.(next, info);
  };
  return (
    <MenuDropdown {...rest} menu={{ items }} open={open ?? isOpen} onOpenChange={change} destroyOnHidden>
      {children}
    </MenuDropdown>
  );
}

interface ItemMenuProps {
  itemActions: readonly ReadyAction[];
  placeActions: readonly ReadyAction[];
  children: ReactNode;
}

/** The context menu: the actions of the bar, in the same order. */
export function ItemMenu({ itemActions, placeActions, children }: ItemMenuProps): ReactNode {
  const actions = itemActions.length > 0 ? itemActions : placeActions;
  const isEmpty = actions.length === 0;
  const [isRequested, setAsked] = useState(false);
  // The click that opens the menu also selects the row; only after that is known whether there are actions.
  useEffect(() => {
    if (isEmpty) setAsked(false);
  }, [isEmpty, isRequested]);
  return (
    <ActionsMenu
      actions={actions}
      trigger={['contextMenu']}
      align={{ overflow: { adjustX: true, shiftY: true } }}
      open={isRequested && !isEmpty}
      onOpenChange={setAsked}
    >
      {children}
    </ActionsMenu>
  );
}

/** The row above a list: its actions, and what filters it. */
export function ActionRow({ children }: { children: ReactNode }): ReactNode {
  const t = useText('documents.library');
  return (
    <Row gap={2} rigid className={styles.bar} role="toolbar" aria-label={t('actions')}>
      {children}
    </Row>
  );
}

/** How many rows are selected, and a button that selects none. */
export function SelectionCount<R>({ state }: { state: ListState<R> }): ReactNode {
  const t = useText('documents.library');
  return (
    <Row as="span" gap={1} rigid className={styles.count}>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('clearSelection')} onClick={() => state.select(nothing)} />
      <Text tone="accent" strong nowrap aria-live="polite">
        {t('nSelected', { count: state.selection.ids.size })}
      </Text>
    </Row>
  );
}

const filterPause = 250;

interface ListFilterProps {
  keyword: string | undefined;
  filter: (keyword: string | undefined) => void;
  label: string;
  /** Enter searches beyond the list. */
  enter?: (text: string) => void;
}

/** Filters a list while typing. */
export function ListFilter({ keyword, filter, label, enter }: ListFilterProps): ReactNode {
  const [text, setText] = useState(keyword ?? '');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (keyword ?? '')) return;
    const timer = setTimeout(() => filter(wanted === '' ? undefined : wanted), filterPause);
    return () => clearTimeout(timer);
  }, [text, keyword, filter]);
  return (
    <Input
      className={styles.filter ?? ''}
      size="small"
      allowClear={{ clearIcon: <ClearIcon /> }}
      prefix={<SearchOutlined />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
        if (event.key === 'Enter' && text.trim() !== '' && !event.nativeEvent.isComposing) enter?.(text.trim());
      }}
    />
  );
}

/** Those that may stand in a bar: what is in an inner menu is needed less, and stays there. */
const inTheOpen = (actions: readonly ReadyAction[]): ReadyAction[] => {
  const inner = innerActions(actions);
  return actions.filter(({ onlyInMenu, menu }) => onlyInMenu !== true && (menu === undefined || !inner.has(menu)));
};

const signWidth = 34;
/** Ant Design's own red is too dim as text on a dark background. */
const dangerInk = { color: 'var(--danger)' };

/** As many actions as fit; the others in an overflow menu. */
export function FittingActions({ actions: all, first }: { actions: readonly ReadyAction[]; first: boolean }): ReactNode {
  const t = useText('documents.library');
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const actions = all.filter((action) => action.id !== 'library.details');
  const candidates = inTheOpen(actions);
  const labels = candidates.map((action) => action.label);
  const fits = candidates.length === actions.length && fitting(labels, width) === labels.length;
  const buttons = candidates.slice(0, fits ? labels.length : fitting(labels, width - signWidth));
  const hidden = actions.filter((action) => !buttons.includes(action));
  // A dangerous action stays visible, at least as an icon.
  const last = hidden.findLast((action) => action.danger);
  const rest = hidden.filter((action) => action !== last);
  return (
    <Row gap={1} grow ref={box} className={styles.actions}>
      {buttons.map((action, at) => (
        <Button
          key={action.id}
          size="small"
          type={first && at === 0 ? 'primary' : 'text'}
          icon={action.icon}
          danger={action.danger ?? false}
          style={action.danger ? dangerInk : undefined}
          disabled={action.blocked !== undefined}
          title={action.blocked}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <ActionsMenu actions={rest} trigger={['click']}>
          <Button size="small" type="text" icon={<EllipsisOutlined />} aria-label={t('more')} title={t('more')} />
        </ActionsMenu>
      )}
      {last !== undefined && (
        <Button
          size="small"
          type="text"
          danger
          style={dangerInk}
          icon={last.icon}
          aria-label={last.label}
          title={last.label}
          onClick={last.run}
        />
      )}
    </Row>
  );
}

const onPhone = 4;

/** The actions on a phone, at the bottom of the screen. */
export function BottomBar({ actions }: { actions: readonly ReadyAction[] }): ReactNode {
  const t = useText('documents.library');
  const candidates = inTheOpen(actions);
  const shown = actions.length > candidates.length || actions.length > onPhone + 1 ? candidates.slice(0, onPhone) : candidates;
  const rest = actions.filter((action) => !shown.includes(action));
  return (
    <Row rigid align="stretch" className={styles.bottom} role="toolbar" aria-label={t('actions')} data-bottom-bar>
      {shown.map((action) => (
        <PlainButton
          key={action.id}
          className={classNames(styles.thumb, action.danger && styles.danger)}
          disabled={action.blocked !== undefined}
          title={action.blocked ?? (action.short && action.label)}
          onClick={action.run}
        >
          {action.icon}
          <Text truncate>{action.short ?? action.label}</Text>
        </PlainButton>
      ))}
      {rest.length > 0 && (
        <ActionsMenu actions={rest} trigger={['click']} placement="topRight">
          <PlainButton className={styles.thumb}>
            <EllipsisOutlined />
            <Text truncate>{t('more')}</Text>
          </PlainButton>
        </ActionsMenu>
      )}
    </Row>
  );
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
