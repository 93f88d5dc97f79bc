import { reports } from '@dossier/contract/reports';
import { type Served, serve } from '../../ground/http/serve.ts';
import { listItemLog } from './list-log.ts';

export const reportRoutes: Served[] = [serve(reports.itemLog, listItemLog)];
