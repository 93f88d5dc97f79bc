import { CloseOutlined } from '@ant-design/icons';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { pauseRefetching } from '../../platform/query.ts';
import { PlainButton, Row } from '../../platform/ui/layout.tsx';
import { findPage } from '../routing/all-pages.tsx';
import { keepScrollPosition } from './layout-state.ts';
import { type Tab, tabAfterClosing, useTabs } from './open-tabs.ts';
import styles from './tab-bar.module.css';

interface TabActions {
  /** Shows a tab in its last state, without a request. */
  show: (tab: Tab) => void;
  /** Renders the page of a tab anew. */
  refresh: (tab: Tab) => void;
  close: (paths: readonly string[]) => void;
}

/** The actions on tabs at a path. */
function useTabActions(current: string): TabActions {
  const go = useNavigate();
  const router = useRouter();
  const show = (tab: Tab): void => {
    pauseRefetching(true);
    keepScrollPosition(tab.path);
    const stop = router.subscribe('onRendered', () => {
      stop();
      // Lazy pages send their queries a moment later.
      setTimeout(() => pauseRefetching(false), 300);
    });
    go(tab.href);
  };
  return {
    show,
    refresh: (tab) => go(`/redirect${tab.href}`, undefined, { replace: tab.path === current }),
    close: (paths) => {
      const { list, close } = useTabs.getState();
      const next = tabAfterClosing(list, paths, current);
      close(paths);
      const tab = next === undefined ? undefined : list.find(({ href }) => href === next);
      if (tab) show(tab);
      else if (next !== undefined) go(next);
    },
  };
}

/** A tab, with a menu by right click or the menu key; the middle button and Delete close it. */
function ViewTab({ tab, current }: { tab: Tab; current: string }): ReactNode {
  const t = useText('app.shell');
  const { show, close } = useTabActions(current);
  const items = useTabMenu(tab, current);
  const page = findPage(tab.path);
  const title = page ? page.title() : tab.path;
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
      <Row
        as="span"
        gap={1}
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
          <PlainButton tabIndex={-1} aria-label={t('tabCloseNamed', { name: title })} onClick={closeThis}>
            <CloseOutlined />
          </PlainButton>
        )}
      </Row>
    </Dropdown>
  );
}

function useTabMenu(tab: Tab, current: string): MenuProps['items'] {
  const t = useText('app.shell');
  const { show, refresh, close } = useTabActions(current);
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

/** Tabs of visited views; they scroll where they do not fit, and arrow keys move between them. */
export function TabBar(): ReactNode {
  const t = useText('app.shell');
  const { list, visit: session } = useTabs();
  const bar = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    const page = findPage(path);
    if (page?.place === 'shell' && page.hidden !== true) session({ path, href, ...(page.affix && { affix: true }) });
  }, [path, href, session]);
  const known = list.filter((tab) => findPage(tab.path));
  useEffect(() => {
    bar.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, known.length]);
  return (
    <nav
      ref={bar}
      className={styles.bar}
      aria-label={t('openViews')}
      onKeyDown={walk}
      onWheel={(event) => void (event.currentTarget.scrollLeft += event.deltaX === 0 ? event.deltaY : 0)}
    >
      <Row as="ul">
        {known.map((tab) => (
          <li key={tab.path}>
            <ViewTab tab={tab} current={path} />
          </li>
        ))}
      </Row>
    </nav>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at + step]?.focus();
  if (at >= 0) event.preventDefault();
}
