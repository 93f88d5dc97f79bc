import { AuditOutlined } from '@ant-design/icons';
import { mostOfFlows } from '@dossier/contract/flow-shapes';
import { module, objType } from '@dossier/contract/rights';
import { itemAction } from '../../ground/item-action.ts';
import { knownPerson } from '../session/current-user.ts';
import { startPath } from './paths.ts';

/** What this room adds to items. */
export const actions = [
  itemAction('flows', {
    id: 'flows.start',
    label: (t) => t('startWith'),
    icon: <AuditOutlined />,
    group: 40,
    most: mostOfFlows.documents,
    shown: (items) =>
      items.length > 0 &&
      items.every((item) => item.objType === objType.document) &&
      knownPerson()?.moduleTypes.includes(module.flows) === true,
    run: (items, ctx) => ctx.go(`${startPath}?docId=${items.map((item) => item.id).join(',')}`),
  }),
];
