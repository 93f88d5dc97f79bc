import { parseQuery } from '../../ground/page-query.ts';
import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';
import { session } from '../../ground/session.ts';
import { askViewAhead } from '../viewer/ask-view.ts';
import { ViewerQuery } from '../viewer/viewer-query.ts';
import { loadWindow } from './windows.ts';

const viewerPage = () => import('./viewer-page.tsx').then((m) => m.ViewerPage);
const nothing = (): undefined => undefined;

/** Asks how the document is shown, and for what shows it, while its page is still on the way to the screen. */
function askAhead(text: string): void {
  const { id, currentRev } = parseQuery(ViewerQuery, text);
  if (id === undefined || session.token() === null || session.viewsAs()) return;
  askViewAhead({ id, currentRev }).then(loadWindow).catch(nothing);
}

const paths = [
  '/pdfViewer',
  '/videoPlayer',
  '/docpreview',
  '/previewOnline',
  '/cadViewer',
  '/musicViewer',
  '/reportPreview',
  '/flowPreviewPdf',
  '/flowVideoPlayer',
  '/flowPreviewExcel',
];
/** Says by itself that somebody has to sign in first. */
const open = '/previewOnline';

/** One page shows every document; the addresses differ because links in the wild name them. */
export const routes: RoomRoute[] = roomRoutes(
  'viewer',
  paths.map((path) => ({ path, title: 'viewerTitle', place: 'bare', open: path === open, load: viewerPage, ask: askAhead })),
);
