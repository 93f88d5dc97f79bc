import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

const signIn = {
  title: 'signIn',
  place: 'bare',
  open: true,
  plain: true,
  load: () => import('./sign-in-page.tsx').then((m) => m.SignInPage),
} as const;

export const routes: RoomRoute[] = roomRoutes('session', [
  { path: '/login', ...signIn },
  { path: '/zxPhoneLogin', ...signIn },
  { path: '/zxPadLogin', ...signIn },
]);
