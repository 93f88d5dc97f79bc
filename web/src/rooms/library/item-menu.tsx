import { Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { hasKeys, showKey } from '../../ground/hooks/use-hotkeys.ts';
import type { ReadyAction } from '../../ground/item-context.ts';
import styles from './action-bar.module.css';

/** Actions as entries of a menu, groups apart by a line, with their keys. */
export function menuOf(actions: readonly ReadyAction[]): NonNullable<MenuProps['items']> {
  const items: NonNullable<MenuProps['items']> = [];
  actions.forEach((action, at) => {
    if (at > 0 && actions[at - 1]?.group !== action.group) items.push({ type: 'divider', key: `line-${at}` });
    items.push({
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
  });
  return items;
}

interface ItemMenuProps {
  itemActions: readonly ReadyAction[];
  placeActions: readonly ReadyAction[];
  children: ReactNode;
}

/** The right-click menu: what the bar offers, in the same order. */
export function ItemMenu({ itemActions, placeActions, children }: ItemMenuProps): ReactNode {
  const actions = itemActions.length > 0 ? itemActions : placeActions;
  const isEmpty = actions.length === 0;
  const [asked, setAsked] = useState(false);
  // The click that asks for the menu also chooses the row whose actions it has: only after it is known whether there are any.
  useEffect(() => {
    if (isEmpty) setAsked(false);
  }, [isEmpty, asked]);
  return (
    <Dropdown
      menu={{ items: menuOf(actions) }}
      trigger={['contextMenu']}
      align={{ overflow: { adjustX: true, shiftY: true } }}
      open={asked && !isEmpty}
      onOpenChange={setAsked}
    >
      {children}
    </Dropdown>
  );
}
