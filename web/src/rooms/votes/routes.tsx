import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { listPath, scorePath, votePath, voteSummaryPath } from './paths.ts';

const page = { place: 'shell', hidden: true, activeMenu: listPath } as const;

export const routes: RoomRoute[] = roomRoutes('votes', [
  { ...page, path: votePath, title: 'vote', load: () => import('./vote-page.tsx').then((m) => m.VotePage) },
  { ...page, path: voteSummaryPath, title: 'voteResult', load: () => import('./summary-page.tsx').then((m) => m.SummaryPage) },
  { ...page, path: scorePath, title: 'scores', load: () => import('./score-page.tsx').then((m) => m.ScorePage) },
]);
