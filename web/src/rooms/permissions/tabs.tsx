import { lazy } from 'react';
import { itemTab } from '../../ground/item-tab.ts';

/** What this room adds to the details pane. */
export const tabs = [
  itemTab('permissions', {
    id: 'permissions.rights',
    inView: true,
    label: (t) => t('rights'),
    order: 20,
    shown: () => true,
    Component: lazy(async () => ({ default: (await import('./rights-tab.tsx')).RightsTab })),
  }),
];
