import { EyeOutlined, SafetyOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import { lazy } from 'react';
import { itemAction, itemTab } from '../../platform/item-actions.ts';
import { type ListedUser, userAction } from '../identity/user-extensions.ts';

/** This module's actions on items. */
export const accessActions = [
  itemAction('access', {
    id: 'permissions.change',
    label: (t) => t('rights'),
    icon: <SafetyOutlined />,
    group: 60,
    shown: (items) => items.every((item) => (item.rights & right.manage) !== 0),
    run: async (items) => (await import('./grants/rights-dialog.tsx')).openRights(items),
  }),
];

/** This module's tabs in the details pane. */
export const accessTabs = [
  itemTab('access', {
    id: 'permissions.rights',
    inView: true,
    label: (t) => t('rights'),
    order: 12,
    shown: () => true,
    Component: lazy(async () => ({ default: (await import('./grants/rights-dialog.tsx')).RightsTab })),
  }),
];

/** This module's actions on users. */
export const personActions = [
  userAction('access', {
    id: 'permissions.reach',
    label: (t) => t('reachOf'),
    icon: <EyeOutlined />,
    run: async (person) => (await import('./explanation/accessible-items.tsx')).openAccessibleItems(person),
  }),
];

/** Shows a user their own access. */
export const openOwnAccess = (person: ListedUser): void => {
  void import('./explanation/accessible-items.tsx')
    .then(({ openAccessibleItems }) => openAccessibleItems(person, true))
    .catch(() => undefined);
};
