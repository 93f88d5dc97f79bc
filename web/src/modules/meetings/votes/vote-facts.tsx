import { type Vote, type VoteKind, opinionOptions } from '@dossier/contract/meetings/votes';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import styles from '../meetings.module.css';
import { meetingListPath } from '../paths.ts';

const minute = (iso: string): string => formatExactTime(iso).slice(0, -3);

/** The state of a vote: meeting, creator, secrecy, end, and turnout. */
export function VoteFacts({ vote }: { vote: Vote }): ReactNode {
  const t = useText('meetings.votes');
  const time = { waiting: vote.openTime, open: vote.closeTime, closed: vote.closeTime }[vote.state];
  return (
    <Text as="p" size="s" tone="muted" className={styles.meta}>
      {vote.meetingId && (
        <AppLink to={meetingListPath} query={{ id: vote.meetingId }}>
          {vote.meetingTitle ?? t('meeting')}
        </AppLink>
      )}
      <span>{t('askedBy', { name: vote.creatorName })}</span>
      <span>{t(vote.secret ? 'isSecret' : 'isNamed')}</span>
      <span>{time === undefined ? t('openEnd') : t(`time_${vote.state}`, { time: minute(time) })}</span>
      <span>{t('turnout', { votes: vote.votes, count: vote.voters })}</span>
    </Text>
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
