import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { mePath, receivePath, todoPath } from './paths.ts';

export const routes: PageRoute[] = definePages('app.phone', [
  { path: todoPath, title: 'todo', place: 'shell', load: () => import('./todo-page.tsx').then((m) => m.TodoPage) },
  { path: mePath, title: 'me', place: 'shell', load: () => import('./me-page.tsx').then((m) => m.MePage) },
  {
    path: receivePath,
    title: 'receive',
    place: 'shell',
    load: () => import('./receive-page.tsx').then((m) => m.ReceivePage),
  },
]);
