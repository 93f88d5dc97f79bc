import { FileDoneOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { lazy } from 'react';
import { type ItemAction, type ItemTab, itemAction, itemTab } from '../../platform/item-actions.ts';
import { can } from '../documents/areas.ts';

const isReadable = (item: Item | undefined): item is Item => item?.objType === objType.document && item.canView;
const isAsked = (item: Item | undefined): boolean => item?.acknowledgement === 'asked';
const mayAsk = (item: Item): boolean => can(item.rights, 'manage');

/** This module's actions on items. */
export const acknowledgementActions: ItemAction[] = [
  itemAction('acknowledgements', {
    id: 'acknowledgements.show',
    label: (t, [item]) => t(isAsked(item) ? 'acknowledgeDots' : 'askDots'),
    icon: <FileDoneOutlined />,
    group: 50,
    menu: 'approval',
    shown: ([item, ...more], ctx) =>
      more.length === 0 && isReadable(item) && (isAsked(item) ? ctx.showDetails !== undefined : mayAsk(item)),
    run: async ([item], ctx) => {
      if (item === undefined || isAsked(item)) return ctx.showDetails?.('acknowledgements');
      const { openAskDialog } = await import('./ask-dialog.tsx');
      openAskDialog(item);
    },
  }),
];

/** This module's tabs in the details pane. */
export const acknowledgementTabs: ItemTab[] = [
  itemTab('acknowledgements', {
    id: 'acknowledgements',
    label: (t) => t('tab'),
    order: 24,
    shown: (item) => isReadable(item) && (item.acknowledgement !== undefined || mayAsk(item)),
    Component: lazy(async () => ({ default: (await import('./acknowledgement-tab.tsx')).AcknowledgementTab })),
  }),
];
