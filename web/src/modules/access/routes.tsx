import { type PageRoute, definePages } from '../../platform/navigation.ts';

/** The page of access audits. */
export const accessAuditPath = '/admin/index/reportManger/permissions';

export const accessRoutes: PageRoute[] = definePages('access', [
  {
    path: '/rights/ending',
    title: 'endingTitle',
    place: 'shell',
    load: () => import('./grants/ending-grants-page.tsx').then((m) => m.EndingGrantsPage),
  },
  {
    path: '/rights/reviews',
    title: 'reviewsTitle',
    place: 'shell',
    load: () => import('./reviews/reviews-page.tsx').then((m) => m.ReviewsPage),
  },
  {
    path: '/rights/review',
    title: 'review',
    place: 'shell',
    hidden: true,
    activeMenu: '/rights/reviews',
    load: () => import('./reviews/review-page.tsx').then((m) => m.ReviewPage),
  },
  {
    path: '/rights/requests',
    title: 'requestsTitle',
    place: 'shell',
    hidden: true,
    load: () => import('./requests/requests-page.tsx').then((m) => m.RequestsPage),
  },
]);
