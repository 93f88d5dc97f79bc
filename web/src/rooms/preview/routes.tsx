import { parseQuery } from '../../ground/page-query.ts';
import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { queryClient } from '../../ground/query.ts';
import { session } from '../../ground/session.ts';
import { loadDress } from '../../ground/ui/dress.tsx';
import { askViewAhead, type View, viewKey } from '../viewer/ask-view.ts';
import { ViewerQuery } from '../viewer/viewer-query.ts';
import { isUndressed, loadWindow, readAhead } from './windows.ts';

const viewerPage = () => import('./viewer-page.tsx').then((m) => m.ViewerPage);
const nothing = (): undefined => undefined;

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
const open = '/previewOnline';

/** Asks how the document is shown, and for what shows it, while its page is still on the way to the screen. */
const askAhead =
  (rendition: View['rendition'] | undefined) =>
  (text: string): void => {
    const { id, currentRev } = parseQuery(ViewerQuery, text);
    if (id === undefined || session.token() === null || session.viewsAs()) return;
    // where its page stands, another address of it asks for nothing
    if (queryClient.getQueryData(viewKey({ id, currentRev })) !== undefined) return;
    if (rendition !== undefined)
      Promise.all([loadWindow({ rendition, ext: '' }), isUndressed({ rendition }) || loadDress()]).catch(nothing);
    askViewAhead({ id, currentRev })
      ?.then((view) => Promise.all([loadWindow(view), readAhead(view), isUndressed(view) ? undefined : loadDress()]))
      .catch(nothing);
  };

/** One page shows every document; the addresses differ because links in the wild name them. */
export const routes: RoomRoute[] = roomRoutes(
  'viewer',
  Object.entries(paths).map(([path, rendition]) => ({
    path,
    title: 'viewerTitle',
    place: 'bare',
    plain: true,
    open: path === open,
    load: viewerPage,
    ask: askAhead(rendition),
  })),
);
