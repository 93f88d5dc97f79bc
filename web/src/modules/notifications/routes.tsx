import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { emailChoicesPath } from './paths.ts';

export const routes: PageRoute[] = definePages('notifications', [
  {
    path: emailChoicesPath,
    title: 'settings',
    place: 'shell',
    load: () => import('./settings/email-choices-page.tsx').then((m) => m.EmailChoicesPage),
  },
]);
