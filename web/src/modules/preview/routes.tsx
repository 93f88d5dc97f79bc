import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { parseQuery } from '../../platform/page-query.ts';
import { queryClient } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { loadTheme } from '../../platform/ui/lazy-theme.tsx';
import { offlinePath } from './kept-offline.ts';
import { type View, ViewerQuery, requestViewAhead, viewKey } from './view-request.ts';
import { isThemeless, loadWindow, preloadContent } from './viewer/windows.ts';

/** The administration of watermarks. */
const watermarksPath = '/admin/index/otherSettings/watermark';

export const offlineRoutes: PageRoute[] = definePages('preview.offline', [
  { path: offlinePath, title: 'offline', place: 'shell', load: () => import('./offline/offline-page.tsx').then((m) => m.OfflinePage) },
]);

export const watermarkRoutes: PageRoute[] = definePages('preview.watermarks', [
  {
    path: watermarksPath,
    title: 'watermarks',
    place: 'shell',
    roles: ['watermarks.edit'],
    load: () => import('./watermarks/watermarks-page.tsx').then((m) => m.WatermarksPage),
  },
]);

const viewerPage = () => import('./viewer-page.tsx').then((m) => m.ViewerPage);
const ignore = (): undefined => undefined;

/** The addresses, and what they usually show. */
const paths: Record<string, View['rendition'] | undefined> = {
  '/pdfViewer': 'pdf',
  '/videoPlayer': 'video',
  '/docpreview': undefined,
  '/previewOnline': 'sheet',
  '/cadViewer': 'drawing',
  '/musicViewer': 'audio',
  '/flowPreviewPdf': undefined,
  '/flowVideoPlayer': 'video',
  '/flowPreviewExcel': 'sheet',
};
/** This page asks for sign-in itself. */
const publicPath = '/previewOnline';

/** Requests the view and its window while the page is still loading. */
const askAhead =
  (rendition: View['rendition'] | undefined) =>
  (text: string): void => {
    const { id, currentRev } = parseQuery(ViewerQuery, text);
    if (id === undefined || session.token() === null || session.viewsAs()) return;
    // the mounted page requests further views itself
    if (queryClient.getQueryData(viewKey({ id, currentRev })) !== undefined) return;
    if (rendition !== undefined) Promise.all([loadWindow({ rendition, ext: '' }), isThemeless({ rendition }) || loadTheme()]).catch(ignore);
    requestViewAhead({ id, currentRev })
      ?.then((view) => Promise.all([loadWindow(view), preloadContent(view), isThemeless(view) ? undefined : loadTheme()]))
      .catch(ignore);
  };

/** One page shows every document; the addresses differ because external links use them. */
export const viewerRoutes: PageRoute[] = definePages(
  'preview.viewer',
  Object.entries(paths).map(([path, rendition]) => ({
    path,
    title: 'viewerTitle',
    place: 'bare',
    plain: true,
    open: path === publicPath,
    load: viewerPage,
    ask: askAhead(rendition),
  })),
);

export const compareRoutes: PageRoute[] = definePages('preview.compare', [
  {
    path: '/compare-view',
    title: 'comparison',
    place: 'bare',
    load: () => import('./compare/compare-page.tsx').then((m) => m.ComparePage),
  },
]);
