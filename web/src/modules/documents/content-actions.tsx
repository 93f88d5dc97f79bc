import {
  DownloadOutlined,
  ExportOutlined,
  FileZipOutlined,
  FolderOutlined,
  LockOutlined,
  ScanOutlined,
  UnlockOutlined,
  UploadOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { batchLimit, objType, right } from '@dossier/contract/core/rights';
import { archives, content } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { Suspense, lazy } from 'react';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import {
  type ItemAction,
  type ItemContext,
  type ItemTab,
  everyday,
  everydayGroup,
  itemAction,
  itemTab,
} from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { queryClient } from '../../platform/query.ts';
import { saveFile } from '../../platform/save-file.ts';
import { isMedia } from '../../platform/ui/hooks.ts';
import { can, mayRevise, refreshLists } from './areas.ts';
import { downloadDocument } from './download-document.ts';
import { holdingOf } from './holdings.ts';
import { confirmUnlock, releaseWords } from './unlock.ts';
import type { PickKind } from './upload-queue.ts';

/** The lock type of the lock action; 1 is shared by editors and users. */
const lockType = 1;

const isLockable = (item: Item): boolean => item.objType === objType.document && item.lockUserName === undefined && mayRevise(item);

/** The lock of an editor ends with it; of that of others, who manages has the action that takes it over. */
const isUnlockable = (item: Item): boolean =>
  item.mayUnlock === true && (holdingOf(item) !== 'editing' || (item.lockedByMe !== true && !item.canEdit));

async function lockItems(items: Item[]): Promise<void> {
  const n = await actOnEach(items, (item) => call(content.lock, { id: item.id, lockType }, { quiet: true }));
  if (n > 0) notice.success(textOf('documents.content')('locked', { count: n }));
}

/** Locks a document and fetches it, to work on it elsewhere; the check-in is a new version. */
async function checkOut({ id, name }: Item): Promise<void> {
  const { downloadUrl, fileName } = await call(content.checkOut, { id });
  saveFile(downloadUrl, fileName);
  const t = textOf('documents.content');
  const giveUp = async (): Promise<void> => {
    await call(content.undoCheckOut, { id });
    await refreshLists();
  };
  await refreshLists();
  notice.undo(t('checkedOut', { name }), { label: t('undoCheckOut'), about: [id], run: () => void giveUp().catch(() => undefined) });
}

async function unlockItems(items: Item[]): Promise<void> {
  if (!(await confirmUnlock(items))) return;
  const n = await actOnEach(items, (item) => call(content.unlock, { id: item.id, lockType }, { quiet: true }));
  if (n > 0) notice.success(textOf('documents.content')(releaseWords(items).done, { count: n }));
}

/**
 * Acts on one item after the other, as the calls take one each, and answers how many were done. What the server refuses, as when somebody
 * else was faster, holds up no other item and is told in one notice; without an answer the rest is left alone.
 */
async function actOnEach(items: Item[], act: (item: Item) => Promise<unknown>): Promise<number> {
  const t = textOf('platform');
  const all = items.length;
  let n = 0;
  let refusal: CallError | undefined;
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % batchLimit === 0) notice.progress(t('doneOf', { n: at, all }));
    try {
      await act(item);
      n++;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refusal = error;
      if (error.code === noAnswer || error.code === codes.notSignedIn.code) break;
    }
  }
  await refreshLists();
  if (refusal !== undefined && refusal.code !== codes.notSignedIn.code) notice.error(refusal.message);
  if (n > 0 && n < all) notice.warning(t('stoppedAt', { n, all }));
  return n;
}

const RevisionDialog = lazy(() => import('./revisions/revision-dialog.tsx').then((m) => ({ default: m.RevisionDialog })));

/** The actions on revisions in an item's menu. */
export const revisionActions: ItemAction[] = [
  itemAction('documents.content', {
    id: 'content.newRevision',
    label: (t) => t('newRevision'),
    short: (t) => t('newVersion'),
    icon: <VerticalAlignTopOutlined />,
    group: 4,
    shown: ([item, ...more]) =>
      more.length === 0 &&
      item?.objType === objType.document &&
      mayRevise(item) &&
      (item.lockUserName === undefined || item.lockedByMe === true),
    run: ([item]) => {
      if (!item) return;
      openDialog((close) => (
        <Suspense>
          <RevisionDialog item={item} close={close} />
        </Suspense>
      ));
    },
  }),
  itemAction('documents.content', {
    id: 'content.checkOut',
    label: (t) => t('checkOut'),
    icon: <ExportOutlined />,
    group: 50,
    menu: 'version',
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && isLockable(item) && item.canDownload,
    run: async ([item]) => {
      if (item) await checkOut(item);
    },
  }),
  itemAction('documents.content', {
    id: 'content.lock',
    label: (t) => t('lock'),
    icon: <LockOutlined />,
    group: 50,
    menu: 'version',
    shown: (items) => items.some(isLockable),
    run: (items) => lockItems(items.filter(isLockable)),
  }),
  itemAction('documents.content', {
    id: 'content.unlock',
    label: (t, items) => t(releaseWords(items.filter(isUnlockable)).ends),
    icon: <UnlockOutlined />,
    group: 4,
    shown: (items) => items.some(isUnlockable),
    run: (items) => unlockItems(items.filter(isUnlockable)),
  }),
];

const RevisionsTab = lazy(() => import('./revisions/revisions-tab.tsx').then((m) => ({ default: m.RevisionsTab })));

