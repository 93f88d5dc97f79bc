import { LockOutlined, UnlockOutlined, VerticalAlignTopOutlined } from '@ant-design/icons';
import { batchLimit, objType } from '@dossier/contract/rights';
import { lazy, Suspense } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { can } from '../library/area.ts';
import { areLockable, areUnlockable, lockItems, unlockItems } from './lock-items.ts';

const RevisionDialog = lazy(() => import('./revisions/revision-dialog.tsx').then((m) => ({ default: m.RevisionDialog })));

/** What content adds to an item's menu. */
export const actions: ItemAction[] = [
  itemAction('content', {
    id: 'content.newRevision',
    label: (t) => t('newRevision'),
    short: (t) => t('newVersion'),
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
];
