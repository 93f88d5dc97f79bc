import type { Vote } from '@dossier/contract/votes';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { listPath } from './paths.ts';
import styles from './votes.module.css';

const minute = (iso: string): string => exactTime(iso).slice(0, -3);

/** How a vote stands: where it belongs, who asks, whether it is secret, until when, and how many took part. */
export function VoteFacts({ vote }: { vote: Vote }): ReactNode {
  const t = useText('votes');
  const time = { waiting: vote.openTime, open: vote.closeTime, closed: vote.closeTime }[vote.state];
  return (
    <p className={styles.facts}>
      {vote.meetingId && (
        <GoLink to={listPath} query={{ id: vote.meetingId }}>
          {vote.meetingTitle ?? t('meeting')}
        </GoLink>
      )}
      <span>{t('askedBy', { name: vote.creatorName })}</span>
      <span>{t(vote.secret ? 'isSecret' : 'isNamed')}</span>
      <span>{time === undefined ? t('openEnd') : t(`time_${vote.state}`, { time: minute(time) })}</span>
      <span>{t('turnout', { votes: vote.votes, n: vote.voters })}</span>
    </p>
  );
}
