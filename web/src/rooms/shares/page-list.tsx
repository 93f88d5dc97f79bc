import type { SeenPages } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { timeSpent } from './time-spent.ts';
import chartStyles from './chart.module.css';
import styles from './shares.module.css';

/** Which pages of which documents were looked at for how long. */
export function PageList({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('shares');
  const { data, error, refetch } = useCall(shares.pages, { id, ...(visitorKey !== undefined && { visitorKey }) }, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.length === 0) return <p className={styles.hint}>{t('nothingSeen')}</p>;
  return (
    <ul className={chartStyles.seen}>
      {data?.map((one) => (
        <li key={one.id}>
          <div className={chartStyles.seenHead}>
            <strong title={one.name}>{one.name}</strong>
            <span>{t('seenFacts', { time: timeSpent(one.seconds), downloads: one.downloads, prints: one.prints })}</span>
          </div>
          {one.pages.length > 0 && <Bars one={one} />}
        </li>
      ))}
    </ul>
  );
}

const barHeight = 46;

function Bars({ one }: { one: SeenPages }): ReactNode {
  const t = useText('shares');
  const longest = Math.max(1, ...one.pages.map((page) => page.seconds));
  return (
    <ol className={chartStyles.pages} tabIndex={0} aria-label={t('pagesOf', { name: one.name })}>
      {one.pages.map(({ page, seconds }) => (
        <li key={page} title={t('pageFacts', { page, time: timeSpent(seconds) })}>
          <span className={chartStyles.spent}>{timeSpent(seconds)}</span>
          <span className={chartStyles.bar} style={{ height: Math.max(3, (seconds / longest) * barHeight) }} />
          <span>{page}</span>
        </li>
      ))}
    </ol>
  );
}
