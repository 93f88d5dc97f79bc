import { type PageRoute, definePages } from '../../platform/navigation.ts';
import { parseQuery } from '../../platform/page-query.ts';
import { queryClient } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { loadTheme } from '../../platform/ui/lazy-theme.tsx';
import { type View, ViewerQuery, requestViewAhead, viewKey } from './view-request.ts';
import { isThemeless, loadWindow, preloadContent } from './viewer/windows.ts';

/** Where watermarks are kept. */
const watermarksPath = '/admin/index/otherSettings/watermark';

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

/** The addresses, and what they mostly show. */
const paths: Record<string, View['rendition'] | undefined> = {
  '/pdfViewer': 'pdf',
  '/videoPlayer': 'video',
  '/docpreview': undefined,
  '/previewOnline': 'sheet',
  '/cadViewer': 'drawing',
  '/musicViewer': 'audio',
  '/reportPreview': undefined,
  '/flowPreviewPdf': undefined,
  '/flowVideoPlayer': 'video',
  '/flowPreviewExcel': 'sheet',
};
/** Says by itself that somebody has to sign in first. */
const publicPath = '/previewOnline';

/** Asks how the document is shown, and for what shows it, while its page is still on the way to the screen. */
const askAhead =
  (rendition: View['rendition'] | undefined) =>
  (text: string): void => {
    const { id, currentRev } = parseQuery(ViewerQuery, text);
    if (id === undefined || session.token() === null || session.viewsAs()) return;
    // where its page stands, another address of it asks for nothing
    if (queryClient.getQueryData(viewKey({ id, currentRev })) !== undefined) return;
    if (rendition !== undefined) Promise.all([loadWindow({ rendition, ext: '' }), isThemeless({ rendition }) || loadTheme()]).catch(ignore);
    requestViewAhead({ id, currentRev })
      ?.then((view) => Promise.all([loadWindow(view), preloadContent(view), isThemeless(view) ? undefined : loadTheme()]))
      .catch(ignore);
  };

/** One page shows every document; the addresses differ because links in the wild name them. */
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
