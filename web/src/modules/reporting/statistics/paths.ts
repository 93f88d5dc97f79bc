import type { Report } from '@dossier/contract/reporting/statistics';

/** The reports that draw something. */
export type ChartReport = Exclude<Report, 'permissions'>;

/** Where each of them is. */
export const reportPaths: Record<ChartReport, string> = {
  userBehavior: '/admin/index/reportManger/userBehavior',
  document: '/admin/index/reportManger/document',
  userOnline: '/admin/index/reportManger/userOnline',
  fileTotal: '/admin/index/reportManger/fileTotal',
};
