import { DiffOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { can } from '../library/area.ts';
import { openComparison } from './address.ts';

/** What compare adds to an item's menu: two documents beside each other. */
export const actions: ItemAction[] = [
  itemAction('compare', {
    id: 'compare.two',
    label: (t) => t('compare'),
    icon: <DiffOutlined />,
    group: 1,
    shown: (items) => items.length === 2 && items.every((item) => item.objType === objType.document && can(item.rights, 'read')),
    run: ([one, other], { go }) => {
      if (one && other) openComparison({ id: one.id, otherId: other.id }, { go });
    },
  }),
];
