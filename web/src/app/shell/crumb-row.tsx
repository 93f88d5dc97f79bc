import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { textOf, useText } from '../../ground/text.ts';
import { useCrumbSlot } from '../../ground/ui/crumbs.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { findPage } from '../rooms.ts';
import styles from './shell.module.css';

/** Pages that lie nowhere else. */
const unplaced = ['/home', '/401'];

/** Where one is: what the page says itself, otherwise home and the page's title. Home needs no word of it. */
export function CrumbRow(): ReactNode {
  const t = useText('app');
  const path = useLocation({ select: (location) => location.pathname });
  const page = findPage(path);
  const filled = useCrumbSlot((slot) => slot.filled > 0);
  const hold = useCallback((element: HTMLElement | null) => useCrumbSlot.setState({ element }), []);
  if (unplaced.includes(path)) return null;
  const area = path.startsWith('/site-admin/') ? 'areaSite' : path.startsWith('/admin/') ? 'areaAdmin' : undefined;
  return (
    <div className={styles.crumbs}>
      <div ref={hold} className={styles.slot} />
      {!filled && page && (
        <nav aria-label={t('breadcrumb')}>
          <ol className={styles.trail}>
            <li>
              <GoLink to="/home">{t('areaHome')}</GoLink>
            </li>
            {area && <li>{t(area)}</li>}
            <li aria-current="page">
              <h1>{textOf(page.room)(page.title)}</h1>
            </li>
          </ol>
        </nav>
      )}
    </div>
  );
}
