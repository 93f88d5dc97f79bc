import { lazy } from 'react';
import { accessActions as permissionActions, accessTabs as permissionTabs } from '../modules/access/actions.tsx';
import { cardActions, cardTabs, tagActions as labelActions } from '../modules/classification/item-actions.tsx';
import {
  downloadActions as archiveActions,
  revisionActions as contentActions,
  revisionTabs as contentTabs,
  uploadActions,
} from '../modules/documents/content-actions.tsx';
import { libraryActions, libraryTabs, templateActions } from '../modules/documents/item-actions.tsx';
import { actions as compareActions } from '../modules/preview/compare-actions.tsx';
import { openComparison } from '../modules/preview/compare-address.ts';
import { openItem, openQuickLook, previewActions, viewItem } from '../modules/preview/preview-actions.tsx';
import { tabs as reportTabs } from '../modules/reporting/item-tabs.tsx';
import { actions as shareActions } from '../modules/sharing/item-actions.tsx';
import { actions as flowActions } from '../modules/workflows/actions.tsx';
import type { ItemExtensions } from '../platform/item-actions.ts';

/** The item extensions of all modules, joined for lists. */
export const itemExtensions: ItemExtensions = {
  actions: [
    ...previewActions,
    ...archiveActions,
    ...contentActions,
    ...uploadActions,
    ...compareActions,
    ...libraryActions,
    ...labelActions,
    ...cardActions,
    ...shareActions,
    ...flowActions,
    ...permissionActions,
    ...templateActions,
  ],
  tabs: [...libraryTabs, ...cardTabs, ...contentTabs, ...permissionTabs, ...reportTabs],
  open: openItem,
  view: viewItem,
  compare: openComparison,
  quickLook: openQuickLook,
  newFolder: lazy(() => import('../modules/documents/choose-template.tsx').then((m) => ({ default: m.ChooseTemplate }))),
};
