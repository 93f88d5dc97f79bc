import { AppstoreOutlined, StarFilled, StarOutlined, TagsOutlined } from '@ant-design/icons';
import { batchLimit, module, objType } from '@dossier/contract/rights';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { can } from '../library/area.ts';
import { knownPerson } from '../session/current-user.ts';
import { star } from './star.ts';

/** Marking favourites, of which one is offered after what the selection is now, and tagging. */
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
  itemAction('labels', {
    id: 'labels.tags',
    label: (t) => t('tagsDots'),
    icon: <TagsOutlined />,
    group: 30,
    most: batchLimit,
    shown: (items) => items.length > 0,
    run: async (items) => (await import('./open-tags.tsx')).openTags(items),
  }),
  itemAction('labels', {
    id: 'labels.categories',
    label: (t) => t('categoriesDots'),
    icon: <AppstoreOutlined />,
    group: 30,
    most: batchLimit,
    shown: (items) =>
      items.length > 0 &&
      items.every((item) => item.objType === objType.document && can(item.rights, 'modify')) &&
      knownPerson()?.moduleTypes.includes(module.categories) === true,
    run: async (items) => (await import('./categorise-dialog.tsx')).openCategorise(items),
  }),
];
