import { codes } from '@dossier/contract/codes';
import { type ScoreSummary, scores } from '@dossier/contract/votes';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { GiveScores } from './give-scores.tsx';
import { listPath } from './paths.ts';
import { ScoreResult } from './score-result.tsx';
import styles from './votes.module.css';

const Query = { id: anId };

/** A sheet of scores: to give them while it is open, and what came of them. */
export function ScorePage(): ReactNode {
  const t = useText('votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(scores.summary, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const way = (
    <GoLink to={listPath} query={{ tab: 'scores' }}>
      {t('allScores')}
    </GoLink>
  );
  if (id === '') return <Empty heading title={t('noScore')} action={way} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && way} />;
  if (!found.data) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <Sheet key={found.data.id} sheet={found.data} />;
}

function Sheet({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('votes');
  usePageTitle(sheet.title);
  const judges = sheet.asked && sheet.state === 'open';
  return (
    <article className={styles.page}>
      <h1>{sheet.title}</h1>
      <p className={styles.facts}>
        {sheet.meetingId && (
          <GoLink to={listPath} query={{ id: sheet.meetingId }}>
            {sheet.meetingTitle ?? t('meeting')}
          </GoLink>
        )}
        <span>{t('askedBy', { name: sheet.creatorName })}</span>
        <span>
          {sheet.closeTime === undefined ? t('openEnd') : t(`time_${sheet.state}`, { time: exactTime(sheet.closeTime).slice(0, -3) })}
        </span>
        <span>{t('givenBy', { given: sheet.givenBy, n: sheet.judges })}</span>
      </p>
      {sheet.description !== '' && <p className={styles.description}>{sheet.description}</p>}
      {judges && <GiveScores sheet={sheet} />}
      <ScoreResult sheet={sheet} />
    </article>
  );
}
