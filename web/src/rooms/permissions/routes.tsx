import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('permissions', [
  { path: '/rights/ending', title: 'endingTitle', place: 'shell', load: () => import('./ending-page.tsx').then((m) => m.EndingPage) },
  { path: '/rights/reviews', title: 'reviewsTitle', place: 'shell', load: () => import('./reviews-page.tsx').then((m) => m.ReviewsPage) },
  {
    path: '/rights/review',
    title: 'review',
    place: 'shell',
    hidden: true,
    activeMenu: '/rights/reviews',
    load: () => import('./review-page.tsx').then((m) => m.ReviewPage),
  },
]);
