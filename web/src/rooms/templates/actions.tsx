import { PartitionOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/rights';
import { itemAction } from '../../ground/item-action.ts';
import { knownPerson } from '../session/current-user.ts';
import { templatePath } from './paths.ts';

/** What this room adds to items. */
export const actions = [
  itemAction('templates', {
    id: 'templates.take',
    label: (t) => t('takeFolder'),
    icon: <PartitionOutlined />,
    group: 50,
    shown: (items) =>
      items.length === 1 &&
      items.every((item) => item.objType === objType.folder && (item.rights & right.manage) !== 0) &&
      knownPerson()?.deeds.includes('templates.edit') === true,
    run: async ([item], ctx) => {
      if (item) (await import('./template-dialogs.tsx')).openTakeFolder(item, (id) => ctx.go(`${templatePath}?id=${id}`));
    },
  }),
];
