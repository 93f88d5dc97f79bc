import { longestDays } from '@dossier/contract/statistics';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import styles from './statistics.module.css';
import type { Question } from './use-question.ts';

interface FiltersProps {
  question: Question;
  change: (changes: Partial<Question>) => void;
  /** What is as it is now has no time. */
  timeless?: boolean;
}

/** When, and of whom. */
export function ReportFilters({ question, change, timeless = false }: FiltersProps): ReactNode {
  const t = useText('statistics');
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      {!timeless && <Days question={question} change={change} />}
      <div className={styles.who}>
        <GranteeSelect
          type="department"
          label={t('departmentFilter')}
          value={question.department}
          onChange={(department) => change({ department })}
        />
      </div>
      <div className={styles.who}>
        <GranteeSelect type="user" label={t('personFilter')} value={question.person} onChange={(person) => change({ person })} />
      </div>
    </div>
  );
}

/** Both fields get the name of the pair; each says which of the two it is. */
function DayInput(props: ComponentProps<'input'>): ReactNode {
  return <input {...props} aria-label={[props['aria-label'], props.placeholder].join(' ')} />;
}

function Days({ question, change }: Pick<FiltersProps, 'question' | 'change'>): ReactNode {
  const t = useText('statistics');
  const now = dayjs();
  const form = 'YYYY-MM-DD';
  return (
    <DatePicker.RangePicker
      className={styles.days ?? ''}
      allowClear={false}
      aria-label={t('between')}
      placeholder={[t('from'), t('to')]}
      components={{ input: DayInput }}
      presets={[
        { label: t('today'), value: [now, now] },
        ...[7, 30, 90, 365].map((n) => ({
          label: t('lastDays', { n }),
          value: [now.subtract(n - 1, 'day'), now] as [typeof now, typeof now],
        })),
      ]}
      disabledDate={(day, { from }) => day.isAfter(now) || (from !== undefined && Math.abs(day.diff(from, 'day')) >= longestDays)}
      value={[dayjs(question.from), dayjs(question.to)]}
      onChange={(days) => days?.[0] && days[1] && change({ from: days[0].format(form), to: days[1].format(form) })}
    />
  );
}
