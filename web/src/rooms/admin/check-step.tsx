import { DownloadOutlined } from '@ant-design/icons';
import { type Fate, fates } from '@dossier/contract/people-import';
import { Alert, Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import styles from './admin.module.css';
import { FateList } from './fate-list.tsx';
import { saveRefused } from './save-refused.ts';
import type { Import, Plan } from './use-import.ts';

/** What would become of each row, before anything is written. */
export function CheckStep({ work }: { work: Import }): ReactNode {
  const t = useText('admin');
  const [shown, setShown] = useState<Fate | 'all'>('all');
  const { plan } = work;
  if (plan === undefined) return null;
  const countOf = (fate: Fate | 'all'): number => (fate === 'all' ? plan.rows.length : plan.rows.filter((row) => row.fate === fate).length);
  const write = countOf('create') + countOf('change');
  const kinds = (['all', ...fates] as const).filter((fate) => fate === 'all' || countOf(fate) > 0);
  return (
    <>
      <div className={styles.bar}>
        {kinds.length > 2 && (
          <div className={styles.filters}>
            <Segmented
              aria-label={t('fates')}
              value={shown}
              onChange={setShown}
              options={kinds.map((fate) => ({ value: fate, label: `${t(`fate_${fate}`)} ${countOf(fate)}` }))}
            />
          </div>
        )}
        <Notes plan={plan} />
      </div>
      {plan.rows.length === 0 ? (
        <Empty title={t('noRowsAtAll')} hint={t('noRowsHint')} />
      ) : (
        <FateList key={shown} rows={shown === 'all' ? plan.rows : plan.rows.filter((row) => row.fate === shown)} />
      )}
      <footer className={styles.actions}>
        <Button onClick={work.back}>{t('back')}</Button>
        {countOf('refuse') > 0 && (
          <>
            <span className={styles.quiet}>{t('leftOut', { n: countOf('refuse') })}</span>
            <Button type="text" icon={<DownloadOutlined />} onClick={() => saveRefused(t, plan.rows)}>
              {t('saveRefused')}
            </Button>
          </>
        )}
        <span className={styles.gap} />
        <Button type="primary" disabled={write === 0} onClick={() => void work.write()}>
          {write === 0 ? t('nothingToWrite') : t('writeN', { n: write })}
        </Button>
      </footer>
    </>
  );
}

const mostNames = 6;

function Notes({ plan }: { plan: Plan }): ReactNode {
  const t = useText('admin');
  const some = (names: string[]): string => {
    const shown = names.slice(0, mostNames).join(t('separator'));
    return names.length > mostNames ? t('andMore', { names: shown }) : shown;
  };
  return (
    <>
      {plan.departments.length > 0 && (
        <Alert type="info" showIcon title={t('willMake', { n: plan.departments.length, names: some(plan.departments) })} />
      )}
      {plan.ignored.length > 0 && <Alert type="warning" showIcon title={t('ignored', { names: some(plan.ignored) })} />}
    </>
  );
}
