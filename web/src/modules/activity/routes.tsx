import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { activityPath, followingPath } from './paths.ts';

export const routes: PageRoute[] = definePages('activity', [
  { path: activityPath, title: 'activity', place: 'shell', load: () => import('./activity-page.tsx').then((m) => m.ActivityPage) },
  { path: followingPath, title: 'following', place: 'shell', load: () => import('./following-page.tsx').then((m) => m.FollowingPage) },
]);
