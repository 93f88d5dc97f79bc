import { DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { type VoteSummary, votes } from '@dossier/contract/votes';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { anId } from '../../ground/page-query.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { saveText } from '../shares/save-text.ts';
import { useOptionName } from './option-name.ts';
import { listPath, votePath, voteSummaryPath } from './paths.ts';
import { openNextRound } from './vote-dialog.tsx';
import { VoteFacts } from './vote-facts.tsx';
import styles from './votes.module.css';
import results from './results.module.css';

const Query = { id: anId };
/** An open vote is looked at again and again. */
const againMs = 10_000;

/** What came of a vote: how many chose what, who did, and what they said. */
export function SummaryPage(): ReactNode {
  const t = useText('votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(votes.summary, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const isOpen = found.data !== undefined && found.data.state !== 'closed';
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(votes.summary), againMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  const way = (
    <GoLink to={listPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </GoLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={way} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && way} />;
  if (!found.data) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <Summary vote={found.data} />;
}

function Summary({ vote }: { vote: VoteSummary }): ReactNode {
  const t = useText('votes');
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
            {vote.opinions.map((one) => (
              <li key={`${one.name} ${one.opinion}`}>
                <b>{one.name}</b>
                {one.opinion}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vote.missing.length > 0 && (
        <section className={styles.part}>
          <h2>{t('missing', { n: vote.missing.length })}</h2>
          <p className={results.names}>{vote.missing.join(t('comma'))}</p>
        </section>
      )}
      <Deeds vote={vote} />
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
  const t = useText('votes');
  const name = useOptionName(vote.kind);
  return (
    <ol className={results.bars}>
      {result.map((row) => (
        <li key={row.id}>
          <div className={results.barHead}>
            <span>{name(row.text)}</span>
            <span>{t('nVotes', { n: row.count, percent: row.percent })}</span>
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

function Deeds({ vote }: { vote: VoteSummary }): ReactNode {
  const t = useText('votes');
  const close = useSend(votes.close, { refresh: [votes.summary, votes.show, votes.list] });
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(votes.export, { id: vote.id });
    saveText(fileName, text);
  };
  const end = async (): Promise<void> => {
    if (!(await confirm({ title: t('closeAsk', { name: vote.question }), text: t('closeText'), ok: t('close') }))) return;
    await close.mutateAsync({ id: vote.id });
  };
  return (
    <div className={styles.deeds}>
      {vote.asked && !vote.voted && vote.state === 'open' && (
        <GoLink to={votePath} query={{ id: vote.id }}>
          {t('toVote')}
        </GoLink>
      )}
      {vote.counted && (
        <Button icon={<DownloadOutlined />} onClick={() => void take().catch(() => undefined)}>
          {t('export')}
        </Button>
      )}
      {vote.manages && vote.state !== 'closed' && <Button onClick={() => void end().catch(() => undefined)}>{t('close')}</Button>}
      {vote.manages && vote.state === 'closed' && !vote.afterId && <Button onClick={() => openNextRound(vote)}>{t('nextRound')}</Button>}
      {vote.beforeId && (
        <GoLink to={voteSummaryPath} query={{ id: vote.beforeId }}>
          {t('roundBefore')}
        </GoLink>
      )}
      {vote.afterId && (
        <GoLink to={voteSummaryPath} query={{ id: vote.afterId }}>
          {t('roundAfter')}
        </GoLink>
      )}
    </div>
  );
}
