import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { accessAuditPath } from '../access/routes.tsx';
import { logPath } from './paths.ts';

export const operationLogRoutes: PageRoute[] = definePages('reporting.log', [
  {
    path: logPath,
    title: 'operationLog',
    place: 'shell',
    roles: ['log.see'],
    load: () => import('./operation-log/log-page.tsx').then((m) => m.LogPage),
  },
]);

const reader = { place: 'shell', roles: ['reports.see', 'branch reports.see'] } as const;

export const statisticsRoutes: PageRoute[] = definePages('reporting.statistics', [
  {
    ...reader,
    path: '/admin/index/reportManger/userBehavior',
    title: 'userBehavior',
    load: () => import('./statistics/report-page.tsx').then((m) => m.BehaviourPage),
  },
  {
    ...reader,
    path: '/admin/index/reportManger/document',
    title: 'document',
    load: () => import('./statistics/report-page.tsx').then((m) => m.DocumentsPage),
  },
  {
    ...reader,
    path: '/admin/index/reportManger/userOnline',
    title: 'userOnline',
    load: () => import('./statistics/report-page.tsx').then((m) => m.OnlinePage),
  },
  {
    ...reader,
    path: '/admin/index/reportManger/fileTotal',
    title: 'fileTotal',
    load: () => import('./statistics/report-page.tsx').then((m) => m.StoragePage),
  },
  {
    path: '/reportPreview',
    title: 'preview',
    place: 'bare',
    roles: ['reports.see', 'branch reports.see', 'rights.see'],
    load: () => import('./statistics/report-preview-page.tsx').then((m) => m.ReportPreviewPage),
  },
  {
    path: accessAuditPath,
    title: 'permissions',
    place: 'shell',
    roles: ['rights.see'],
    load: () => import('./statistics/rights-report-page.tsx').then((m) => m.RightsPage),
  },
]);
