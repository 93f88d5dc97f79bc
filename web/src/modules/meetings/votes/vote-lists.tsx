import { BarChartOutlined, DeleteOutlined, PlusOutlined, StarOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import type { Meeting } from '@dossier/contract/meetings/meetings';
import { type ScoreRow, type VoteRow, scores, voteLimits, votes } from '@dossier/contract/meetings/votes';
import { Button, DatePicker, Form, Input, Pagination } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { paginationItem } from '../../../platform/ui/paged-table.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import styles from '../meetings.module.css';
import { PrincipalsField, principalInput } from '../../access/principals-field.tsx';
import { scorePath, votePath, voteSummaryPath } from '../paths.ts';
import { openNewVote } from './vote-dialog.tsx';

const pageSize = 30;

const LineFact = ({ children }: { children: string }): ReactNode => (
  <Text as="small" size="xs" tone="muted">
    {children}
  </Text>
);

/** The user's own vote or scores are still missing. */
const Asked = ({ children }: { children: string }): ReactNode => (
  <Text as="b" size="s" tone="warn" strong>
    {children}
  </Text>
);

/** A vote in a list: links to the ballot while the user can vote, otherwise to the result. */
function VoteLine({ vote }: { vote: VoteRow }): ReactNode {
  const t = useText('meetings.votes');
  const due = vote.asked && !vote.voted && vote.state === 'open';
  return (
    <Row as="li" gap={3} wrap className={styles.line}>
      <AppLink to={due ? votePath : voteSummaryPath} query={{ id: vote.id }} className={styles.lineName ?? ''}>
        {vote.question}
      </AppLink>
      {due && <Asked>{t('yourVote')}</Asked>}
      <LineFact>{t(vote.secret ? 'isSecret' : 'isNamed')}</LineFact>
      <LineFact>{t('turnout', { votes: vote.votes, count: vote.voters })}</LineFact>
      <LineFact>{t(`state_${vote.state}`)}</LineFact>
    </Row>
  );
}

/** A score sheet in a list. */
function ScoreLine({ sheet }: { sheet: ScoreRow }): ReactNode {
  const t = useText('meetings.votes');
  return (
    <Row as="li" gap={3} wrap className={styles.line}>
      <AppLink to={scorePath} query={{ id: sheet.id }} className={styles.lineName ?? ''}>
        {sheet.title}
      </AppLink>
      {sheet.asked && !sheet.given && sheet.state === 'open' && <Asked>{t('yourScores')}</Asked>}
      <LineFact>{t('givenBy', { given: sheet.givenBy, count: sheet.judges })}</LineFact>
      <LineFact>{t(`state_${sheet.state}`)}</LineFact>
    </Row>
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
      empty={{ icon: <BarChartOutlined />, title: t('noVotes'), hint: t('noVotesHint') }}
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
      empty={{ icon: <StarOutlined />, title: t('noScores'), hint: t('noScoresHint') }}
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
  empty: { icon: ReactNode; title: string; hint: string };
  children: ReactNode;
}

function Listed({ bar, found, page, add, empty, children }: ListedProps): ReactNode {
  const total = found.data?.totalNumber ?? 0;
  const isEmpty = found.data?.list.length === 0;
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={add.run}>
      {add.label}
    </Button>
  );
  return (
    <Page gap={2}>
      <Row gap={2} wrap justify="between" className={styles.listBar}>
        {bar}
        {!isEmpty && addButton}
      </Row>
      {Boolean(found.error) && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {isEmpty && <Empty {...empty} action={addButton} />}
      <DividedList lines="compact">{children}</DividedList>
      {total > pageSize && (
        <Pagination
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
    </Page>
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
    <Section
      title={t('votesAndScores')}
      actions={
        asks && (
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
        )
      }
    >
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {isEmpty && <Hint>{t('noneInMeeting')}</Hint>}
      <DividedList lines="compact">
        {found.data?.list.map((vote) => (
          <VoteLine key={vote.id} vote={vote} />
        ))}
        {sheets.data?.list.map((sheet) => (
          <ScoreLine key={sheet.id} sheet={sheet} />
        ))}
      </DividedList>
    </Section>
  );
}

interface Line {
  name: string;
  weight: number;
  lowest: number;
  highest: number;
}

interface Values {
  title: string;
  description?: string;
  criteria: Line[];
  judges?: Principal[];
  closes?: Dayjs | null;
}

const newLine = (): Line => ({ name: '', weight: 1, lowest: 0, highest: 10 });

function ScoreDialog({ meetingId, close }: { meetingId: string | undefined; close: () => void }): ReactNode {
  const t = useText('meetings.votes');
  const create = useCallMutation(scores.create, { refresh: [scores.list] });
  const save = async ({ closes, judges = [], criteria, ...values }: Values): Promise<void> => {
    await create.mutateAsync({
      ...values,
      ...(meetingId && { meetingId }),
      criteria: criteria.filter((line) => line.name.trim() !== ''),
      judges: principalInput(judges),
      ...(closes && { closeTime: closes.toDate().toISOString() }),
    });
    notice.success(textOf('meetings.votes')('wasAsked'));
  };
  return (
    <FormDialog<Values> title={t('newScore')} ok={t('ask')} initial={{ criteria: [newLine()] }} save={save} close={close}>
      <Form.Item name="title" label={t('scoreTitle')} rules={[{ required: true, whitespace: true, message: t('questionNeeded') }]}>
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item name="criteria" label={t('criteria')} rules={[{ validator: usable(t('criteriaNeeded')) }]}>
        <CriteriaField />
      </Form.Item>
      <Form.Item
        name="judges"
        label={t('judges')}
        {...(meetingId ? { extra: t('judgesHint') } : { rules: [{ required: true, message: t('votersNeeded') }] })}
      >
        <PrincipalsField label={t('judges')} />
      </Form.Item>
      <Form.Item name="closes" label={t('closes')}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('untilClosed')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea rows={2} maxLength={4000} />
      </Form.Item>
    </FormDialog>
  );
}

const usable = (message: string) => async (_: unknown, list: Line[] | undefined) => {
  const named = (list ?? []).filter((line) => line.name.trim() !== '');
  if (named.length === 0 || named.some((line) => line.lowest >= line.highest)) throw new Error(message);
};

function CriteriaField({ value = [], onChange }: { value?: Line[]; onChange?: (list: Line[]) => void }): ReactNode {
  const t = useText('meetings.votes');
  const change = (at: number, changes: Partial<Line>): void =>
    onChange?.(value.map((line, place) => (place === at ? { ...line, ...changes } : line)));
  const number = (at: number, key: 'weight' | 'lowest' | 'highest', least: number): ReactNode => (
    <Text as="label" size="xs" tone="muted">
      {t(key)}
      <NumberInput
        min={least}
        max={1000}
        precision={0}
        style={{ width: '100%' }}
        value={value[at]?.[key] ?? least}
        onChange={(n) => change(at, { [key]: n ?? least })}
      />
    </Text>
  );
  return (
    <Stack gap={3} align="start">
      {value.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a criterion is its place
        <Row key={at} gap={2} wrap align="end" className={styles.criterion}>
          <Text as="label" size="xs" tone="muted">
            {t('criterionN', { count: at + 1 })}
            <Input maxLength={100} value={line.name} onChange={({ target }) => change(at, { name: target.value })} />
          </Text>
          {number(at, 'weight', 1)}
          {number(at, 'lowest', 0)}
          {number(at, 'highest', 1)}
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('removeCriterion', { count: at + 1 })}
            disabled={value.length === 1}
            onClick={() => onChange?.(value.toSpliced(at, 1))}
          />
        </Row>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= voteLimits.criteria}
        onClick={() => onChange?.([...value, newLine()])}
      >
        {t('addCriterion')}
      </Button>
    </Stack>
  );
}

/** Creates a score sheet. */
const openNewScore = (meetingId?: string): void => openDialog((close) => <ScoreDialog meetingId={meetingId} close={close} />);