/** The tabs on revisions in a document's details. */
export const revisionTabs: ItemTab[] = [
  itemTab('documents.content', {
    id: 'content.versions',
    label: (t) => t('versions'),
    order: 10,
    shown: (item) => item.objType === objType.document && (item.rights & right.read) !== 0,
    Component: ({ item }) => (
      <Suspense>
        <RevisionsTab item={item} />
      </Suspense>
    ),
  }),
];

const mayUpload = (ctx: ItemContext): boolean =>
  ctx.place === 'list' && ctx.parentId !== undefined && ((ctx.parentRights ?? 0) & right.upload) !== 0;

/** The open folder, which uploads go to. */
function targetOf({ parentId }: ItemContext): { id: string; name: string } | undefined {
  if (parentId === undefined) return undefined;
  const ancestorPath = queryClient.getQueryData<{ name: string }[]>([library.ancestors.path, { id: parentId }]);
  return { id: parentId, name: ancestorPath?.at(-1)?.name ?? '' };
}

async function pick(kind: PickKind, ctx: ItemContext): Promise<void> {
  const target = targetOf(ctx);
  if (target !== undefined) (await import('./upload-queue.ts')).pickFiles(kind, target);
}

async function scan(ctx: ItemContext): Promise<void> {
  const target = targetOf(ctx);
  if (target === undefined) return;
  const [{ ScanDialog }] = await Promise.all([import('./scan/scan-dialog.tsx'), loadTexts()]);
  openDialog((close) => <ScanDialog target={target} close={close} />);
}

/** The upload actions of a folder. */
export const uploadActions = [
  itemAction('documents.content', {
    id: 'upload.files',
    label: (t) => t('uploadFiles'),
    icon: <UploadOutlined />,
    group: 5,
    place: true,
    shown: (_, ctx) => mayUpload(ctx),
    run: (_, ctx) => pick('files', ctx),
  }),
  itemAction('documents.scan', {
    id: 'upload.scan',
    label: (t) => t('scan'),
    icon: <ScanOutlined />,
    group: 5,
    place: true,
    // where there is a camera to hold over paper
    shown: (_, ctx) => mayUpload(ctx) && (isMedia('phone') || isMedia('finger')),
    run: (_, ctx) => scan(ctx),
  }),
  itemAction('documents.content', {
    id: 'upload.folder',
    label: (t) => t('uploadFolder'),
    icon: <FolderOutlined />,
    group: 20,
    place: true,
    // the browsers of phones and tablets pick no folders
    shown: (_, ctx) => mayUpload(ctx) && !(isMedia('phone') || isMedia('finger')),
    run: (_, ctx) => pick('folder', ctx),
  }),
  itemAction('documents.content', {
    id: 'upload.zip',
    label: (t) => t('uploadZip'),
    short: (t) => t('uploadZipShort'),
    icon: <FileZipOutlined />,
    group: 20,
    place: true,
    shown: (_, ctx) => mayUpload(ctx),
    run: (_, ctx) => pick('zip', ctx),
  }),
];

/** The download actions in an item's menu, with zips of several items, and the extraction of a zip. */
export const downloadActions: ItemAction[] = [
  itemAction('documents.archives', {
    id: 'archives.download',
    onAttachments: true,
    label: (t) => t('download'),
    icon: <DownloadOutlined />,
    key: 'mod+s',
    group: everydayGroup,
    rank: everyday.download,
    most: batchLimit,
    shown: (items) => items.length > 0 && items.every((item) => item.canDownload),
    run: (items) => downloadItems(items),
  }),
  itemAction('documents.archives', {
    id: 'archives.extract',
    label: (t) => t('extractHere'),
    icon: <FileZipOutlined />,
    group: 40,
    shown: ([item, ...more], ctx) =>
      more.length === 0 && item?.ext === 'zip' && can(item.rights, 'read') && can(ctx.parentRights, 'upload'),
    run: async ([item], ctx) => {
      if (!item) return;
      await call(archives.extract, { id: item.id, ...(ctx.parentId && { parentId: ctx.parentId }) });
      notice.success(textOf('documents.archives')('extracting', { name: item.name }));
    },
  }),
];

const inBackground: ReadonlySet<number> = new Set([codes.zipTooManyFiles.code, codes.zipTooLarge.code, codes.zipTooManyFolders.code]);

const hasAttachments = (item: Item): boolean => item.objType !== objType.document || (item.attachments ?? 0) > 0;

/**
 * Downloads the selection: one document unchanged, anything more as a zip, made in the background where it is too large. Asks whether attachments go
 * into the zip, where the server tells that there are some.
 */
export async function downloadItems(items: Item[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length === 1 && first.objType === objType.document) return downloadDocument({ id: first.id });
  const ids = items.map((item) => item.id);
  const zip = (attachments: { attachments?: true } = {}) =>
    items.length === 1
      ? call(archives.downloadFolder, { id: first.id, ...attachments }, { quiet: true })
      : call(archives.downloadSelection, { objIds: ids, ...attachments }, { quiet: true });
  // a folder may hold documents that have some
  let attachments = items.some(hasAttachments) ? undefined : false;
  try {
    let offered = await zip();
    if (offered.attachments !== undefined) {
      attachments = await askAttachments(offered.attachments);
      if (attachments === undefined) return;
      if (attachments) offered = await zip({ attachments: true });
    }
    saveFile(offered.downloadUrl, offered.fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!inBackground.has(error.code)) return notice.error(error.message);
    await loadTexts();
    const { offerBackgroundZip } = await import('./dialogs/zip-dialogs.tsx');
    await offerBackgroundZip({ ids, attachments });
  }
}

async function askAttachments(count: number): Promise<boolean | undefined> {
  await loadTexts();
  const { askZipAttachments } = await import('./dialogs/zip-dialogs.tsx');
  return askZipAttachments(count);
}
