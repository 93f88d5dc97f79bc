import { CommentOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { lazy } from 'react';
import { focusCommentField, onMarking } from '../../platform/comment-places.ts';
import { type ItemAction, type ItemTab, itemAction, itemTab } from '../../platform/item-actions.ts';

const hasComments = (item: Item | undefined): boolean => item?.objType === objType.document && item.canView;

/** This module's actions on items. */
export const commentActions: ItemAction[] = [
  itemAction('comments', {
    id: 'comments.show',
    onAttachments: true,
    label: (t) => t('commentDots'),
    icon: <CommentOutlined />,
    key: 'c',
    group: 2,
    shown: ([item, ...more], ctx) => more.length === 0 && hasComments(item) && ctx.showDetails !== undefined,
    run: (_, ctx) => {
      ctx.showDetails?.('comments');
      focusCommentField();
    },
  }),
];

/** Loaded as soon as the choice of a place for a comment begins. */
const loadTab = () => import('./comments-tab.tsx');
// what fails here is loaded again with the tab
onMarking(() => void loadTab().catch(() => undefined));

/** This module's tabs in the details pane. */
export const commentTabs: ItemTab[] = [
  itemTab('comments', {
    id: 'comments',
    label: (t) => t('comments'),
    order: 11,
    shown: hasComments,
    Component: lazy(async () => ({ default: (await loadTab()).CommentsTab })),
  }),
];
