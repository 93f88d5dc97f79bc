import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { anId, oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { MeetingsList } from '../meetings/meetings-list.tsx';
import { meetingsPath } from '../meetings/paths.ts';
import people from '../people/people.module.css';
import { ScoresList, VotesList } from '../votes/lists.tsx';
import { MeetingPage } from './meeting-page.tsx';
import { meetingTabs } from './tabs.ts';

const Query = { id: anId, tab: oneOf(meetingTabs) };

/** The meetings, votes and scores of the person, or one meeting. */
export function IndexPage(): ReactNode {
  const t = useText('minutes');
  const go = useGo();
  const { id, tab = 'meetings' } = usePageQuery(Query);
  if (id !== undefined) return <MeetingPage key={id} id={id} />;
  const choice = (
    <Segmented
      className={people.ways ?? ''}
      aria-label={t('areas')}
      value={tab}
      onChange={(next) => go(meetingsPath, next === 'meetings' ? {} : { tab: next }, { replace: true })}
      options={meetingTabs.map((one) => ({ value: one, label: t(`area_${one}`) }))}
    />
  );
  if (tab === 'votes') return <VotesList>{choice}</VotesList>;
  if (tab === 'scores') return <ScoresList>{choice}</ScoresList>;
  return <MeetingsList>{choice}</MeetingsList>;
}
