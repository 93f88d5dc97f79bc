import { CloseOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { textOf, useText } from '../../ground/text.ts';
import { findPage } from '../rooms.ts';
import styles from './tab-bar.module.css';
import { type Tab, useTabs } from './tabs.ts';
import { useTabDeeds } from './use-tab-deeds.ts';

/** A tab, with a menu by right click or the menu key; the middle button and Delete close it. */
export function OneTab({ tab, current }: { tab: Tab; current: string }): ReactNode {
  const t = useText('app');
  const { show, close } = useTabDeeds(current);
  const items = useTabMenu(tab, current);
  const page = findPage(tab.path);
  const title = page ? textOf(page.room)(page.title) : tab.path;
  const closeThis = (): void => close([tab.path]);
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (tab.path !== current) show(tab);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' || tab.affix) return;
    event.preventDefault();
    closeThis();
  };
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <span
        className={styles.tab}
        data-current={tab.path === current || undefined}
        onAuxClick={(event) => {
          if (event.button !== 1 || tab.affix) return;
          event.preventDefault();
          closeThis();
        }}
      >
        <a href={tab.href} aria-current={tab.path === current ? 'page' : undefined} onClick={follow} onKeyDown={press}>
          {title}
        </a>
        {tab.affix !== true && (
          <button type="button" tabIndex={-1} aria-label={t('tabCloseNamed', { name: title })} onClick={closeThis}>
            <CloseOutlined />
          </button>
        )}
      </span>
    </Dropdown>
  );
}

function useTabMenu(tab: Tab, current: string): MenuProps['items'] {
  const t = useText('app');
  const { show, refresh, close } = useTabDeeds(current);
  const list = useTabs((tabs) => tabs.list);
  const others = list.filter((other) => other.path !== tab.path && other.affix !== true).map((other) => other.path);
  return [
    { key: 'refresh', label: t('tabRefresh'), onClick: () => refresh(tab) },
    { key: 'close', label: t('tabClose'), disabled: tab.affix === true, onClick: () => close([tab.path]) },
    {
      key: 'others',
      label: t('tabCloseOthers'),
      disabled: others.length === 0,
      onClick: () => {
        close(others);
        if (tab.path !== current) show(tab);
      },
    },
    { key: 'all', label: t('tabCloseAll'), onClick: () => close(list.map((other) => other.path)) },
  ];
}
