import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { configurationPath } from './paths.ts';

export const configurationRoutes: PageRoute[] = definePages('administration.configuration', [
  {
    path: configurationPath,
    title: 'configuration',
    place: 'shell',
    roles: ['settings.edit'],
    load: () => import('./site/configuration-page.tsx').then((m) => m.ConfigurationPage),
  },
]);

/** The setup of the first start. */
export const setupRoutes: PageRoute[] = definePages('administration.setup', [
  {
    path: '/setup',
    title: 'title',
    place: 'bare',
    roles: ['settings.edit'],
    load: () => import('./setup/setup-page.tsx').then((m) => m.SetupPage),
  },
]);

/** The pages on quotas and the licence. */
export const quotaRoutes: PageRoute[] = definePages('administration.quotas', [
  {
    path: '/admin/index/userManger/quotas',
    title: 'quotas',
    place: 'shell',
    roles: ['quotas.edit'],
    load: () => import('./quotas/quotas-page.tsx').then((m) => m.QuotasPage),
  },
  {
    path: '/site-admin/index/site-userManger/site-license',
    title: 'licence',
    place: 'shell',
    roles: ['licence.edit'],
    load: () => import('./quotas/licence-page.tsx').then((m) => m.LicencePage),
  },
]);
