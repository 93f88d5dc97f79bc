import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import tableStyles from './table.module.css';
import styles from './visits.module.css';

/** Back and forth through the pages of a list that has more than one. */
export function Pager({ pageNo, pages, turn }: { pageNo: number; pages: number; turn: (page: number) => void }): ReactNode {
  const t = useText('visits');
  if (pages <= 1) return null;
  return (
    <nav className={tableStyles.pager} aria-label={t('pages')}>
      <button type="button" className={styles.plain} disabled={pageNo <= 1} onClick={() => turn(pageNo - 1)}>
        {t('previous')}
      </button>
      <span>{t('pageOf', { n: pageNo, m: pages })}</span>
      <button type="button" className={styles.plain} disabled={pageNo >= pages} onClick={() => turn(pageNo + 1)}>
        {t('next')}
      </button>
    </nav>
  );
}
