import { objType } from '@dossier/contract/rights';
import { lazy } from 'react';
import { itemTab } from '../../ground/item-tab.ts';

/** What this room adds to the details pane. */
export const tabs = [
  itemTab('cards', {
    id: 'card',
    label: (t) => t('card'),
    order: 15,
    shown: (item) => item.objType === objType.document && item.canView,
    Component: lazy(async () => ({ default: (await import('./card-tab.tsx')).CardTab })),
  }),
];
