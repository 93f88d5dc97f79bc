import { statistics } from '@dossier/contract/statistics';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { drawChart } from './draw-chart.ts';
import { exportTable } from './export-table.ts';
import { listRights, listTable } from './read-table.ts';

export const statisticRoutes: Served[] = [
  serve(statistics.table, listTable),
  serve(statistics.rights, listRights),
  serve(statistics.chart, drawChart),
  serveSlow(statistics.export, exportTable),
  serveSlow(statistics.exportRights, exportTable),
];
