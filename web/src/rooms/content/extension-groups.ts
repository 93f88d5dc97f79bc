/** The viewers of the product: each extension belongs to one of them, everything else to the page viewer. */
export type Viewer = 'pdf' | 'sheet' | 'picture' | 'drawing' | 'video' | 'audio' | 'page';

const groups: Record<Exclude<Viewer, 'page'>, readonly string[]> = {
  pdf: ['pdf'],
  sheet: ['csv', 'fods', 'ods', 'ots', 'xls', 'xlsm', 'xlsx', 'xlt', 'xltm', 'xltx'],
  picture: ['jpg', 'png', 'gif', 'jpeg', 'bmp', 'webp', 'svg', 'heic', 'heif', 'avif'],
  drawing: ['dwg', 'dxf', 'dws', 'dwt', 'ocf'],
  video: ['mp4', 'm4v', 'webm', 'mov'],
  audio: ['mp3', 'wav', 'ogg', 'm4a', 'flac'],
};

const viewers = new Map<string, Viewer>();
for (const [viewer, exts] of Object.entries(groups)) for (const ext of exts) viewers.set(ext, viewer as Viewer);

/** Which viewer shows an extension (without the dot, in any case). */
export function viewerOf(ext: string | undefined): Viewer {
  return viewers.get((ext ?? '').toLowerCase()) ?? 'page';
}

/** The page of each viewer that has one of its own; pictures and songs open over the list instead. */
export const viewerPaths = {
  pdf: '/pdfViewer',
  sheet: '/previewOnline',
  drawing: '/cadViewer',
  video: '/videoPlayer',
  page: '/docpreview',
} as const;

/** The address of a document in its viewer. */
export function viewerAddress(viewer: keyof typeof viewerPaths, target: { id: string; currentRev?: string; keyword?: string }): string {
  const query = new URLSearchParams({ id: target.id });
  if (target.currentRev) query.set('currentRev', target.currentRev);
  if (target.keyword) query.set('keyword', target.keyword);
  return `${viewerPaths[viewer]}?${query}`;
}
