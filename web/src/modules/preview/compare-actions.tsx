import { DiffOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { type ItemAction, itemAction } from '../../platform/item-actions.ts';
import { can } from '../documents/areas.ts';
import { openComparison } from './compare-address.ts';

const isReadable = (item: Item): boolean => item.objType === objType.document && can(item.rights, 'read');

/** The compare actions: two selected documents, or one with another to be chosen. */
export const actions: ItemAction[] = [
  itemAction('preview.compare', {
    id: 'compare.two',
    onAttachments: true,
    label: (t) => t('compare'),
    icon: <DiffOutlined />,
    group: 2,
    shown: (items) => items.length === 2 && items.every(isReadable),
    run: ([first, other], { go }) => {
      if (first && other) openComparison({ id: first.id, otherId: other.id }, { go });
    },
  }),
  itemAction('preview.compare', {
    id: 'compare.with',
    onAttachments: true,
    label: (t) => t('compareWith'),
    short: (t) => t('compare'),
    icon: <DiffOutlined />,
    group: 50,
    menu: 'version',
    shown: (items) => items.length === 1 && items.every(isReadable),
    run: async ([item], ctx) => {
      const { openCompareWith } = await import('./compare/compare-with-dialog.tsx');
      if (item) openCompareWith(item, ctx);
    },
  }),
];
