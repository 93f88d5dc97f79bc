import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

export const routes: RoomRoute[] = roomRoutes('session', [
  {
    path: '/login',
    title: 'signIn',
    place: 'bare',
    open: true,
    plain: true,
    load: () => import('./sign-in-page.tsx').then((m) => m.SignInPage),
  },
]);
