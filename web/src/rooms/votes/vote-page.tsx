import { CheckCircleFilled } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { mostOfVotes, type Vote, votes } from '@dossier/contract/votes';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { useOptionName } from './option-name.ts';
import { listPath, voteSummaryPath } from './paths.ts';
import { VoteFacts } from './vote-facts.tsx';
import styles from './votes.module.css';

const Query = { id: anId };

/** Where somebody votes: one question, options as big as a thumb, and the way to what came of it. */
export function VotePage(): ReactNode {
  const t = useText('votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(votes.show, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const way = (
    <GoLink to={listPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </GoLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={way} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && way} />;
  if (!found.data) return <div className={styles.page}>{late && <Skeleton active />}</div>;
  return <Asked key={found.data.id} vote={found.data} />;
}

function Asked({ vote }: { vote: Vote }): ReactNode {
  const t = useText('votes');
  usePageTitle(vote.question);
  const mayVote = vote.asked && !vote.voted && vote.state === 'open';
  return (
    <article className={styles.page}>
      <h1>{vote.question}</h1>
      <VoteFacts vote={vote} />
      {vote.description !== '' && <p className={styles.description}>{vote.description}</p>}
      {mayVote ? <Ballot vote={vote} /> : <Said vote={vote} />}
      {!mayVote && (
        <div className={styles.deeds}>
          <GoLink to={voteSummaryPath} query={{ id: vote.id }}>
            {t('toSummary')}
          </GoLink>
        </div>
      )}
    </article>
  );
}

/** Why there is nothing to choose here, and what was chosen. */
function Said({ vote }: { vote: Vote }): ReactNode {
  const t = useText('votes');
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
  const t = useText('votes');
  const name = useOptionName(vote.kind);
  const cast = useSend(votes.cast, { refresh: [votes.show, votes.summary, votes.list] });
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
        <legend>{many ? t('chooseUpTo', { n: vote.most }) : t('chooseOne')}</legend>
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
          count={{ max: mostOfVotes.opinion, show: true, strategy: (text) => [...text].length, exceedFormatter: cut }}
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
