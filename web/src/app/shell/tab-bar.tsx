import { CloseOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useGo } from '../../ground/go.ts';
import { queryClient } from '../../ground/query.ts';
import { textOf, useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { findPage } from '../rooms.ts';
import styles from './tab-bar.module.css';
import { pinned, type Tab, useTabs } from './tabs.ts';

/** Tabs of visited views, with a menu to refresh and close them. */
export function TabBar(): ReactNode {
  const t = useText('app');
  const { list, visit } = useTabs();
  const path = useLocation({ select: (location) => location.pathname });
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    if (findPage(path)?.place === 'shell') visit({ path, href });
  }, [path, href, visit]);
  const known = list.filter((tab) => findPage(tab.path));
  return (
    <nav className={styles.bar} aria-label={t('openViews')}>
      <ul>
        {known.map((tab) => (
          <li key={tab.path}>
            <OneTab tab={tab} current={path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OneTab({ tab, current }: { tab: Tab; current: string }): ReactNode {
  const t = useText('app');
  const go = useGo();
  const { list, close, refresh } = useTabs();
  const page = findPage(tab.path);
  const title = page ? textOf(page.room)(page.title) : tab.path;
  const drop = (paths: string[]): void => {
    close(paths);
    if (!paths.includes(current) || current === pinned) return;
    const left = list.filter((other) => other.path === pinned || !paths.includes(other.path));
    go(left.some((other) => other.path === tab.path) ? tab.href : (left.at(-1)?.href ?? pinned));
  };
  const renew = (): void => {
    go(tab.href);
    void queryClient.invalidateQueries();
    refresh();
  };
  const others = list.map((other) => other.path).filter((path) => path !== tab.path && path !== pinned);
  const items: MenuProps['items'] = [
    { key: 'refresh', label: t('tabRefresh'), onClick: renew },
    { key: 'close', label: t('tabClose'), disabled: tab.path === pinned, onClick: () => drop([tab.path]) },
    { key: 'others', label: t('tabCloseOthers'), disabled: others.length === 0, onClick: () => drop(others) },
    { key: 'all', label: t('tabCloseAll'), onClick: () => drop(list.map((other) => other.path)) },
  ];
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <span className={styles.tab} data-current={tab.path === current || undefined}>
        <GoLink to={tab.href} aria-current={tab.path === current ? 'page' : undefined}>
          {title}
        </GoLink>
        {tab.path !== pinned && (
          <button type="button" aria-label={t('tabCloseNamed', { name: title })} onClick={() => drop([tab.path])}>
            <CloseOutlined />
          </button>
        )}
      </span>
    </Dropdown>
  );
}
