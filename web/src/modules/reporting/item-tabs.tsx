import { right } from '@dossier/contract/core/rights';
import { lazy } from 'react';
import { itemTab } from '../../platform/item-actions.ts';

/** This module's tabs in the details pane. */
export const tabs = [
  itemTab('reporting.log', {
    id: 'reports.log',
    label: (t) => t('log'),
    order: 90,
    shown: (item) => (item.rights & right.read) !== 0,
    Component: lazy(async () => ({ default: (await import('./operation-log/log-tab.tsx')).LogTab })),
  }),
];
