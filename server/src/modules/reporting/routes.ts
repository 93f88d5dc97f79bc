import { operationLog } from '@dossier/contract/reporting/operation-log';
import { statistics } from '@dossier/contract/reporting/statistics';
import { type Served, serve, serveSlow } from '../../platform/http/serve.ts';
import { listItemLog, listOperationLog } from './operation-log/list-entries.ts';
import { exportReport } from './report-export.ts';
import { listReport, listRightsReport, showChart } from './statistics/reports.ts';

export const operationLogRoutes: Served[] = [serve(operationLog.itemLog, listItemLog), serve(operationLog.log, listOperationLog)];

export const statisticRoutes: Served[] = [
  serve(statistics.table, listReport),
  serve(statistics.rights, listRightsReport),
  serve(statistics.chart, showChart),
  serveSlow(statistics.export, exportReport),
  serveSlow(statistics.exportRights, exportReport),
];
