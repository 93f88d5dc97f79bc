import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { findingsPath, groupsPath } from './sensitive-words/paths.ts';

export const routes: PageRoute[] = definePages('governance', [
  {
    path: groupsPath,
    title: 'sensitiveWords',
    place: 'shell',
    roles: ['words.edit'],
    load: () => import('./sensitive-words/word-groups-page.tsx').then((m) => m.WordGroupsPage),
  },
  {
    path: findingsPath,
    title: 'wordReport',
    place: 'shell',
    roles: ['words.judge'],
    load: () => import('./sensitive-words/findings-page.tsx').then((m) => m.FindingsPage),
  },
]);
