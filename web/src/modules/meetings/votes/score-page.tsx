import { DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type Criterion, type ScoreSummary, scores, voteLimits } from '@dossier/contract/meetings/votes';
import { Button, Input, InputNumber, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/format.ts';
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
import { DividedList, Facts, Heading, Page, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { meetingListPath } from '../paths.ts';
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined);
      }}
    >
      {sheet.criteria.map((entry) => (
        <Field key={entry.id} criterion={entry} value={values[entry.id]} change={(value) => setValues({ ...values, [entry.id]: value })} />
      ))}
      <Input.TextArea
        className={styles.spaced ?? ''}
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
    </form>
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
    <div className={styles.criterion}>
      <Stack as="label" htmlFor={id}>
        {name}
        <Text as="small" size="xs" tone="muted">
          {t('rangeOf', { lowest, highest, weight })}
        </Text>
      </Stack>
      <InputNumber
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
    </div>
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
        className={styles.total}
        facts={[
          [t('average'), shown(result.average)],
          [
            <span key="trimmed" title={t('trimmedHint')}>
              {t('trimmed')}
            </span>,
            shown(result.trimmed),
          ],
        ]}
      />
      <Table sheet={sheet} result={result} />
      {notes.length > 0 && (
        <DividedList>
          {notes.map((judge) => (
            <li key={judge.name} className={styles.line}>
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

function Table({ sheet, result }: { sheet: ScoreSummary; result: Result }): ReactNode {
  const t = useText('meetings.votes');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
    <div className={styles.scores} role="region" aria-label={t('byJudge')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('judge')}</th>
            {sheet.criteria.map((entry) => (
              <th key={entry.id} scope="col">
                {entry.name}
              </th>
            ))}
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {result.judges.map((judge) => (
            <tr key={judge.name}>
              <th scope="row">{judge.name}</th>
              {sheet.criteria.map((entry) => (
                <td key={entry.id}>{shown(judge.marks.find((mark) => mark.criterionId === entry.id)?.value)}</td>
              ))}
              <td>{shown(judge.total)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('average')}</th>
            {result.criteria.map((entry) => (
              <td key={entry.criterionId}>{shown(entry.average)}</td>
            ))}
            <td>{shown(result.average)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const Query = { id: idParam };

/** A score sheet: input while it is open, and the result. */
export function ScorePage(): ReactNode {
  const t = useText('meetings.votes');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(scores.summary, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = (
    <AppLink to={meetingListPath} query={{ tab: 'scores' }}>
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
    <Page as="article" narrow className={styles.vote}>
      <Heading level={1}>{sheet.title}</Heading>
      <Text as="p" size="s" tone="muted" className={styles.meta}>
        {sheet.meetingId && (
          <AppLink to={meetingListPath} query={{ id: sheet.meetingId }}>
            {sheet.meetingTitle ?? t('meeting')}
          </AppLink>
        )}
        <span>{t('askedBy', { name: sheet.creatorName })}</span>
        <span>
          {sheet.closeTime === undefined ? t('openEnd') : t(`time_${sheet.state}`, { time: formatExactTime(sheet.closeTime).slice(0, -3) })}
        </span>
        <span>{t('givenBy', { given: sheet.givenBy, count: sheet.judges })}</span>
      </Text>
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
