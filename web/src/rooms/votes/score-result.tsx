import { DownloadOutlined } from '@ant-design/icons';
import { type ScoreSummary, scores } from '@dossier/contract/votes';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { saveText } from '../shares/save-text.ts';
import styles from './votes.module.css';
import results from './results.module.css';

type Result = NonNullable<ScoreSummary['result']>;

const shown = (value: number | undefined): string => (value === undefined ? '–' : String(value));

/** What came of a sheet of scores, judge by judge and criterion by criterion. */
export function ScoreResult({ sheet }: { sheet: ScoreSummary }): ReactNode {
  const t = useText('votes');
  const close = useSend(scores.close, { refresh: [scores.summary, scores.list] });
  const take = async (): Promise<void> => {
    const { fileName, text } = await call(scores.export, { id: sheet.id });
    saveText(fileName, text);
  };
  const end = async (): Promise<void> => {
    if (!(await confirm({ title: t('closeAsk', { name: sheet.title }), text: t('closeScoreText'), ok: t('close') }))) return;
    await close.mutateAsync({ id: sheet.id });
  };
  return (
    <section className={styles.part}>
      <h2>{t('result')}</h2>
      {sheet.result ? <Numbers sheet={sheet} result={sheet.result} /> : <p className={styles.hint}>{t('afterScores')}</p>}
      <div className={styles.deeds}>
        {sheet.result && (
          <Button icon={<DownloadOutlined />} onClick={() => void take().catch(() => undefined)}>
            {t('export')}
          </Button>
        )}
        {sheet.manages && sheet.state === 'open' && <Button onClick={() => void end().catch(() => undefined)}>{t('close')}</Button>}
      </div>
    </section>
  );
}

function Numbers({ sheet, result }: { sheet: ScoreSummary; result: Result }): ReactNode {
  const t = useText('votes');
  const notes = result.judges.filter((judge) => judge.note !== '');
  return (
    <>
      <dl className={results.total}>
        <div>
          <dt>{t('average')}</dt>
          <dd>{shown(result.average)}</dd>
        </div>
        <div>
          <dt title={t('trimmedHint')}>{t('trimmed')}</dt>
          <dd>{shown(result.trimmed)}</dd>
        </div>
      </dl>
      <Table sheet={sheet} result={result} />
      {notes.length > 0 && (
        <ul className={results.opinions}>
          {notes.map((judge) => (
            <li key={judge.name}>
              <b>{judge.name}</b>
              {judge.note}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Table({ sheet, result }: { sheet: ScoreSummary; result: Result }): ReactNode {
  const t = useText('votes');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
    <div className={results.scroll} role="region" aria-label={t('byJudge')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('judge')}</th>
            {sheet.criteria.map((one) => (
              <th key={one.id} scope="col">
                {one.name}
              </th>
            ))}
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {result.judges.map((judge) => (
            <tr key={judge.name}>
              <th scope="row">{judge.name}</th>
              {sheet.criteria.map((one) => (
                <td key={one.id}>{shown(judge.marks.find((mark) => mark.criterionId === one.id)?.value)}</td>
              ))}
              <td>{shown(judge.total)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('average')}</th>
            {result.criteria.map((one) => (
              <td key={one.criterionId}>{shown(one.average)}</td>
            ))}
            <td>{shown(result.average)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
