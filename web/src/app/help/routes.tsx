import { type PageRoute, definePages } from '../../platform/navigation.ts';

export const helpRoutes: PageRoute[] = definePages('help.page', [
  { path: '/help', title: 'help', place: 'shell', load: () => import('./help-page.tsx').then((m) => m.HelpPage) },
]);
