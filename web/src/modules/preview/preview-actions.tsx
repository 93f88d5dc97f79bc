import { CloudDownloadOutlined, ExportOutlined, EyeOutlined, FilePdfOutlined, LinkOutlined } from '@ant-design/icons';
import { permissions } from '@dossier/contract/access/permissions';
import { objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { mostKeptOffline, offlineFormOf } from '@dossier/contract/preview/offline-copies';
import { type ReactNode, Suspense, lazy } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { hasOfflineStore } from '../../platform/offline-copies.ts';
import { copyText } from '../../platform/copy-text.ts';
import { takeWantedTab } from '../../platform/wanted-tab.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { loadTexts, textOf, useText } from '../../platform/i18n.ts';
import { type ItemAction, type ItemContext, everyday, everydayGroup, itemAction } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { session } from '../../platform/sessions.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { can, itemPath } from '../documents/areas.ts';
import { downloadItems } from '../documents/content-actions.tsx';
import { knownPerson, loadCurrentUser } from '../identity/current-user.ts';
import { notifyViewAsClosed } from '../identity/view-as.ts';
import { type ImageOpening, type SequenceSource, folderMark } from './images/image-sequence.ts';
import type { AudioTrack } from './media/audio-player.tsx';
import styles from './thumbnails/thumbnails.module.css';
import { isOfflineOffered, useKeptOffline } from './kept-offline.ts';
import { documentAddress, isOfficeType, officeViewerAddress, viewerAddress, viewerOf } from './viewer-address.ts';
import { keepViewedList } from './viewed-list.ts';
import { downloadPdf, offersPdf } from './viewer/pdf-download.ts';

/** The values of the double-click setting. */
const doubleClick = { download: 1, view: 2 } as const;

/** The value of the viewer setting that prefers the office server. */
const officeViewer = 2;

/** The values of the window setting. */
const openIn = { newTab: 1, sameTab: 2 } as const;

type Context = Pick<ItemContext, 'go' | 'siblings' | 'sortField' | 'sortDirection' | 'keyword'>;

/**
 * Opens a folder in its area, a document according to the user's double-click setting: download or view. Editing, where there is an editor, is the
 * matter of the module that has them.
 */
export async function openItem(item: Item, ctx: Context): Promise<void> {
  if (item.objType !== objType.document) return ctx.go(itemPath(item));
  if (session.viewsAs()) return notifyViewAsClosed();
  const person = await findPerson();
  if (person?.doubleClick === doubleClick.download && item.canDownload) return downloadItems([item]);
  await viewItem(item, ctx);
}

/** Shows a document, or one of its older revisions, in the viewer for its extension, after a check of the right to read. */
export async function viewItem(item: Item, ctx: Context, currentRev?: string): Promise<void> {
  if (session.viewsAs()) return notifyViewAsClosed();
  const [person, readable] = await Promise.all([findPerson(), mayRead(item.id)]);
  if (!readable) return;
  keepViewedList(item.id, currentRev === undefined ? ctx.siblings : undefined);
  const isSameTab = person?.window === openIn.sameTab;
  const prefersOffice = person?.viewType === officeViewer && person.officeServer === true && currentRev === undefined;
  if (prefersOffice && isOfficeType(item.ext ?? '')) return openViewer(officeViewerAddress(item.id), ctx, isSameTab);
  const tab = takeWantedTab(item.id);
  const kind = viewerOf(item.ext);
  // what opens over the list has no details beside it: a tab of them is shown in a window
  const viewer = tab !== undefined && (kind === 'picture' || kind === 'audio') ? 'page' : kind;
  const overList = { name: item.name, isAttached: item.attachedTo !== undefined };
  const target = { id: item.id, ...(currentRev && { currentRev }), ...(ctx.keyword && { keyword: ctx.keyword }) };
  if (viewer === 'picture')
    openImage({ ...target, ...overList, ext: item.ext ?? '', through: currentRev ? undefined : sequenceSourceOf(ctx) });
  else if (viewer === 'audio') openAudio({ ...target, ...overList });
  else openViewer(viewerAddress(viewer, { ...target, tab, ext: item.ext }), ctx, isSameTab);
}

// Without the user's settings, a document still opens.
const findPerson = () => loadCurrentUser().catch(() => undefined);

async function mayRead(id: string): Promise<boolean> {
  try {
    const { hasRights } = await call(permissions.check, { rights: right.read, objIds: [id] });
    if (hasRights[0] === true) return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
  await loadTexts();
  notice.warning(textOf('preview.viewer')('viewRefused'));
  return false;
}

function openViewer(address: string, ctx: Context, sameTab: boolean): void {
  // A browser that blocks new tabs opens the viewer in this one.
  if (sameTab || !window.open(address, '_blank')) ctx.go(address);
}

/** The address of an item in the product: of a folder in its area, of a document in its viewer, where the reader may read it. */
export function addressOf(item: Item): string {
  if (!isDocument(item) || !can(item.rights, 'read')) return itemPath(item);
  return documentAddress({ id: item.id, ext: item.ext });
}

async function copyLink(item: Item): Promise<void> {
  const url = location.origin + addressOf(item);
  const copied = await copyText(url).then(
    () => true,
    () => false,
  );
  await loadTexts();
  const t = textOf('preview.viewer');
  if (copied) notice.success(t('linkCopied'));
  else notice.error(t('linkNotCopied', { url }));
}

/** Where viewing a document does not open a tab anyway. */
function isOpenedHere(item: Item): boolean {
  if (!isDocument(item)) return true;
  const viewer = viewerOf(item.ext);
  return can(item.rights, 'read') && (viewer === 'picture' || viewer === 'audio' || knownPerson()?.window === openIn.sameTab);
}

/** The sequence of images for a list: the folder as sorted by the server, else the shown items, with folders marked. */
export function sequenceSourceOf(ctx: Pick<ItemContext, 'siblings' | 'sortField' | 'sortDirection'>): SequenceSource | undefined {
  if (ctx.sortField) return { sortField: ctx.sortField, sortDirection: ctx.sortDirection ?? 'asc' };
  if (!ctx.siblings) return undefined;
  return { ids: ctx.siblings.filter(isListed).map((item) => (isDocument(item) ? item.id : item.id + folderMark)) };
}

const isDocument = (item: Item): boolean => item.objType === objType.document;
const isListed = (item: Item): boolean => !isDocument(item) || viewerOf(item.ext) === 'picture';

const ImageOverlay = lazy(() => import('./images/image-overlay.tsx').then((m) => ({ default: m.ImageOverlay })));

/** Shows an image over the page. */
function openImage(opening: ImageOpening): void {
  openDialog((close) => (
    <Suspense>
      <ImageOverlay opening={opening} close={close} />
    </Suspense>
  ));
}

const AudioOverlay = lazy(() => import('./media/audio-window.tsx').then((m) => ({ default: m.AudioOverlay })));

/** Opens the audio player over the page. */
function openAudio(song: AudioTrack): void {
  openDialog((close) => (
    <Suspense>
      <AudioOverlay song={song} close={close} />
    </Suspense>
  ));
}

const QuickLook = lazy(() => import('./thumbnails/quick-look.tsx').then((m) => ({ default: m.QuickLook })));

/** Shows a document enlarged over the list, with its neighbours by arrow keys; from there it opens in its viewer. */
export function openQuickLook(item: Item, ctx: ItemContext): void {
  if (session.viewsAs()) return void notifyViewAsClosed();
  const around = (ctx.siblings ?? []).filter((sibling) => sibling.objType === objType.document);
  const documents = around.some(({ id }) => id === item.id) ? around : [item];
  openDialog((close) => (
    <Suspense fallback={<Loading />}>
      <QuickLook documents={documents} first={item} close={close} open={(shown) => void viewItem(shown, ctx)} />
    </Suspense>
  ));
}

/** Centred, where the document will be. */
function Loading(): ReactNode {
  const t = useText('preview.thumbnails');
  return useDelayed(true) && <Spinner className={styles.loading} label={t('loading')} large />;
}

/** The preview actions in an item's menu. */
export const previewActions: ItemAction[] = [
  itemAction('preview.viewer', {
    id: 'viewer.view',
    onAttachments: true,
    label: (t) => t('view'),
    icon: <EyeOutlined />,
    group: everydayGroup,
    rank: everyday.open,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && can(item.rights, 'read'),
    run: async ([item], ctx) => {
      if (item) await viewItem(item, ctx);
    },
  }),
  itemAction('preview.viewer', {
    id: 'viewer.copyLink',
    onAttachments: true,
    label: (t) => t('copyLink'),
    icon: <LinkOutlined />,
    group: everydayGroup,
    rank: everyday.copyLink,
    shown: (items, ctx) => items.length === 1 && ctx.place !== 'viewer',
    run: async ([item]) => {
      if (item) await copyLink(item);
    },
  }),
  itemAction('preview.viewer', {
    id: 'viewer.newTab',
    onAttachments: true,
    label: (t) => t('openNewTab'),
    icon: <ExportOutlined />,
    group: 2,
    shown: ([item, ...more], ctx) => more.length === 0 && item !== undefined && ctx.place !== 'viewer' && isOpenedHere(item),
    run: ([item]) => {
      if (item) window.open(addressOf(item), '_blank', 'noopener');
    },
  }),
];

/** The download of a document as PDF in an item's menu. */
export const pdfActions: ItemAction[] = [
  itemAction('preview.viewer', {
    id: 'viewer.pdf',
    onAttachments: true,
    label: (t) => t('downloadPdf'),
    short: () => 'PDF',
    icon: <FilePdfOutlined />,
    group: 2,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && offersPdf(item),
    run: async ([item]) => {
      if (item) await downloadPdf(item);
    },
  }),
];

/** Keeping a document on this device to read it without a network, and the end of that. */
export const offlineActions: ItemAction[] = [
  itemAction('preview.offline', {
    id: 'offline.keep',
    label: (t) => t('keep'),
    icon: <CloudDownloadOutlined />,
    group: 2,
    shown: ([item, ...more]) =>
      more.length === 0 && item !== undefined && isOfflineOffered() && isKeepable(item) && !useKeptOffline.getState().ids.has(item.id),
    run: async ([item]) => {
      if (item) await (await keeping()).keepOffline(item);
    },
  }),
  itemAction('preview.offline', {
    id: 'offline.remove',
    label: (t) => t('remove'),
    icon: <CloudDownloadOutlined />,
    group: 2,
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && useKeptOffline.getState().ids.has(item.id),
    run: async ([item]) => {
      if (item) await (await keeping()).removeOffline([item.id]);
    },
  }),
];

const keeping = () => import('./offline/keep-offline.ts');

/** Asks the server which copies on this device may stay; without any, nothing more is loaded. */
export async function checkOfflineCopies(): Promise<void> {
  if (await hasOfflineStore()) await (await keeping()).checkOffline();
}

const isKeepable = (item: Item): boolean =>
  item.objType === objType.document && (item.size ?? 0) <= mostKeptOffline.bytes && offlineFormOf(item) !== undefined;
