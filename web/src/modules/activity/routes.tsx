import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { activityPath } from './paths.ts';

export const routes: PageRoute[] = definePages('activity', [
  { path: activityPath, title: 'activity', place: 'shell', load: () => import('./activity-page.tsx').then((m) => m.ActivityPage) },
]);
