import { DownloadOutlined, FileZipOutlined, LockOutlined, UnlockOutlined, VerticalAlignTopOutlined } from '@ant-design/icons';
import { content } from '@dossier/contract/content';
import { batchLimit, objType } from '@dossier/contract/rights';
import { lazy, Suspense } from 'react';
import { call } from '../../ground/call.ts';
import { openDialog } from '../../ground/dialogs.ts';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { can } from '../library/area.ts';
import { downloadItems } from './download/download-items.ts';
import { areLockable, areUnlockable, lockItems, unlockItems } from './lock-items.ts';

const RevisionDialog = lazy(() => import('./revisions/revision-dialog.tsx').then((m) => ({ default: m.RevisionDialog })));

/** What content adds to an item's menu. */
export const actions: ItemAction[] = [
  itemAction('content', {
    id: 'content.download',
    label: (t) => t('download'),
    icon: <DownloadOutlined />,
    key: 'mod+s',
    group: 1,
    shown: (items) => items.length > 0 && items.every((item) => item.canDownload),
    run: (items) => downloadItems(items),
  }),
  itemAction('content', {
    id: 'content.newRevision',
    label: (t) => t('newRevision'),
    icon: <VerticalAlignTopOutlined />,
    group: 4,
    shown: ([item, ...more]) =>
      more.length === 0 &&
      item?.objType === objType.document &&
      can(item.rights, 'modify') &&
      (item.lockUserName === undefined || areUnlockable([item])),
    run: ([item]) => {
      if (!item) return;
      openDialog((close) => (
        <Suspense>
          <RevisionDialog item={item} close={close} />
        </Suspense>
      ));
    },
  }),
  itemAction('content', {
    id: 'content.lock',
    label: (t) => t('lock'),
    icon: <LockOutlined />,
    group: 4,
    shown: (items) => items.length > 0 && items.length <= batchLimit && areLockable(items),
    run: (items) => lockItems(items),
  }),
  itemAction('content', {
    id: 'content.unlock',
    label: (t) => t('unlock'),
    icon: <UnlockOutlined />,
    group: 4,
    shown: (items) => items.length > 0 && items.length <= batchLimit && areUnlockable(items),
    run: (items) => unlockItems(items),
  }),
  itemAction('content', {
    id: 'content.extract',
    label: (t) => t('extractHere'),
    icon: <FileZipOutlined />,
    group: 4,
    shown: ([item, ...more], ctx) =>
      more.length === 0 && item?.ext === 'zip' && can(item.rights, 'read') && can(ctx.parentRights, 'upload'),
    run: async ([item], ctx) => {
      if (!item) return;
      await call(content.extract, { id: item.id, ...(ctx.parentId && { parentId: ctx.parentId }) });
      notice.success(textOf('content')('extracting', { name: item.name }));
    },
  }),
];
