import { type ReactNode, lazy, useMemo } from 'react';
import { accessActions, accessTabs, personActions as accessUserActions } from '../modules/access/actions.tsx';
import { cardActions, cardTabs, customFolderActions, tagActions } from '../modules/classification/item-actions.tsx';
import { acknowledgementActions, acknowledgementTabs } from '../modules/acknowledgements/item-actions.tsx';
import { activityActions } from '../modules/activity/item-actions.tsx';
import { activityTabs } from '../modules/activity/item-tabs.tsx';
import { commentActions, commentTabs } from '../modules/comments/item-actions.tsx';
import { downloadActions, revisionActions, revisionTabs, uploadActions } from '../modules/documents/content-actions.tsx';
import { libraryActions, libraryTabs, templateActions, validityActions } from '../modules/documents/item-actions.tsx';
import { editActions, openOrEdit } from '../modules/editing/edit-actions.tsx';
import { userSections as quotaSections, usersActions as quotaActions } from '../modules/administration/user-parts.tsx';
import { userSections as logSections } from '../modules/reporting/user-sections.tsx';
import { userActions, userListTools } from '../modules/identity/user-actions.tsx';
import { UserActionsContext, UserListActionsContext, UserPageContext } from '../modules/identity/user-extensions.ts';
import { actions as compareActions } from '../modules/preview/compare-actions.tsx';
import { openComparison } from '../modules/preview/compare-address.ts';
import { useKeptOffline } from '../modules/preview/kept-offline.ts';
import { addressOf, offlineActions, pdfActions, previewActions, viewItem, openQuickLook } from '../modules/preview/preview-actions.tsx';
import { thumbnailLoader } from '../modules/preview/thumbnail-loader.ts';
import { tabs as reportTabs } from '../modules/reporting/item-tabs.tsx';
import { actions as shareActions } from '../modules/sharing/item-actions.tsx';
import { deskActions } from '../modules/webdav/desk-actions.tsx';
import { signatureActions, signatureTabs } from '../modules/signatures/item-actions.tsx';
import { actions as flowActions } from '../modules/workflows/actions.tsx';
import { type ItemExtensions, ItemExtensionsContext } from '../platform/item-actions.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { ThumbnailContext } from '../platform/ui/thumbnails.tsx';

/** The item extensions of all modules, joined for lists. */
export const itemExtensions: ItemExtensions = {
  actions: [
    ...previewActions,
    ...editActions,
    ...shareActions,
    ...downloadActions,
    ...pdfActions,
    ...offlineActions,
    ...deskActions,
    ...commentActions,
    ...revisionActions,
    ...uploadActions,
    ...compareActions,
    ...tagActions,
    ...activityActions,
    ...customFolderActions,
    ...accessActions,
    ...libraryActions,
    ...validityActions,
    ...cardActions,
    ...signatureActions,
    ...acknowledgementActions,
    ...flowActions,
    ...templateActions,
  ],
  tabs: [
    ...libraryTabs,
    ...commentTabs,
    ...acknowledgementTabs,
    ...signatureTabs,
    ...cardTabs,
    ...revisionTabs,
    ...accessTabs,
    ...activityTabs,
    ...reportTabs,
  ],
  open: openOrEdit,
  view: viewItem,
  addressOf,
  compare: openComparison,
  quickLook: openQuickLook,
  Preview: lazy(() => import('../modules/preview/preview-pane.tsx').then((m) => ({ default: m.PreviewPane }))),
  newFolder: lazy(() => import('../modules/documents/choose-template.tsx').then((m) => ({ default: m.ChooseTemplate }))),
};

const userPage = { sections: [...quotaSections, ...logSections], actions: quotaActions };
const allUserActions = [...accessUserActions, ...userActions];

/**
 * Providers around the pages of signed-in users: Ant Design in the chosen appearance and language, and the item extensions of all modules.
 */
export function AppProviders({ children }: { children: ReactNode }): ReactNode {
  const kept = useKeptOffline(({ ids }) => ids);
  // menus look anew when a document is kept on this device, or no longer
  const extensions = useMemo(() => ({ kept, ...itemExtensions }), [kept]);
  return (
    <ThemeProvider>
      <ItemExtensionsContext value={extensions}>
        <UserActionsContext value={allUserActions}>
          <UserListActionsContext value={userListTools}>
            <UserPageContext value={userPage}>
              <ThumbnailContext value={thumbnailLoader}>{children}</ThumbnailContext>
            </UserPageContext>
          </UserListActionsContext>
        </UserActionsContext>
      </ItemExtensionsContext>
    </ThemeProvider>
  );
}
