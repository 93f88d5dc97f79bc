import { DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type Criterion, type ScoreSummary, scores, voteLimits } from '@dossier/contract/meetings/votes';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { saveCsvText } from '../../../platform/save-csv.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { NumberTable } from '../../../platform/ui/number-table.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { meetingsPath } from '../paths.ts';
import { FactLine } from './vote-facts.tsx';
import styles from '../meetings.module.css';

/** The scores of one judge, editable until the sheet is closed. */
export function GiveScores({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('meetings.votes');
  const give = useCallMutation(scores.give, { refresh: [scores.summary, scores.list] });
  const [values, setValues] = useState<Record<string, number | undefined>>(() =>
    Object.fromEntries(sheet.marks.map((mark) => [mark.criterionId, mark.value])),
  );
  const [note, setNote] = useState(sheet.note);
  const marks = sheet.criteria.flatMap(({ id }) => (values[id] === undefined ? [] : [{ criterionId: id, value: values[id] }]));
  const send = async (): Promise<void> => {
    await give.mutateAsync({ id: sheet.id, marks, note });
    notice.success(t('scoresSaved'));
  };
  return (
    <Stack
      as="form"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined);
      }}
    >
      <DividedList lines="roomy">
        {sheet.criteria.map((entry) => (
          <Field
            key={entry.id}
            criterion={entry}
            value={values[entry.id]}
            change={(value) => setValues({ ...values, [entry.id]: value })}
          />
        ))}
      </DividedList>
      <Input.TextArea
        aria-label={t('note')}
        placeholder={t('note')}
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={voteLimits.opinion}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Row gap={2} wrap className={styles.send}>
        <Button type="primary" size="large" htmlType="submit" loading={give.isPending} disabled={marks.length < sheet.criteria.length}>
          {t(sheet.given ? 'changeScores' : 'giveScores')}
        </Button>
        <Text size="s" tone="muted">
          {t('scoresHint')}
        </Text>
      </Row>
    </Stack>
  );
}

interface FieldProps {
  criterion: Criterion;
  value: number | undefined;
  change: (value: number | undefined) => void;
}

function Field({ criterion: { name, weight, lowest, highest }, value, change }: FieldProps): ReactNode {
  const t = useText('meetings.votes');
  const id = useId();
  return (
    <Row as="li" gap={4} justify="between">
      <Stack as="label" htmlFor={id}>
        {name}
        <Text as="small" size="xs" tone="muted">
          {t('rangeOf', { lowest, highest, weight })}
        </Text>
      </Stack>
      <NumberInput
        id={id}
        size="large"
        mode="spinner"
        min={lowest}
        max={highest}
        precision={0}
        className={styles.score ?? ''}
        value={value ?? null}
        onChange={(next) => change(next ?? undefined)}
      />
    </Row>
  );
}

type Result = NonNullable<ScoreSummary['result']>;

const shown = (value: number | undefined): string => (value === undefined ? '–' : String(value));

/** The result of a score sheet by judge and criterion. */
export function ScoreResult({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('meetings.votes');
  const close = useCallMutation(scores.close, { refresh: [scores.summary, scores.list] });
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(scores.export, { id: sheet.id });
    saveCsvText(fileName, text);
  };
  const end = async (): Promise<void> => {
    if (!(await confirm({ title: t('closeAsk', { name: sheet.title }), text: t('closeScoreText'), ok: t('close') }))) return;
    await close.mutateAsync({ id: sheet.id });
  };
  return (
    <Section title={t('result')}>
      {sheet.result ? <Numbers sheet={sheet} result={sheet.result} /> : <Hint>{t('afterScores')}</Hint>}
      <Row gap={4} wrap>
        {sheet.result && (
          <Button icon={<DownloadOutlined />} onClick={() => void take().catch(() => undefined)}>
            {t('export')}
          </Button>
        )}
        {sheet.manages && sheet.state === 'open' && <Button onClick={() => void end().catch(() => undefined)}>{t('close')}</Button>}
      </Row>
    </Section>
  );
}

function Numbers({ sheet, result }: { sheet: ScoreSummary; result: Result }): ReactNode {
  const t = useText('meetings.votes');
  const notes = result.judges.filter((judge) => judge.note !== '');
  return (
    <>
      <Facts
        facts={[
          [t('average'), <Total key="average" value={result.average} />],
          [
            <span key="trimmed" title={t('trimmedHint')}>
              {t('trimmed')}
            </span>,
            <Total key="total" value={result.trimmed} />,
          ],
        ]}
      />
      <NumberTable
        label={t('byJudge')}
        head={[t('judge'), ...sheet.criteria.map((entry) => entry.name), t('total')]}
        rows={[
          ...result.judges.map(({ name, marks, total }) => ({
            key: name,
            name: (
              <Text as="strong" strong>
                {name}
              </Text>
            ),
            cells: [...sheet.criteria.map(({ id }) => shown(marks.find((mark) => mark.criterionId === id)?.value)), shown(total)],
          })),
          {
            key: '',
            name: (
              <Text as="strong" strong>
                {t('average')}
              </Text>
            ),
            cells: [...result.criteria.map((entry) => shown(entry.average)), shown(result.average)],
          },
        ]}
      />
      {notes.length > 0 && (
        <DividedList lines="compact">
          {notes.map((judge) => (
            <li key={judge.name}>
              <Text>
                <b>{judge.name}</b> {judge.note}
              </Text>
            </li>
          ))}
        </DividedList>
      )}
    </>
  );
}

const Total = ({ value }: { value: number | undefined }): ReactNode => <Text size="xl">{shown(value)}</Text>;

const Query = { id: idParam };

/** A score sheet: input while it is open, and the result. */
export function ScorePage(): ReactNode {
  const t = useText('meetings.votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(scores.summary, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = (
    <AppLink to={meetingsPath} query={{ tab: 'scores' }}>
      {t('allScores')}
    </AppLink>
  );
  if (id === '') return <Empty heading title={t('noScore')} action={link} />;
  if (found.error && !found.data)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.voteMissing.code && link} />;
  if (!found.data) return <Page narrow>{late && <Skeleton active />}</Page>;
  return <Sheet key={found.data.id} sheet={found.data} />;
}

function Sheet({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('meetings.votes');
  usePageTitle(sheet.title);
  const judges = sheet.asked && sheet.state === 'open';
  return (
    <Page as="article" narrow gap={3}>
      <Heading level={1}>{sheet.title}</Heading>
      <FactLine
        facts={[
          sheet.meetingId && (
            <AppLink key="meeting" to={meetingsPath} query={{ id: sheet.meetingId }}>
              {sheet.meetingTitle ?? t('meeting')}
            </AppLink>
          ),
          t('askedBy', { name: sheet.creatorName }),
          sheet.closeTime === undefined ? t('openEnd') : t(`time_${sheet.state}`, { time: formatExactTime(sheet.closeTime).slice(0, -3) }),
          t('givenBy', { given: sheet.givenBy, count: sheet.judges }),
        ]}
      />
      {sheet.description !== '' && (
        <Text as="p" prose>
          {sheet.description}
        </Text>
      )}
      {judges && <GiveScores sheet={sheet} />}
      <ScoreResult sheet={sheet} />
    </Page>
  );
}
