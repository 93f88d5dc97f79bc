import { activity } from '@dossier/contract/activity/activity';
import { type Served, serve } from '../../platform/http/serve.ts';
import { listActivity } from './stream/list-activity.ts';

export const activityRoutes: Served[] = [serve(activity.list, listActivity)];
