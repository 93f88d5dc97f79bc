import { ShareAltOutlined } from '@ant-design/icons';
import { batchLimit, objType, right } from '@dossier/contract/core/rights';
import { type ItemAction, everyday, everydayGroup, itemAction } from '../../platform/item-actions.ts';

/** This module's actions on items. */
export const actions: ItemAction[] = [
  itemAction('sharing.links', {
    id: 'shares.share',
    label: (t) => t('shareItem'),
    icon: <ShareAltOutlined />,
    group: everydayGroup,
    rank: everyday.share,
    most: batchLimit,
    shown: (items) => items.length > 0 && items.every((item) => item.objType !== objType.cabinet && (item.rights & right.read) !== 0),
    run: async (items) => (await import('./links/share-dialog.tsx')).openShare(items),
  }),
];
