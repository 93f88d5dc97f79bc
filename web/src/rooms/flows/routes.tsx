import { type RoomRedirect, type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { awayPath, draftsPath, finishedPath, handledPath, minePath, startPath, templatesPath, waitingPath } from './paths.ts';

const lists = () => import('./list-pages.tsx');
const form = {
  place: 'shell',
  hidden: true,
  activeMenu: startPath,
  load: () => import('./form-page.tsx').then((m) => m.FormPage),
} as const;

export const routes: RoomRoute[] = roomRoutes('flows', [
  { path: startPath, title: 'start', place: 'shell', load: () => import('./start-page.tsx').then((m) => m.StartPage) },
  { path: waitingPath, title: 'waiting', place: 'shell', load: () => lists().then((m) => m.WaitingPage) },
  { path: minePath, title: 'mine', place: 'shell', load: () => lists().then((m) => m.MinePage) },
  { path: draftsPath, title: 'drafts', place: 'shell', load: () => lists().then((m) => m.DraftsPage) },
  { path: handledPath, title: 'handled', place: 'shell', load: () => lists().then((m) => m.HandledPage) },
  { path: finishedPath, title: 'finished', place: 'shell', load: () => lists().then((m) => m.FinishedPage) },
  { path: '/flow/index/flowaddform/normalForm', title: 'kind_normal', ...form },
  { path: '/flow/index/flowaddform/publishForm', title: 'kind_publish', ...form },
  { path: '/flow/index/flowaddform/reviseForm', title: 'kind_revise', ...form },
  { path: '/flow/index/flowaddform/abolishForm', title: 'kind_abolish', ...form },
  { path: '/flow/index/flowaddform/borrowForm', title: 'kind_borrow', ...form },
  { path: '/flow/index/flowaddform/uploadForm', title: 'kind_upload', ...form },
  { path: '/flow/index/flowaddform/downloadForm', title: 'kind_download', ...form },
  { path: awayPath, title: 'away', place: 'shell', load: () => import('./away-page.tsx').then((m) => m.AwayPage) },
  {
    path: templatesPath,
    title: 'templates',
    place: 'shell',
    roles: ['flows.edit'],
    load: () => import('./templates-page.tsx').then((m) => m.TemplatesPage),
  },
]);

export const redirects: RoomRedirect[] = [
  { path: '/flow', to: minePath },
  { path: '/flow/index', to: minePath },
  { path: '/flow/index/flowaddform', to: startPath },
  { path: '/flow/index/flowaddform/index', to: startPath },
];
