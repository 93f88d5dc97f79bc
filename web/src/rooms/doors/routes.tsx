import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

const codes = () => import('./code-pages.tsx');
const handOffs = () => import('./hand-off-pages.tsx');
const bare = { place: 'bare', open: true, plain: true } as const;

export const routes: RoomRoute[] = roomRoutes('doors', [
  { path: '/zxLogin', title: 'signingIn', ...bare, load: () => codes().then((m) => m.ProviderPage) },
  { path: '/zxLoginTwo', title: 'signingIn', ...bare, load: () => codes().then((m) => m.LeavePage) },
  { path: '/wechatlogin', title: 'signingIn', ...bare, load: () => codes().then((m) => m.MessagingPage) },
  { path: '/enterpriseWeChat', title: 'signingIn', ...bare, load: () => codes().then((m) => m.EnterprisePage) },
  { path: '/enterpriseWeChatTwo', title: 'signingIn', ...bare, load: () => codes().then((m) => m.EnterprisePhonePage) },
  { path: '/singleLogin', title: 'signingIn', ...bare, load: () => handOffs().then((m) => m.HandOffPage) },
  { path: '/singleLoginTwo', title: 'signingIn', ...bare, load: () => handOffs().then((m) => m.PhoneHandOffPage) },
  { path: '/singleLoginPad', title: 'signingIn', ...bare, load: () => handOffs().then((m) => m.PadHandOffPage) },
  {
    path: '/scanConfirm',
    title: 'scanTitle',
    place: 'bare',
    plain: true,
    load: () => import('./scan-confirm-page.tsx').then((m) => m.ScanConfirmPage),
  },
  { path: '/wechatbind', title: 'bindTitle', place: 'bare', load: () => import('./bind-page.tsx').then((m) => m.BindPage) },
]);
