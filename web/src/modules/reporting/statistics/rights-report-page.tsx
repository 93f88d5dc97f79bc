import { type ReportView, reportTables } from '@dossier/contract/reporting/statistics';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam } from '../../../platform/page-query.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { AccessAuditPage } from '../../access/access-audit-page.tsx';
import { accessAuditPath } from '../../access/routes.tsx';
import { ReportFilters, useReportFilter } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import styles from '../reporting.module.css';

const views: readonly ReportView[] = reportTables.permissions.views;

/** The rights report: links to access audits, and all grants. */
export function RightsPage(): ReactNode {
  const t = useText('reporting.statistics');
  const go = useNavigate();
  const { view } = usePageQuery({ view: enumParam(views) });
  return (
    <Page>
      <Segmented<ReportView | 'who'>
        className={styles.views ?? ''}
        aria-label={t('permissions')}
        value={view ?? 'who'}
        options={[{ value: 'who', label: t('who') }, ...views.map((value) => ({ value, label: t(value) }))]}
        onChange={(next) => go(accessAuditPath, next === 'who' ? {} : { view: next })}
      />
      {view === undefined ? <AccessAuditPage /> : <RightsTable key={view} view={view} />}
    </Page>
  );
}

function RightsTable({ view }: { view: ReportView }): ReactNode {
  const t = useText('reporting.statistics');
  const { question, asked, change } = useReportFilter();
  return (
    <>
      <Hint>{t(`hint_${view}` as 'hint_grants')}</Hint>
      {view !== 'roots' && <ReportFilters question={question} change={change} timeless />}
      <ReportTable view={view} asked={asked} />
    </>
  );
}
