import { type PageRoute, definePages } from '../../platform/navigation.ts';

export const routes: PageRoute[] = definePages('preview.compare', [
  {
    path: '/compare-view',
    title: 'comparison',
    place: 'bare',
    load: () => import('./compare/compare-page.tsx').then((m) => m.ComparePage),
  },
]);
