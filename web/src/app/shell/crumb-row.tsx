import { useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useCrumbSlot } from '../../ground/ui/crumbs.tsx';
import { Trail } from '../../ground/ui/trail.tsx';
import { crumbsOf } from '../crumbs-of.ts';
import { dashboard, menuTree } from '../menu.ts';
import { matchedRoutes } from '../route-tree.ts';
import styles from './shell.module.css';
import { useShownPath } from './shown-path.ts';

/** Pages that lie nowhere else. */
const unplaced = ['/home', '/401'];

/** Where one is: what the page says itself, otherwise the way to it through the groups of the menu. An empty row stays: nothing may move below it. */
export function CrumbRow(): ReactNode {
  const path = useShownPath();
  const params = useParams({ strict: false });
  const filled = useCrumbSlot((slot) => slot.filled > 0);
  const hold = useCallback((element: HTMLElement | null) => useCrumbSlot.setState({ element }), []);
  const matched = unplaced.includes(path) ? [] : matchedRoutes(menuTree, path);
  const crumbs = matched.length === 0 ? [] : crumbsOf(matched, dashboard, params);
  return (
    <div className={styles.crumbs}>
      <div ref={hold} className={styles.slot} />
      {!filled && crumbs.length > 0 && <Trail crumbs={crumbs.map(({ title, ...part }) => ({ ...part, title: title() }))} />}
    </div>
  );
}
