import { SafetyOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/rights';
import { itemAction } from '../../ground/item-action.ts';

/** What this room adds to items. */
export const actions = [
  itemAction('permissions', {
    id: 'permissions.change',
    label: (t) => t('rights'),
    icon: <SafetyOutlined />,
    group: 50,
    shown: (items) => items.every((item) => (item.rights & right.manage) !== 0),
    run: async (items) => (await import('./rights-dialog.tsx')).openRights(items),
  }),
];
