import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { DownloadSign } from './signs.tsx';
import { useFetching } from './use-fetching.ts';
import tableStyles from './table.module.css';
import styles from './visits.module.css';

/** Everything that is shared as one zip, and how often something can be downloaded yet. */
export function DownloadAll({ token, left }: { token: string; left: number }): ReactNode {
  const t = useText('visits');
  const [busy, fetch] = useFetching(token);
  return (
    <span className={tableStyles.counted}>
      <span className={tableStyles.left}>{left === 0 ? t('noDownloadsLeft') : t('downloadsLeft', { n: left })}</span>
      <button type="button" className={styles.main} disabled={busy || left === 0} onClick={fetch}>
        <DownloadSign />
        {t('downloadAll')}
      </button>
    </span>
  );
}
