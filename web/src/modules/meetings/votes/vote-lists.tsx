import { BarChartOutlined, PlusOutlined, StarOutlined } from '@ant-design/icons';
import type { Meeting } from '@dossier/contract/meetings/meetings';
import { type ScoreRow, type VoteRow, scores, votes } from '@dossier/contract/meetings/votes';
import { Button, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import record from '../../../platform/ui/detail-page.module.css';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import people from '../../../platform/ui/list-page.module.css';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
import meetings from '../meetings/meetings.module.css';
import { scorePath, votePath, voteSummaryPath } from '../paths.ts';
import { openNewScore } from './score-dialog.tsx';
import { openNewVote } from './vote-dialog.tsx';
import styles from './votes.module.css';

const pageSize = 30;

/** A vote in a list: links to the ballot while the user can vote, otherwise to the result. */
function VoteLine({ vote }: { vote: VoteRow }): ReactNode {
  const t = useText('meetings.votes');
  const due = vote.asked && !vote.voted && vote.state === 'open';
  return (
    <li>
      <AppLink to={due ? votePath : voteSummaryPath} query={{ id: vote.id }}>
        {vote.question}
      </AppLink>
      {due && <b>{t('yourVote')}</b>}
      <small>{t(vote.secret ? 'isSecret' : 'isNamed')}</small>
      <small>{t('turnout', { votes: vote.votes, count: vote.voters })}</small>
      <small>{t(`state_${vote.state}`)}</small>
    </li>
  );
}

/** A score sheet in a list. */
function ScoreLine({ sheet }: { sheet: ScoreRow }): ReactNode {
  const t = useText('meetings.votes');
  return (
    <li>
      <AppLink to={scorePath} query={{ id: sheet.id }}>
        {sheet.title}
      </AppLink>
      {sheet.asked && !sheet.given && sheet.state === 'open' && <b>{t('yourScores')}</b>}
      <small>{t('givenBy', { given: sheet.givenBy, count: sheet.judges })}</small>
      <small>{t(`state_${sheet.state}`)}</small>
    </li>
  );
}

/** The votes in which the user is a voter, or that they created. */
export function VotesList({ children }: { children: ReactNode }): ReactNode {
  const t = useText('meetings.votes');
  const [pageNo, setPageNo] = useState(1);
  const found = useCall(votes.list, { pageNo, pageSize }, { keep: true });
  return (
    <Listed
      bar={children}
      found={found}
      page={{ pageNo, setPageNo }}
      add={{ label: t('newVote'), run: () => openNewVote({}) }}
      empty={{ title: t('noVotes'), hint: t('noVotesHint') }}
    >
      {found.data?.list.map((vote) => (
        <VoteLine key={vote.id} vote={vote} />
      ))}
    </Listed>
  );
}

/** The score sheets of which the user is a judge or the creator. */
export function ScoresList({ children }: { children: ReactNode }): ReactNode {
  const t = useText('meetings.votes');
  const [pageNo, setPageNo] = useState(1);
  const found = useCall(scores.list, { pageNo, pageSize }, { keep: true });
  return (
    <Listed
      bar={children}
      found={found}
      page={{ pageNo, setPageNo }}
      add={{ label: t('newScore'), run: () => openNewScore() }}
      empty={{ title: t('noScores'), hint: t('noScoresHint') }}
    >
      {found.data?.list.map((sheet) => (
        <ScoreLine key={sheet.id} sheet={sheet} />
      ))}
    </Listed>
  );
}

interface ListedProps {
  bar: ReactNode;
  found: { data: { list: unknown[]; totalNumber: number } | undefined; error: unknown; refetch: () => unknown };
  page: { pageNo: number; setPageNo: (page: number) => void };
  add: { label: string; run: () => void };
  empty: { title: string; hint: string };
  children: ReactNode;
}

function Listed({ bar, found, page, add, empty, children }: ListedProps): ReactNode {
  const total = found.data?.totalNumber ?? 0;
  return (
    <div className={people.page}>
      <div className={people.bar}>
        {bar}
        <span className={people.gap} />
        <Button className={people.add ?? ''} type="primary" icon={<PlusOutlined />} onClick={add.run}>
          {add.label}
        </Button>
      </div>
      <div style={{ padding: '0 16px 16px' }}>
        {Boolean(found.error) && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
        {found.data?.list.length === 0 && <Empty {...empty} />}
        <ul className={styles.rows}>{children}</ul>
        {total > pageSize && (
          <Pagination
            style={{ marginTop: 12 }}
            size="small"
            align="end"
            current={page.pageNo}
            pageSize={pageSize}
            total={total}
            showSizeChanger={false}
            itemRender={paginationItem}
            onChange={page.setPageNo}
          />
        )}
      </div>
    </div>
  );
}

/** The votes and score sheets of a meeting. */
export function VotesSection({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.votes');
  const listInput = { meetingId: meeting.id, pageSize: 100 };
  const found = useCall(votes.list, listInput);
  const sheets = useCall(scores.list, listInput);
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
