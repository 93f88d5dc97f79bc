import { BarChartOutlined, StarOutlined } from '@ant-design/icons';
import type { Meeting } from '@dossier/contract/meetings';
import { scores, votes } from '@dossier/contract/votes';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import meetings from '../meetings/meetings.module.css';
import record from '../../ground/ui/record.module.css';
import { ScoreLine, VoteLine } from './lists.tsx';
import { openNewScore } from './score-dialog.tsx';
import { openNewVote } from './vote-dialog.tsx';
import styles from './votes.module.css';

/** The votes and sheets of scores of a meeting. */
export function VotesPart({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('votes');
  const asked = { meetingId: meeting.id, pageSize: 100 };
  const found = useCall(votes.list, asked);
  const sheets = useCall(scores.list, asked);
  const asks = meeting.leads && (meeting.state === 'planned' || meeting.state === 'running');
  const isEmpty = found.data?.list.length === 0 && sheets.data?.list.length === 0;
  if (isEmpty && !asks) return null;
  return (
    <section className={record.part}>
      <div className={meetings.partHead}>
        <h2>{t('votesAndScores')}</h2>
        {asks && (
          <>
            <Button
              icon={<BarChartOutlined />}
              onClick={() => openNewVote({ meetingId: meeting.id, running: meeting.state === 'running' })}
            >
              {t('newVote')}
            </Button>
            <Button icon={<StarOutlined />} onClick={() => openNewScore(meeting.id)}>
              {t('newScore')}
            </Button>
          </>
        )}
      </div>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {isEmpty && <p className={styles.hint}>{t('noneInMeeting')}</p>}
      <ul className={styles.rows}>
        {found.data?.list.map((vote) => (
          <VoteLine key={vote.id} vote={vote} />
        ))}
        {sheets.data?.list.map((sheet) => (
          <ScoreLine key={sheet.id} sheet={sheet} />
        ))}
      </ul>
    </section>
  );
}
