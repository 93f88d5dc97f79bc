import { BellFilled, BellOutlined } from '@ant-design/icons';
import { batchLimit } from '@dossier/contract/core/rights';
import { itemAction } from '../../platform/item-actions.ts';
import { can } from '../documents/areas.ts';
import { setFollowed } from './follow.ts';

/** This module's actions on items: following them, with either one offered for the selection. */
export const activityActions = [
  itemAction('activity', {
    id: 'activity.follow',
    label: (t) => t('follow'),
    icon: <BellOutlined />,
    group: 50,
    menu: 'organise',
    most: batchLimit,
    shown: (items) => items.some((item) => item.followed !== true) && items.every((item) => can(item.rights, 'read')),
    run: (items) =>
      setFollowed(
        items.filter((item) => item.followed !== true),
        true,
      ),
  }),
  itemAction('activity', {
    id: 'activity.unfollow',
    label: (t) => t('unfollow'),
    icon: <BellFilled />,
    group: 50,
    menu: 'organise',
    most: batchLimit,
    shown: (items) => items.length > 0 && items.every((item) => item.followed === true),
    run: (items) => setFollowed(items, false),
  }),
];
