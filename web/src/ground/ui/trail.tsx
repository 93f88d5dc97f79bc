import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import { GoLink } from './go-link.tsx';
import styles from './trail.module.css';

interface TrailProps {
  /** The parts of the way; without `to` one is no link. The last one is where one is, and the heading of the page. */
  crumbs: readonly { title: string; to?: string }[];
}

/** The way to a page as a row of links. */
export function Trail({ crumbs }: TrailProps): ReactNode {
  const t = useText('ground');
  return (
    <nav className={styles.way} aria-label={t('breadcrumb')}>
      <ol className={styles.trail}>
        {crumbs.map(({ title, to }, at) => {
          const isLast = at === crumbs.length - 1;
          return (
            <li key={to ?? at} aria-current={isLast ? 'page' : undefined}>
              {to ? <GoLink to={to}>{title}</GoLink> : isLast ? <h1 title={title}>{title}</h1> : title}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
