import type { Principal } from '@dossier/contract/identity/users';
import { maxReportDays } from '@dossier/contract/reporting/statistics';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { FilterBar } from '../../../platform/ui/list-bars.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';

/** The filter of a report: calendar days, department and user. */
interface ReportFilter {
  from: string;
  to: string;
  department: Principal | undefined;
  person: Principal | undefined;
}

const dayFormat = 'YYYY-MM-DD';
const lastMonth = (): ReportFilter => ({
  from: dayjs().subtract(29, 'day').format(dayFormat),
  to: dayjs().format(dayFormat),
  department: undefined,
  person: undefined,
});

/** The query input; days begin and end in the browser's time zone. */
const reportInputOf = ({ from, to, department, person }: ReportFilter) => ({
  from: dayjs(from).startOf('day').toISOString(),
  to: dayjs(to).add(1, 'day').startOf('day').toISOString(),
  zone: -new Date(to).getTimezoneOffset(),
  ...(department && { departmentId: department.id }),
  ...(person && { userId: person.id }),
});

export type ReportInput = ReturnType<typeof reportInputOf>;

/** The filter of a report; by default the last thirty days. */
export function useReportFilter() {
  const [question, setQuestion] = useState(lastMonth);
  const asked = useMemo(() => reportInputOf(question), [question]);
  return { question, asked, change: (changes: Partial<ReportFilter>): void => setQuestion((now) => ({ ...now, ...changes })) };
}

interface FiltersProps {
  question: ReportFilter;
  change: (changes: Partial<ReportFilter>) => void;
  /** Set for reports on the present state, which have no period. */
  timeless?: boolean;
}

/** The filter fields: period, department and user. */
export function ReportFilters({ question, change, timeless = false }: FiltersProps): ReactNode {
  const t = useText('reporting.statistics');
  return (
    <FilterBar label={t('filters')}>
      {!timeless && <Days question={question} change={change} />}
      <PrincipalSelect
        type="department"
        label={t('departmentFilter')}
        value={question.department}
        onChange={(department) => change({ department })}
      />
      <PrincipalSelect type="user" label={t('personFilter')} value={question.person} onChange={(person) => change({ person })} />
    </FilterBar>
  );
}

/** antd gives both inputs the name of the pair; each needs its own. */
function DayInput(props: ComponentProps<'input'>): ReactNode {
  return <input {...props} aria-label={[props['aria-label'], props.placeholder].join(' ')} />;
}

function Days({ question, change }: Pick<FiltersProps, 'question' | 'change'>): ReactNode {
  const t = useText('reporting.statistics');
  const now = dayjs();
  return (
    <DatePicker.RangePicker
      allowClear={false}
      aria-label={t('between')}
      placeholder={[t('from'), t('to')]}
      components={{ input: DayInput }}
      presets={[
        { label: t('today'), value: [now, now] },
        ...[7, 30, 90, 365].map((n) => ({
          label: t('lastDays', { count: n }),
          value: [now.subtract(n - 1, 'day'), now] as [typeof now, typeof now],
        })),
      ]}
      disabledDate={(day, { from }) => day.isAfter(now) || (from !== undefined && Math.abs(day.diff(from, 'day')) >= maxReportDays)}
      value={[dayjs(question.from), dayjs(question.to)]}
      onChange={(days) => days?.[0] && days[1] && change({ from: days[0].format(dayFormat), to: days[1].format(dayFormat) })}
    />
  );
}
