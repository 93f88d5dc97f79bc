import { type RoomRoute, roomRoutes } from '../../ground/room-route.ts';

const viewerPage = () => import('./viewer-page.tsx').then((m) => m.ViewerPage);

/** The page of a viewer, while the chunk that it most likely needs is on its way already. */
const ahead = (window: () => Promise<unknown>) => () => {
  void window().catch(() => undefined);
  return viewerPage();
};

/** One page shows every document; the addresses differ because links in the wild name them. */
export const routes: RoomRoute[] = roomRoutes('viewer', [
  { path: '/pdfViewer', title: 'viewerTitle', place: 'bare', load: ahead(() => import('../pdf/pdf-window.tsx')) },
  { path: '/videoPlayer', title: 'viewerTitle', place: 'bare', load: ahead(() => import('../films/video-window.tsx')) },
  { path: '/docpreview', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/previewOnline', title: 'viewerTitle', place: 'bare', open: true, load: viewerPage },
  { path: '/cadViewer', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/musicViewer', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/reportPreview', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/flowPreviewPdf', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/flowVideoPlayer', title: 'viewerTitle', place: 'bare', load: viewerPage },
  { path: '/flowPreviewExcel', title: 'viewerTitle', place: 'bare', load: viewerPage },
]);
