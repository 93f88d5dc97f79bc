import { DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type VoteSummary, votes } from '@dossier/contract/meetings/votes';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { saveCsvText } from '../../../platform/save-file.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { meetingListPath, votePath, voteSummaryPath } from '../paths.ts';
import results from './results.module.css';
import { openNextRound } from './vote-dialog.tsx';
import { VoteFacts, useOptionName } from './vote-facts.tsx';
import styles from './votes.module.css';

const Query = { id: idParam };
/** The refetch interval of an open vote. */
const refetchMs = 10_000;

/** The result of a vote: counts, voters and opinions. */
export function VoteSummaryPage(): ReactNode {
  const t = useText('meetings.votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(votes.summary, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const isOpen = found.data !== undefined && found.data.state !== 'closed';
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && void invalidateRoutes(votes.summary), refetchMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  const way = (
    <AppLink to={meetingListPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </AppLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={way} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && way} />;
  if (!found.data) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <Summary vote={found.data} />;
}

function Summary({ vote }: { vote: VoteSummary }): ReactNode {
  const t = useText('meetings.votes');
  usePageTitle(vote.question);
  return (
    <article className={styles.page}>
      <h1>{vote.question}</h1>
      <VoteFacts vote={vote} />
      {vote.description !== '' && <p className={styles.description}>{vote.description}</p>}
      {vote.result ? <Bars vote={vote} result={vote.result} /> : <p className={styles.said}>{t(whyHidden(vote))}</p>}
      {vote.opinions.length > 0 && (
        <section className={styles.part}>
          <h2>{t('opinions')}</h2>
          <ul className={results.opinions}>
            {vote.opinions.map((entry) => (
              <li key={`${entry.name} ${entry.opinion}`}>
                <b>{entry.name}</b>
                {entry.opinion}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vote.missing.length > 0 && (
        <section className={styles.part}>
          <h2>{t('missing', { count: vote.missing.length })}</h2>
          <p className={results.names}>{vote.missing.join(t('comma'))}</p>
        </section>
      )}
      <VoteActions vote={vote} />
    </article>
  );
}

/** Why no counts are shown. */
function whyHidden({ state, live, secret, asked, voted }: VoteSummary): 'notYetOpen' | 'afterVoting' | 'afterClose' | 'tooFew' {
  if (state === 'waiting') return 'notYetOpen';
  if (state === 'closed') return 'tooFew';
  return live && !secret && asked && !voted ? 'afterVoting' : 'afterClose';
}

function Bars({ vote, result }: { vote: VoteSummary; result: NonNullable<VoteSummary['result']> }): ReactNode {
  const t = useText('meetings.votes');
  const name = useOptionName(vote.kind);
  return (
    <ol className={results.bars}>
      {result.map((row) => (
        <li key={row.id}>
          <div className={results.barHead}>
            <span>{name(row.text)}</span>
            <span>{t('nVotes', { count: row.count, percent: row.percent })}</span>
          </div>
          <div className={results.track} aria-hidden="true">
            <span style={{ width: `${row.percent}%` }} />
          </div>
          {row.names.length > 0 && <p className={results.names}>{row.names.join(t('comma'))}</p>}
        </li>
      ))}
    </ol>
  );
}

function VoteActions({ vote }: { vote: VoteSummary }): ReactNode {
  const t = useText('meetings.votes');
  const close = useCallMutation(votes.close, { refresh: [votes.summary, votes.show, votes.list] });
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(votes.export, { id: vote.id });
    saveCsvText(fileName, text);
  };
  const end = async (): Promise<void> => {
    if (!(await confirm({ title: t('closeAsk', { name: vote.question }), text: t('closeText'), ok: t('close') }))) return;
    await close.mutateAsync({ id: vote.id });
  };
  return (
    <div className={styles.deeds}>
      {vote.asked && !vote.voted && vote.state === 'open' && (
        <AppLink to={votePath} query={{ id: vote.id }}>
          {t('toVote')}
        </AppLink>
      )}
      {vote.counted && (
        <Button icon={<DownloadOutlined />} onClick={() => void take().catch(() => undefined)}>
          {t('export')}
        </Button>
      )}
      {vote.manages && vote.state !== 'closed' && <Button onClick={() => void end().catch(() => undefined)}>{t('close')}</Button>}
      {vote.manages && vote.state === 'closed' && !vote.afterId && <Button onClick={() => openNextRound(vote)}>{t('nextRound')}</Button>}
      {vote.beforeId && (
        <AppLink to={voteSummaryPath} query={{ id: vote.beforeId }}>
          {t('roundBefore')}
        </AppLink>
      )}
      {vote.afterId && (
        <AppLink to={voteSummaryPath} query={{ id: vote.afterId }}>
          {t('roundAfter')}
        </AppLink>
      )}
    </div>
  );
}
