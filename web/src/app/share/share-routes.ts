import { sharePaths } from '@dossier/contract/sharing/share-pages';
import { type VisitorRoute, visitorRoutes } from '../../modules/sharing/visitor-routes.tsx';

const { desk, framed, phone } = sharePaths;

/** All pages of the share client by address; the editor is loaded by who edits alone. */
export const shareRoutes: VisitorRoute[] = [
  ...visitorRoutes,
  ...[desk.edit, framed.edit, phone.edit].map((path) => ({
    path,
    title: 'editing' as const,
    shows: true,
    load: async () => (await import('./visitor-edit-page.tsx')).loadVisitorEditPage(),
  })),
];
