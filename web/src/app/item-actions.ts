import { lazy } from 'react';
import type { ItemJoin } from '../ground/item-context.ts';
import { actions as archiveActions } from '../rooms/archives/actions.tsx';
import { actions as contentActions } from '../rooms/content/actions.tsx';
import { tabs as contentTabs } from '../rooms/content/tabs.tsx';
import { actions as uploadActions } from '../rooms/content/upload/actions.tsx';
import { actions as compareActions } from '../rooms/compare/actions.tsx';
import { openComparison } from '../rooms/compare/address.ts';
import { actions as cardActions } from '../rooms/cards/actions.tsx';
import { tabs as cardTabs } from '../rooms/cards/tabs.tsx';
import { actions as flowActions } from '../rooms/flows/actions.tsx';
import { actions as labelActions } from '../rooms/labels/actions.tsx';
import { actions as libraryActions } from '../rooms/library/actions.tsx';
import { tabs as libraryTabs } from '../rooms/library/tabs.tsx';
import { actions as permissionActions } from '../rooms/permissions/actions.tsx';
import { tabs as permissionTabs } from '../rooms/permissions/tabs.tsx';
import { actions as previewActions } from '../rooms/preview/actions.tsx';
import { openItem, viewItem } from '../rooms/preview/open-item.ts';
import { tabs as reportTabs } from '../rooms/reports/tabs.tsx';
import { actions as shareActions } from '../rooms/shares/actions.tsx';
import { openQuickLook } from '../rooms/thumbnails/open-quick-look.tsx';
import { actions as templateActions } from '../rooms/templates/actions.tsx';

/** What the rooms can do with an item, joined for the lists. */
export const itemJoin: ItemJoin = {
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
  quickLook: (item, ctx) => openQuickLook(item, ctx, (one) => void viewItem(one, ctx)),
  newFolder: lazy(() => import('../rooms/templates/choose-template.tsx').then((m) => ({ default: m.ChooseTemplate }))),
};
