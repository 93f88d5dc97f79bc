import { editorOf, editorPage, extensions, isFileEditor } from '@dossier/contract/core/file-types';
import { editType } from '@dossier/contract/editing/editing';

/** The viewers of the product: each extension belongs to one of them, all others to the page viewer. */
export type Viewer = 'pdf' | 'sheet' | 'picture' | 'drawing' | 'video' | 'audio' | 'page';

const groups: Record<Exclude<Viewer, 'page'>, Iterable<string>> = {
  pdf: extensions.pdf,
  // The other table formats (et, ett) belong to the page viewer by the specification.
  sheet: ['csv', 'fods', 'ods', 'ots', 'xls', 'xlsm', 'xlsx', 'xlt', 'xltm', 'xltx', 'xlsb', 'tsv'],
  // Some browsers decode these two; others show an error in the overlay.
  picture: [...extensions.picture, 'heic', 'heif'],
  drawing: extensions.drawing,
  video: [...extensions.video, ...extensions.rawVideo],
  audio: [...extensions.audio, ...extensions.rawAudio],
};

const viewers = new Map<string, Viewer>();
for (const [viewer, exts] of Object.entries(groups)) for (const ext of exts) viewers.set(ext, viewer as Viewer);

/** The viewer for an extension (without the dot, in any case). */
export function viewerOf(ext: string | undefined): Viewer {
  return viewers.get((ext ?? '').toLowerCase()) ?? 'page';
}

/** The page of each viewer that has one; images and audio open over the list instead. */
const viewerPaths = {
  pdf: '/pdfViewer',
  sheet: '/previewOnline',
  drawing: '/cadViewer',
  video: '/videoPlayer',
  page: '/docpreview',
} as const;

/** Usually shown as PDF: the page's first script then starts the PDF worker at once. */
const paged = [extensions.word, extensions.slides, extensions.diagram];

interface Target {
  id: string;
  currentRev?: string;
  keyword?: string;
  /** The tab of the details that is shown beside it. */
  tab?: string | undefined;
  ext?: string | undefined;
}

/** The address of a document in its viewer. */
export function viewerAddress(viewer: keyof typeof viewerPaths, { id, currentRev, keyword, tab, ext = '' }: Target): string {
  const query = new URLSearchParams({ id });
  if (currentRev) query.set('currentRev', currentRev);
  if (keyword) query.set('keyword', keyword);
  if (tab) query.set('tab', tab);
  const isPaged = viewer === 'page' && paged.some((kind) => kind.has(ext.toLowerCase()));
  return `${viewerPaths[viewer]}?${query}${isPaged ? '#pdf' : ''}`;
}

/** The address of a document in a window of its own, whatever its type. */
export function documentAddress(target: Target): string {
  const viewer = viewerOf(target.ext);
  return viewerAddress(viewer === 'picture' || viewer === 'audio' ? 'page' : viewer, target);
}

/** Whether several people may write a document of this type in our editors at once. */
export const editsTogether = (ext: string): boolean => !isFileEditor(editorOf(ext.toLowerCase()));

/** Whether others can read a document of this type while one person writes it. */
export const isFollowed = (ext: string): boolean => editorOf(ext.toLowerCase()) === 'word';

/** The address of a document in an editor, as `editType`. */
export const editorAddress = ({ id, ext = '' }: Pick<Target, 'id' | 'ext'>, editor: number): string =>
  `${editor === editType.officeServer ? officePath : editorPage(ext.toLowerCase())}?id=${id}`;

/** The page of the office server, which shows documents too. */
const officePath = '/office';

/** Whether an office server may know the type; which ones it shows, it says when it is asked. */
export const isOfficeType = (ext: string): boolean =>
  [extensions.word, extensions.sheet, extensions.slides].some((kind) => kind.has(ext.toLowerCase()));

/** The address of a document in the viewer of the office server. */
export const officeViewerAddress = (id: string): string => `${officePath}?id=${id}&mode=view`;
