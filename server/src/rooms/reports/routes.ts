import { reports } from '@dossier/contract/reports';
import { type Served, serve } from '../../ground/http/serve.ts';
import { listEntries } from './list-entries.ts';
import { listItemLog } from './list-log.ts';

export const reportRoutes: Served[] = [serve(reports.itemLog, listItemLog), serve(reports.log, listEntries)];
