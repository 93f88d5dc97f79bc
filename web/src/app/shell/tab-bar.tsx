import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { findPage } from '../rooms.ts';
import { OneTab } from './one-tab.tsx';
import styles from './tab-bar.module.css';
import { useTabs } from './tabs.ts';

/** Tabs of visited views; they scroll where they do not fit, and the arrow keys walk them. */
export function TabBar(): ReactNode {
  const t = useText('app');
  const { list, visit } = useTabs();
  const bar = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    const page = findPage(path);
    if (page?.place === 'shell' && page.hidden !== true) visit({ path, href, ...(page.affix && { affix: true }) });
  }, [path, href, visit]);
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

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at + step]?.focus();
  if (at >= 0) event.preventDefault();
}
