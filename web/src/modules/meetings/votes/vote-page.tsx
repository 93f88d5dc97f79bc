import { CheckCircleFilled } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type Vote, voteLimits, votes } from '@dossier/contract/meetings/votes';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { Callout } from '../../../platform/ui/page-parts.tsx';
import { meetingsPath, voteSummaryPath } from '../paths.ts';
import { VoteFacts, useOptionName } from './vote-facts.tsx';
import styles from '../meetings.module.css';

const Query = { id: idParam };

/** The ballot: one question, options large enough for touch, and a link to the result. */
export function VotePage(): ReactNode {
  const t = useText('meetings.votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(votes.show, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = (
    <AppLink to={meetingsPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </AppLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={link} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && link} />;
  if (!found.data) return <Page narrow>{late && <Skeleton active />}</Page>;
  return <LoadedVote key={found.data.id} vote={found.data} />;
}

function LoadedVote({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  usePageTitle(vote.question);
  const mayVote = vote.asked && !vote.voted && vote.state === 'open';
  return (
    <Page as="article" narrow gap={3}>
      <Heading level={1}>{vote.question}</Heading>
      <VoteFacts vote={vote} />
      {vote.description !== '' && (
        <Text as="p" prose>
          {vote.description}
        </Text>
      )}
      {mayVote ? <Ballot vote={vote} /> : <OwnVote vote={vote} />}
      {!mayVote && (
        <div>
          <AppLink to={voteSummaryPath} query={{ id: vote.id }}>
            {t('toSummary')}
          </AppLink>
        </div>
      )}
    </Page>
  );
}

/** Why the user cannot vote here, and what they chose. */
function OwnVote({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  const name = useOptionName(vote.kind);
  const chosen = vote.options.filter((option) => vote.chosen.includes(option.id)).map((option) => name(option.text));
  if (vote.voted)
    return (
      <Callout as="p" role="status">
        <Text tone="done">
          <CheckCircleFilled />
        </Text>
        <span>{vote.secret ? t('votedSecret') : t('youVoted', { what: joinedNames(chosen) })}</span>
      </Callout>
    );
  if (vote.state === 'waiting') return <Callout as="p">{t('notYetOpen')}</Callout>;
  if (vote.state === 'closed') return <Callout as="p">{t('isClosed')}</Callout>;
  return <Callout as="p">{t('notAsked')}</Callout>;
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
      <Stack as="fieldset" gap={2} className={styles.choices}>
        <Text as="legend" size="s" tone="muted">
          {many ? t('chooseUpTo', { count: vote.most }) : t('chooseOne')}
        </Text>
        {vote.options.map((option) => (
          <Row as="label" key={option.id} gap={3} className={styles.choice}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name="option"
              checked={chosen.includes(option.id)}
              disabled={isFull && !chosen.includes(option.id)}
              onChange={({ target }) => choose(option.id, target.checked)}
            />
            {name(option.text)}
          </Row>
        ))}
      </Stack>
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
      <Row gap={2} wrap className={styles.send}>
        <Button type="primary" size="large" htmlType="submit" disabled={chosen.length === 0} loading={cast.isPending}>
          {t('vote')}
        </Button>
        <Text size="s" tone="muted">
          {t(vote.secret ? 'secretHint' : 'finalHint')}
        </Text>
      </Row>
    </form>
  );
}

const cut = (text: string, { max }: { max: number }): string => [...text].slice(0, max).join('');
