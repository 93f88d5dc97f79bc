import { useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useText } from '../../ground/text.ts';
import { useCrumbSlot } from '../../ground/ui/crumbs.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { crumbsOf } from '../crumbs-of.ts';
import { dashboard, menuTree } from '../menu.ts';
import { matchedRoutes } from '../route-tree.ts';
import styles from './shell.module.css';

/** Pages that lie nowhere else. */
const unplaced = ['/home', '/401'];

/** Where one is: what the page says itself, otherwise the way to it through the groups of the menu. Home needs no word of it. */
export function CrumbRow(): ReactNode {
  const t = useText('app');
  const path = useLocation({ select: (location) => location.pathname });
  const params = useParams({ strict: false });
  const filled = useCrumbSlot((slot) => slot.filled > 0);
  const hold = useCallback((element: HTMLElement | null) => useCrumbSlot.setState({ element }), []);
  if (unplaced.includes(path)) return null;
  const matched = matchedRoutes(menuTree, path);
  const crumbs = matched.length === 0 ? [] : crumbsOf(matched, dashboard, params);
  return (
    <div className={styles.crumbs}>
      <div ref={hold} className={styles.slot} />
      {!filled && crumbs.length > 0 && (
        <nav aria-label={t('breadcrumb')}>
          <ol className={styles.trail}>
            {crumbs.map(({ title, to }, at) => (
              <li key={to ?? at} aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
                {to ? <GoLink to={to}>{title()}</GoLink> : at === crumbs.length - 1 ? <h1>{title()}</h1> : title()}
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}
