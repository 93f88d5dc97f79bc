import { type PageRoute, definePages } from '../../platform/navigation.ts';

export const routes: PageRoute[] = definePages('webdav', [
  {
    path: '/admin/index/userManger/syncdisk',
    title: 'syncDisk',
    place: 'shell',
    roles: ['disk.edit'],
    load: () => import('./devices/devices-page.tsx').then((m) => m.DevicesPage),
  },
]);
