import { type PageRoute, definePages } from '../../platform/navigation.ts';

export const officeServerRoutes: PageRoute[] = definePages('editing.officeServer', [
  {
    path: '/office',
    title: 'title',
    place: 'bare',
    load: () => import('./office-server/office-page.tsx').then((m) => m.OfficePage),
  },
]);
