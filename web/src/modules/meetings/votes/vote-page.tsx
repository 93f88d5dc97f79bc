import { CheckCircleFilled } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type Vote, voteLimits, votes } from '@dossier/contract/meetings/votes';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { meetingListPath, voteSummaryPath } from '../paths.ts';
import { VoteFacts, useOptionName } from './vote-facts.tsx';
import styles from './votes.module.css';

const Query = { id: idParam };

/** The ballot: one question, options large enough for touch, and a link to the result. */
export function VotePage(): ReactNode {
  const t = useText('meetings.votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(votes.show, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const way = (
    <AppLink to={meetingListPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </AppLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={way} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && way} />;
  if (!found.data) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <LoadedVote key={found.data.id} vote={found.data} />;
}

function LoadedVote({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  usePageTitle(vote.question);
  const mayVote = vote.asked && !vote.voted && vote.state === 'open';
  return (
    <article className={styles.page}>
      <h1>{vote.question}</h1>
      <VoteFacts vote={vote} />
      {vote.description !== '' && <p className={styles.description}>{vote.description}</p>}
      {mayVote ? <Ballot vote={vote} /> : <OwnVote vote={vote} />}
      {!mayVote && (
        <div className={styles.deeds}>
          <AppLink to={voteSummaryPath} query={{ id: vote.id }}>
            {t('toSummary')}
          </AppLink>
        </div>
      )}
    </article>
  );
}

/** Why the user cannot vote here, and what they chose. */
function OwnVote({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  const name = useOptionName(vote.kind);
  const chosen = vote.options.filter((option) => vote.chosen.includes(option.id)).map((option) => name(option.text));
  if (vote.voted)
    return (
      <p className={styles.said} role="status">
        <CheckCircleFilled style={{ color: 'var(--done)' }} />
        <span>{vote.secret ? t('votedSecret') : t('youVoted', { what: chosen.join(t('comma')) })}</span>
      </p>
    );
  if (vote.state === 'waiting') return <p className={styles.said}>{t('notYetOpen')}</p>;
  if (vote.state === 'closed') return <p className={styles.said}>{t('isClosed')}</p>;
  return <p className={styles.said}>{t('notAsked')}</p>;
}

function Ballot({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  const name = useOptionName(vote.kind);
  const cast = useCallMutation(votes.cast, { refresh: [votes.show, votes.summary, votes.list] });
  const [chosen, setChosen] = useState<string[]>([]);
  const [opinion, setOpinion] = useState('');
  const many = vote.most > 1;
  const choose = (id: string, on: boolean): void => setChosen(many ? (on ? [...chosen, id] : chosen.filter((one) => one !== id)) : [id]);
  const isFull = many && chosen.length >= vote.most;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void cast.mutateAsync({ id: vote.id, optionIds: chosen, opinion }).catch(() => undefined);
      }}
    >
      <fieldset className={styles.choices}>
        <legend>{many ? t('chooseUpTo', { count: vote.most }) : t('chooseOne')}</legend>
        {vote.options.map((option) => (
          <label key={option.id} className={styles.choice}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name="option"
              checked={chosen.includes(option.id)}
              disabled={isFull && !chosen.includes(option.id)}
              onChange={({ target }) => choose(option.id, target.checked)}
            />
            {name(option.text)}
          </label>
        ))}
      </fieldset>
      {!vote.secret && (
        <Input.TextArea
          aria-label={t('opinion')}
          placeholder={t('opinionHint')}
          autoSize={{ minRows: 2, maxRows: 4 }}
          count={{ max: voteLimits.opinion, show: true, strategy: (text) => [...text].length, exceedFormatter: cut }}
          value={opinion}
          onChange={({ target }) => setOpinion(target.value)}
        />
      )}
      <div className={styles.send}>
        <Button type="primary" size="large" htmlType="submit" disabled={chosen.length === 0} loading={cast.isPending}>
          {t('vote')}
        </Button>
        <span className={styles.hint}>{t(vote.secret ? 'secretHint' : 'finalHint')}</span>
      </div>
    </form>
  );
}

const cut = (text: string, { max }: { max: number }): string => [...text].slice(0, max).join('');
