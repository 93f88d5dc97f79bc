import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { isolationPath } from './isolation-path.ts';
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
  {
    path: isolationPath,
    title: 'isolation',
    place: 'shell',
    roles: ['isolation.edit'],
    load: () => import('./isolation/isolation-page.tsx').then((m) => m.IsolationPage),
  },
]);
