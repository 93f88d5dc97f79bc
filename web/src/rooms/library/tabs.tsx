import { lazy } from 'react';
import { itemTab } from '../../ground/item-tab.ts';

/** What this room adds to the details pane. */
export const tabs = [
  itemTab('library', {
    id: 'facts',
    inView: true,
    label: (t) => t('facts'),
    order: 10,
    shown: () => true,
    Component: lazy(async () => ({ default: (await import('./details/facts-tab.tsx')).FactsTab })),
  }),
];
