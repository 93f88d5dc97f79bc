import { limits } from '@dossier/contract/limits';
import { Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './limits.module.css';
import { type Measure, UsageChart } from './usage-chart.tsx';

const measures: readonly Measure[] = ['bytes', 'documents', 'people', 'guests', 'organisations'];

/** How the usage of the site changed day by day. */
export function UsageHistory(): ReactNode {
  const t = useText('limits');
  const [measure, setMeasure] = useState<Measure>('bytes');
  const [days, setDays] = useState(90);
  const found = useCall(limits.usage, { days }, { keep: true });
  const rows = found.data ?? [];
  return (
    <section className={styles.switches} aria-label={t('history')}>
      <h2 className={styles.title} style={{ flexBasis: '100%' }}>
        {t('history')}
      </h2>
      <Select
        aria-label={t('whatToShow')}
        style={{ width: 240 }}
        value={measure}
        options={measures.map((value) => ({ value, label: t(`kind_${value}`) }))}
        onChange={setMeasure}
      />
      <Segmented
        aria-label={t('howLong')}
        value={days}
        options={[
          { value: 90, label: t('quarter') },
          { value: 366, label: t('year') },
        ]}
        onChange={setDays}
      />
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.data && rows.length < 2 && <Empty small title={t('noHistory')} hint={t('noHistoryHint')} />}
      {rows.length > 1 && <UsageChart rows={rows} measure={measure} />}
    </section>
  );
}
