import { type Vote, type VoteKind, opinionOptions } from '@dossier/contract/meetings/votes';
import { Fragment, type ReactNode } from 'react';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { meetingsPath } from '../paths.ts';

const minute = (iso: string): string => formatExactTime(iso).slice(0, -3);

/** Short facts on a line, with dots between them; an empty one is left out. */
export function FactLine({ facts }: { facts: readonly ReactNode[] }): ReactNode {
  return (
    <Text as="p" size="s" tone="muted">
      {facts.filter(Boolean).map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          <span>{fact}</span>
        </Fragment>
      ))}
    </Text>
  );
}

/** The state of a vote: meeting, creator, secrecy, end, and turnout. */
export function VoteFacts({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  const time = { waiting: vote.openTime, open: vote.closeTime, closed: vote.closeTime }[vote.state];
  return (
    <FactLine
      facts={[
        vote.meetingId && (
          <AppLink key="meeting" to={meetingsPath} query={{ id: vote.meetingId }}>
            {vote.meetingTitle ?? t('meeting')}
          </AppLink>
        ),
        t('askedBy', { name: vote.creatorName }),
        t(vote.secret ? 'isSecret' : 'isNamed'),
        time === undefined ? t('openEnd') : t(`time_${vote.state}`, { time: minute(time) }),
        t('turnout', { votes: vote.votes, count: vote.voters }),
      ]}
    />
  );
}

/** The display text of an option: translated for an opinion vote. */
export function useOptionName(kind: VoteKind): (text: string) => string {
  const t = useText('meetings.votes');
  return (text) => {
    const known = kind === 'opinion' ? opinionOptions.find((option) => option === text) : undefined;
    return known === undefined ? text : t(known);
  };
}
