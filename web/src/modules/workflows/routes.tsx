import { flows } from '@dossier/contract/workflows/flows';
import { call } from '../../platform/call.ts';
import { type PageRedirect, type PageRoute, definePages } from '../../platform/navigation.ts';
import {
  absencesPath,
  draftsPath,
  emailDecisionPath,
  finishedPath,
  handledPath,
  minePath,
  startPath,
  templatesPath,
  waitingPath,
} from './paths.ts';

const lists = () => import('./detail/flow-pages.tsx');
const form = {
  place: 'shell',
  hidden: true,
  activeMenu: startPath,
  load: () => import('./form/form-page.tsx').then((m) => m.FormPage),
} as const;

export const routes: PageRoute[] = definePages('workflows', [
  { path: startPath, title: 'start', place: 'shell', load: () => import('./form/start-page.tsx').then((m) => m.StartPage) },
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
  { path: absencesPath, title: 'away', place: 'shell', load: () => import('./absences/absences-page.tsx').then((m) => m.AbsencesPage) },
  {
    path: emailDecisionPath,
    title: 'emailDecision',
    place: 'bare',
    open: true,
    hidden: true,
    load: () => import('./emails/email-decision-page.tsx').then((m) => m.EmailDecisionPage),
  },
  {
    path: templatesPath,
    title: 'templates',
    place: 'shell',
    roles: ['flows.edit'],
    load: () => import('./templates/templates-page.tsx').then((m) => m.TemplatesPage),
  },
]);

/** The flows open on what waits for the user, when something does. */
async function firstList(): Promise<string> {
  const { waiting } = await call(flows.counts, {}, { quiet: true });
  return waiting > 0 ? waitingPath : minePath;
}

export const redirects: PageRedirect[] = [
  { path: '/flow', to: minePath, choose: firstList },
  { path: '/flow/index', to: minePath, choose: firstList },
  { path: '/flow/index/flowaddform', to: startPath },
  { path: '/flow/index/flowaddform/index', to: startPath },
];
