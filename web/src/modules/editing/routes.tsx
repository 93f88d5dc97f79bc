import { type PageRoute, definePages } from '../../platform/navigation.ts';

const editorPage = () => import('./text/text-editor-page.tsx').then((m) => m.TextEditorPage);

/** The editor with its bar, and the editor alone for pages around it. */
export const editingRoutes: PageRoute[] = definePages('editing.text', [
  { path: '/edit', title: 'edit', place: 'bare', load: editorPage },
  { path: '/editOnly', title: 'edit', place: 'bare', load: editorPage },
]);
