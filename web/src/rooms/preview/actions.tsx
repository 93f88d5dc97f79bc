import { EyeOutlined, FilePdfOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { can } from '../library/area.ts';
import { downloadPdf } from '../viewer/download-pdf.ts';
import { isForPaper } from '../viewer/for-paper.ts';
import { viewItem } from './open-item.ts';

/** What preview adds to an item's menu. */
export const actions: ItemAction[] = [
  itemAction('viewer', {
    id: 'viewer.view',
    label: (t) => t('view'),
    icon: <EyeOutlined />,
    group: 1,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && can(item.rights, 'read'),
    run: async ([item], ctx) => {
      if (item) await viewItem(item, ctx);
    },
  }),
  itemAction('viewer', {
    id: 'viewer.pdf',
    label: (t) => t('downloadPdf'),
    short: () => 'PDF',
    icon: <FilePdfOutlined />,
    group: 1,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && isForPaper(item),
    run: async ([item]) => {
      if (item) await downloadPdf(item);
    },
  }),
];
