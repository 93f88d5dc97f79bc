import { handheldEntries } from '@dossier/contract/identity/sessions';
import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import { passwordDuePath } from '../../platform/sessions.ts';

const signIn = { title: 'signIn', place: 'bare', open: true, plain: true } as const;
const signInPages = () => import('./sign-in/sign-in-page.tsx');

/** The settings of home begin with the current organisation. */
export const sessionRedirects: PageRedirect[] = [{ path: '/home-setting/switch-org', to: '/home-setting/index' }];

const viewAsPages = () => import('./sessions/view-as-pages.tsx');

export const sessionRoutes: PageRoute[] = definePages('identity.sign-in', [
  { path: '/login', ...signIn, load: () => signInPages().then((m) => m.SignInPage) },
  { path: handheldEntries.phone.page, ...signIn, load: () => signInPages().then((m) => m.PhoneSignInPage) },
  { path: handheldEntries.pad.page, ...signIn, load: () => signInPages().then((m) => m.PadSignInPage) },
  {
    path: passwordDuePath,
    title: 'dueTitle',
    place: 'bare',
    plain: true,
    hidden: true,
    load: () => import('./sign-in/password-due-page.tsx').then((m) => m.PasswordDuePage),
  },
  {
    path: '/view-as',
    title: 'viewAs',
    place: 'bare',
    hidden: true,
    load: () => viewAsPages().then((m) => m.ViewAsPage),
  },
  {
    path: '/view-as/over',
    title: 'viewAsOver',
    place: 'bare',
    open: true,
    plain: true,
    inView: true,
    hidden: true,
    load: () => viewAsPages().then((m) => m.ViewAsOverPage),
  },
  {
    path: '/view-as/closed',
    title: 'viewAsClosedTitle',
    place: 'shell',
    inView: true,
    hidden: true,
    load: () => viewAsPages().then((m) => m.ViewAsClosedPage),
  },
]);

const arrivalPages = () => import('./providers/arrival-pages.tsx');
const bare = { place: 'bare', open: true, plain: true } as const;

export const providerRoutes: PageRoute[] = definePages('identity.providers', [
  { path: '/zxLogin', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.ProviderPage) },
  { path: '/zxLoginTwo', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.LeaveForProviderPage) },
  { path: '/wechatlogin', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.MessagingPage) },
  { path: '/enterpriseWeChat', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.EnterprisePage) },
  { path: '/enterpriseWeChatTwo', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.EnterprisePhonePage) },
  { path: '/singleLogin', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.HandOffPage) },
  { path: '/singleLoginTwo', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.PhoneHandOffPage) },
  { path: '/singleLoginPad', title: 'signingIn', ...bare, load: () => arrivalPages().then((m) => m.PadHandOffPage) },
  {
    path: '/scanConfirm',
    title: 'scanTitle',
    place: 'bare',
    plain: true,
    load: () => import('./sign-in/qr-code.tsx').then((m) => m.QrCodeConfirmPage),
  },
  {
    path: '/wechatbind',
    title: 'bindTitle',
    place: 'bare',
    load: () => import('./providers/linked-accounts.tsx').then((m) => m.LinkAccountPage),
  },
]);
