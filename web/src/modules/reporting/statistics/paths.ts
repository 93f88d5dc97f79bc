import type { Report } from '@dossier/contract/reporting/statistics';

/** The reports with a chart. */
export type ChartReport = Exclude<Report, 'permissions'>;

/** The page of each report. */
export const reportPaths: Record<ChartReport, string> = {
  userBehavior: '/admin/index/reportManger/userBehavior',
  document: '/admin/index/reportManger/document',
  userOnline: '/admin/index/reportManger/userOnline',
  fileTotal: '/admin/index/reportManger/fileTotal',
};
