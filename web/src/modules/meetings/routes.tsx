import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import { meetingsPath, scorePath, votePath, voteSummaryPath } from './paths.ts';

export const meetingRoutes: PageRoute[] = definePages('meetings.minutes', [
  {
    path: meetingsPath,
    title: 'pageTitle',
    place: 'shell',
    load: () => import('./meetings/meetings-page.tsx').then((m) => m.MeetingsPage),
  },
]);

export const meetingRedirects: PageRedirect[] = [{ path: '/meeting', to: meetingsPath }];

const votePage = { place: 'shell', hidden: true, activeMenu: meetingsPath } as const;

export const voteRoutes: PageRoute[] = definePages('meetings.votes', [
  { ...votePage, path: votePath, title: 'vote', load: () => import('./votes/vote-page.tsx').then((m) => m.VotePage) },
  {
    ...votePage,
    path: voteSummaryPath,
    title: 'voteResult',
    load: () => import('./votes/summary-page.tsx').then((m) => m.VoteSummaryPage),
  },
  { ...votePage, path: scorePath, title: 'scores', load: () => import('./votes/score-page.tsx').then((m) => m.ScorePage) },
]);
