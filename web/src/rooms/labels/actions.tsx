import { StarFilled, StarOutlined } from '@ant-design/icons';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { star } from './star.ts';

/** Marking favourites: one of the two is offered, after what the selection is now. */
export const actions: ItemAction[] = [
  itemAction('labels', {
    id: 'labels.star',
    label: (t) => t('addFavorite'),
    icon: <StarOutlined />,
    group: 30,
    shown: (items) => items.some((item) => !item.favorite),
    run: (items) => star(items, true),
  }),
  itemAction('labels', {
    id: 'labels.unstar',
    label: (t) => t('removeFavorite'),
    icon: <StarFilled />,
    group: 30,
    shown: (items) => items.length > 0 && items.every((item) => item.favorite),
    run: (items) => star(items, false),
  }),
];
