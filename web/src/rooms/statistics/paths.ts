import type { Report } from '@dossier/contract/statistics';

/** The reports that draw something. */
export type Drawn = Exclude<Report, 'permissions'>;

/** Where each of them is. */
export const reportPaths: Record<Drawn, string> = {
  userBehavior: '/admin/index/reportManger/userBehavior',
  document: '/admin/index/reportManger/document',
  userOnline: '/admin/index/reportManger/userOnline',
  fileTotal: '/admin/index/reportManger/fileTotal',
};
