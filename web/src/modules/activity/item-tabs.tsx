import { lazy } from 'react';
import { itemTab } from '../../platform/item-actions.ts';
import { can } from '../documents/areas.ts';

/** This module's tabs in the details pane. */
export const activityTabs = [
  itemTab('activity', {
    id: 'activity',
    label: (t) => t('activity'),
    order: 85,
    shown: (item) => can(item.rights, 'read'),
    Component: lazy(async () => ({ default: (await import('./activity-tab.tsx')).ActivityTab })),
  }),
];
