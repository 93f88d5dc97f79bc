import { passwordDuePath } from '../../ground/session.ts';
import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

const signIn = {
  title: 'signIn',
  place: 'bare',
  open: true,
  plain: true,
  load: () => import('./sign-in-page.tsx').then((m) => m.SignInPage),
} as const;

/** The settings of home begin with the organisation that one works in. */
export const redirects: RoomRedirect[] = [{ path: '/home-setting/switch-org', to: '/home-setting/index' }];

const own = () => import('./own-pages.tsx');

export const routes: RoomRoute[] = roomRoutes('session', [
  { path: '/login', ...signIn },
  { path: '/zxPhoneLogin', ...signIn },
  { path: '/zxPadLogin', ...signIn },
  {
    path: passwordDuePath,
    title: 'dueTitle',
    place: 'bare',
    plain: true,
    hidden: true,
    load: () => import('./password-due-page.tsx').then((m) => m.PasswordDuePage),
  },
  { path: '/view-as', title: 'viewAs', place: 'bare', hidden: true, load: () => import('./view-as-page.tsx').then((m) => m.ViewAsPage) },
  {
    path: '/view-as/over',
    title: 'viewAsOver',
    place: 'bare',
    open: true,
    plain: true,
    inView: true,
    hidden: true,
    load: () => import('./view-over-page.tsx').then((m) => m.ViewOverPage),
  },
  {
    path: '/view-as/closed',
    title: 'viewAsClosedTitle',
    place: 'shell',
    inView: true,
    hidden: true,
    load: () => import('./view-closed-page.tsx').then((m) => m.ViewClosedPage),
  },
  { path: '/user-info/index', title: 'account', place: 'shell', load: () => own().then((m) => m.UserInfoPage) },
  { path: '/user-setting/index', title: 'personalSettings', place: 'shell', load: () => own().then((m) => m.UserSettingPage) },
  { path: '/home-setting/index', title: 'switchSpace', place: 'shell', load: () => own().then((m) => m.HomeSettingPage) },
]);
