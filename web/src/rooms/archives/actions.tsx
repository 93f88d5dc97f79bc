import { DownloadOutlined, FileZipOutlined } from '@ant-design/icons';
import { archives } from '@dossier/contract/archives';
import { batchLimit } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { can } from '../library/area.ts';
import { downloadItems } from './download-items.ts';

/** What archives add to an item's menu: taking things away, many of them as one zip, and unpacking one. */
export const actions: ItemAction[] = [
  itemAction('archives', {
    id: 'archives.download',
    label: (t) => t('download'),
    icon: <DownloadOutlined />,
    key: 'mod+s',
    group: 1,
    most: batchLimit,
    shown: (items) => items.length > 0 && items.every((item) => item.canDownload),
    run: (items) => downloadItems(items),
  }),
  itemAction('archives', {
    id: 'archives.extract',
    label: (t) => t('extractHere'),
    icon: <FileZipOutlined />,
    group: 4,
    shown: ([item, ...more], ctx) =>
      more.length === 0 && item?.ext === 'zip' && can(item.rights, 'read') && can(ctx.parentRights, 'upload'),
    run: async ([item], ctx) => {
      if (!item) return;
      await call(archives.extract, { id: item.id, ...(ctx.parentId && { parentId: ctx.parentId }) });
      notice.success(textOf('archives')('extracting', { name: item.name }));
    },
  }),
];
