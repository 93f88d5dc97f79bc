import { DownloadOutlined, KeyOutlined } from '@ant-design/icons';
import type { RowFate } from '@dossier/contract/people-import';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { saveCsv } from '../../ground/csv.ts';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import styles from './admin.module.css';
import { FateList } from './fate-list.tsx';
import { usersPath } from './paths.ts';
import { saveRefused } from './save-refused.ts';
import type { Import } from './use-import.ts';
import { secretsOf } from './write-rows.ts';

interface ResultStepProps {
  work: Import;
  /** Whether the passwords were saved. */
  saved: boolean;
  keep: () => void;
  again: () => void;
}

/** What came of an import: how many, the passwords to be saved, and the rows that were refused. */
export function ResultStep({ work, saved, keep, again }: ResultStepProps): ReactNode {
  const t = useText('admin');
  const go = useGo();
  const { plan, writing } = work;
  if (plan === undefined || writing === undefined) return null;
  const { results, rows } = writing;
  const countOf = (fate: string): number => results.filter((one) => one.fate === fate).length;
  const reasons = new Map(results.filter(({ fate }) => fate === 'refuse').map((one) => [one.row, one.reason]));
  const refused = plan.rows.flatMap((row): RowFate[] => {
    if (row.fate === 'refuse') return [row];
    return reasons.has(row.row) ? [{ ...row, fate: 'refuse', reason: reasons.get(row.row) }] : [];
  });
  const left = rows.length - results.length;
  return (
    <>
      <div className={styles.bar}>
        <div role="status">
          <h2>{t(left === 0 ? 'doneTitle' : 'stoppedTitle')}</h2>
        </div>
        <dl className={styles.counts}>
          <Count label={t('created')} n={countOf('create')} />
          <Count label={t('changed')} n={countOf('change')} />
          <Count label={t('refused')} n={refused.length} />
        </dl>
        {left > 0 && <p>{t('notWritten', { n: left })}</p>}
        <Passwords work={work} saved={saved} keep={keep} />
      </div>
      {refused.length > 0 ? <FateList rows={refused} /> : <div className={styles.gap} />}
      <footer className={styles.actions}>
        <Button onClick={again}>{t('another')}</Button>
        {refused.length > 0 && (
          <Button type="text" icon={<DownloadOutlined />} onClick={() => saveRefused(t, plan.rows, results)}>
            {t('saveRefused')}
          </Button>
        )}
        <span className={styles.gap} />
        <Button onClick={() => go(usersPath)}>{t('toUsers')}</Button>
      </footer>
    </>
  );
}

function Count({ label, n }: { label: string; n: number }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{n}</dd>
    </div>
  );
}

/** The passwords that were made up: kept nowhere but in this page. */
function Passwords({ work, saved, keep }: Pick<ResultStepProps, 'work' | 'saved' | 'keep'>): ReactNode {
  const t = useText('admin');
  const secrets = work.writing === undefined ? [] : secretsOf(work.writing);
  if (secrets.length === 0) return null;
  const store = (): void => {
    const head = [t('column_loginName'), t('column_fullName'), t('password')];
    saveCsv(t('passwordsFile'), [head, ...secrets.map(({ loginName, fullName, password }) => [loginName, fullName, password])]);
    keep();
  };
  return (
    <section className={styles.passwords} aria-label={t('passwordsTitle')}>
      <KeyOutlined />
      <div>
        <h3>{t('passwordsTitle')}</h3>
        <p>{t('passwordsHint')}</p>
        <Button type={saved ? 'default' : 'primary'} icon={<DownloadOutlined />} onClick={store}>
          {t(saved ? 'saveAgain' : 'savePasswords')}
        </Button>
      </div>
    </section>
  );
}
