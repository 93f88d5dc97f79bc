import { type Criterion, mostOfVotes, type ScoreSummary, scores } from '@dossier/contract/votes';
import { Button, Input, InputNumber } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import styles from './votes.module.css';

/** The marks of one judge, to be changed until the sheet is closed. */
export function GiveScores({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('votes');
  const give = useSend(scores.give, { refresh: [scores.summary, scores.list] });
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
      {sheet.criteria.map((one) => (
        <Field key={one.id} criterion={one} value={values[one.id]} change={(value) => setValues({ ...values, [one.id]: value })} />
      ))}
      <Input.TextArea
        style={{ marginTop: 12 }}
        aria-label={t('note')}
        placeholder={t('note')}
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={mostOfVotes.opinion}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles.send}>
        <Button type="primary" size="large" htmlType="submit" loading={give.isPending} disabled={marks.length < sheet.criteria.length}>
          {t(sheet.given ? 'changeScores' : 'giveScores')}
        </Button>
        <span className={styles.hint}>{t('scoresHint')}</span>
      </div>
    </form>
  );
}

interface FieldProps {
  criterion: Criterion;
  value: number | undefined;
  change: (value: number | undefined) => void;
}

function Field({ criterion: { name, weight, lowest, highest }, value, change }: FieldProps): ReactNode {
  const t = useText('votes');
  const id = useId();
  return (
    <div className={styles.criterion}>
      <label htmlFor={id}>
        {name}
        <small>{t('rangeOf', { lowest, highest, weight })}</small>
      </label>
      <InputNumber
        id={id}
        size="large"
        mode="spinner"
        min={lowest}
        max={highest}
        precision={0}
        style={{ width: 140 }}
        value={value ?? null}
        onChange={(next) => change(next ?? undefined)}
      />
    </div>
  );
}
