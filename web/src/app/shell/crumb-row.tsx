import { useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { textOf } from '../../ground/text.ts';
import { useCrumbSlot } from '../../ground/ui/crumbs.tsx';
import { Trail } from '../../ground/ui/trail.tsx';
import { type Crumb, crumbsOf } from '../crumbs-of.ts';
import { activeMenu, dashboard, menuTree } from '../menu.ts';
import { findPage } from '../rooms.ts';
import { matchedRoutes } from '../route-tree.ts';
import styles from './shell.module.css';
import { useShownPath } from './shown-path.ts';

/** Pages that lie nowhere else. */
const unplaced = ['/home', '/401'];

/** The way to a page that stands in no menu goes through the one that menus mark for it. */
function below(path: string, crumbs: Crumb<() => string>[]): Crumb<() => string>[] {
  const page = findPage(path);
  if (page?.hidden !== true || page.activeMenu === undefined) return crumbs;
  const way = crumbs.map((crumb, at) => (at === crumbs.length - 1 ? { ...crumb, to: activeMenu(path) } : crumb));
  return [...way, { title: () => textOf(page.room)(page.title) }];
}

/** Where one is: what the page says itself, otherwise the way to it through the groups of the menu. An empty row stays: nothing may move below it. */
export function CrumbRow(): ReactNode {
  const path = useShownPath();
  const params = useParams({ strict: false });
  const filled = useCrumbSlot((slot) => slot.filled > 0);
  const hold = useCallback((element: HTMLElement | null) => useCrumbSlot.setState({ element }), []);
  const matched = unplaced.includes(path) ? [] : matchedRoutes(menuTree, activeMenu(path));
  const crumbs = matched.length === 0 ? [] : below(path, crumbsOf(matched, dashboard, params));
  return (
    <div className={styles.crumbs}>
      <div ref={hold} className={styles.slot} />
      {!filled && crumbs.length > 0 && <Trail crumbs={crumbs.map(({ title, ...part }) => ({ ...part, title: title() }))} />}
    </div>
  );
}
