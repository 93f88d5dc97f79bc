import { type PageRoute, definePages } from '../../platform/navigation.ts';

const lists = () => import('./landing/document-list-pages.tsx');
const returnPages = () => import('./landing/return-pages.tsx');
const overviews = () => import('./landing/overview-pages.tsx');

export const routes: PageRoute[] = definePages('app.home', [
  { path: '/home', title: 'home', place: 'shell', affix: true, load: () => import('./home-page.tsx').then((m) => m.HomePage) },
  { path: '/zxOpenHome', title: 'recent', place: 'bare', open: true, load: () => lists().then((m) => m.RecentlyOpenedPage) },
  { path: '/zxDepDoc', title: 'department', place: 'bare', open: true, load: () => lists().then((m) => m.DepartmentDocumentsPage) },
  { path: '/phone-macroAnalysis', title: 'overview', place: 'bare', load: () => overviews().then((m) => m.PhonePage) },
  { path: '/pad-macroAnalysis', title: 'overview', place: 'bare', load: () => overviews().then((m) => m.PadPage) },
  {
    path: '/noSingleLoginPad',
    title: 'padSignedOut',
    place: 'bare',
    open: true,
    plain: true,
    load: () => returnPages().then((m) => m.SignedOutPage),
  },
  { path: '/result', title: 'result', place: 'bare', load: () => returnPages().then((m) => m.ResultPage) },
  { path: '/icon', title: 'icons', place: 'bare', load: () => import('./landing/icon-page.tsx').then((m) => m.IconPage) },
  {
    path: '/auth-redirect',
    title: 'goingOn',
    place: 'bare',
    open: true,
    plain: true,
    load: () => returnPages().then((m) => m.ReturnPage),
  },
]);
