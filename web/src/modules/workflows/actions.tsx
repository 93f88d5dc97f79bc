import { AuditOutlined, InboxOutlined } from '@ant-design/icons';
import { module, moduleType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { type ItemContext, itemAction } from '../../platform/item-actions.ts';
import { queryClient } from '../../platform/query.ts';
import { knownPerson } from '../identity/current-user.ts';
import { formPaths, startPath } from './paths.ts';

const hasFlows = (): boolean => knownPerson()?.moduleTypes.includes(module.flows) === true;

const uploads = { route: flows.choices, input: { flowKind: 'upload' } } as const;

/** Templates for upload flows available to the user; empty before they are loaded. */
const uploadChoices = () => queryClient.getQueryData<OutputOf<typeof flows.choices>>([uploads.route.path, uploads.input])?.list ?? [];

const publications = { route: flows.choices, input: { flowKind: 'publish' } } as const;

/** Templates that publish into the cabinet of a folder, available to the user; empty before they are loaded. */
const publishChoices = ({ cabinetId }: ItemContext) =>
  (queryClient.getQueryData<OutputOf<typeof flows.choices>>([publications.route.path, publications.input])?.list ?? []).filter(
    (choice) => choice.cabinetId !== undefined && choice.cabinetId === cabinetId,
  );

const isFed = ({ place, parentId, fedByFlows }: ItemContext): boolean => place === 'list' && parentId !== undefined && fedByFlows === true;

/** A folder that the user sees, but cannot upload to. */
function isShut({ place, parentId, parentRights = 0, moduleType: area, fedByFlows }: ItemContext): boolean {
  if (place !== 'list' || parentId === undefined || area === moduleType.my || fedByFlows === true) return false;
  return (parentRights & right.visible) !== 0 && (parentRights & right.upload) === 0;
}

/** This module's actions on items. */
export const actions = [
  itemAction('workflows', {
    id: 'flows.start',
    label: (t) => t('startWith'),
    icon: <AuditOutlined />,
    group: 50,
    menu: 'approval',
    most: flowLimits.documents,
    shown: (items) => items.length > 0 && items.every((item) => item.objType === objType.document) && hasFlows(),
    run: (items, ctx) => ctx.go(`${startPath}?docId=${items.map((item) => item.id).join(',')}`),
  }),
  itemAction('workflows', {
    id: 'flows.publish',
    label: (t) => t('publishHere'),
    icon: <AuditOutlined />,
    group: 5,
    place: true,
    asks: (ctx) => (isFed(ctx) && hasFlows() ? publications : undefined),
    shown: (_, ctx) => isFed(ctx) && hasFlows() && publishChoices(ctx).length > 0,
    run: (_, ctx) => {
      const [only, ...more] = publishChoices(ctx);
      if (only !== undefined) ctx.go(more.length > 0 ? startPath : `${formPaths.publish}?templateId=${only.id}&targetId=${ctx.parentId}`);
    },
  }),
  itemAction('workflows', {
    id: 'flows.upload',
    label: (t) => t('askToUpload'),
    icon: <InboxOutlined />,
    group: 5,
    place: true,
    asks: (ctx) => (isShut(ctx) && hasFlows() ? uploads : undefined),
    shown: (_, ctx) => isShut(ctx) && hasFlows() && uploadChoices().length > 0,
    run: (_, ctx) => {
      const [only, ...more] = uploadChoices();
      if (only === undefined) return;
      const formAddress = more.length > 0 ? `${startPath}?` : `${formPaths.upload}?templateId=${only.id}&`;
      ctx.go(`${formAddress}targetId=${ctx.parentId}`);
    },
  }),
];
