import { DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type VoteSummary, votes } from '@dossier/contract/meetings/votes';
import { Button, Progress, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../../platform/call.ts';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { saveCsvText } from '../../../platform/save-csv.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { Callout, Section } from '../../../platform/ui/page-parts.tsx';
import { meetingsPath, votePath, voteSummaryPath } from '../paths.ts';
import { openNextRound } from './vote-dialog.tsx';
import { VoteFacts, useOptionName } from './vote-facts.tsx';

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
  const link = (
    <AppLink to={meetingsPath} query={{ tab: 'votes' }}>
      {t('allVotes')}
    </AppLink>
  );
  if (id === '') return <Empty heading title={t('noVote')} action={link} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && link} />;
  if (!found.data) return <Page narrow>{late && <Skeleton active />}</Page>;
  return <Summary vote={found.data} />;
}

function Summary({ vote }: { vote: VoteSummary }): ReactNode {
  const t = useText('meetings.votes');
  usePageTitle(vote.question);
  return (
    <Page as="article" narrow gap={3}>
      <Heading level={1}>{vote.question}</Heading>
      <VoteFacts vote={vote} />
      {vote.description !== '' && (
        <Text as="p" prose>
          {vote.description}
        </Text>
      )}
      {vote.result ? <Bars vote={vote} result={vote.result} /> : <Callout as="p">{t(whyHidden(vote))}</Callout>}
      {vote.opinions.length > 0 && (
        <Section title={t('opinions')}>
          <DividedList lines="compact">
            {vote.opinions.map((entry) => (
              <li key={`${entry.name} ${entry.opinion}`}>
                <Text>
                  <b>{entry.name}</b> {entry.opinion}
                </Text>
              </li>
            ))}
          </DividedList>
        </Section>
      )}
      {vote.missing.length > 0 && (
        <Section title={t('missing', { count: vote.missing.length })}>
          <Hint>{joinedNames(vote.missing)}</Hint>
        </Section>
      )}
      <VoteActions vote={vote} />
    </Page>
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
    <Stack as="ol" gap={4}>
      {result.map((row) => (
        <Stack as="li" key={row.id} gap={1}>
          <Row gap={3} align="baseline" justify="between">
            <Text>{name(row.text)}</Text>
            <Text nowrap numeric>
              {t('nVotes', { count: row.count, percent: row.percent })}
            </Text>
          </Row>
          <Progress aria-hidden percent={row.percent} showInfo={false} size={{ height: 12 }} />
          {row.names.length > 0 && <Hint>{joinedNames(row.names)}</Hint>}
        </Stack>
      ))}
    </Stack>
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
    <Row gap={4} wrap>
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
    </Row>
  );
}
