import type { ReactNode } from 'react';
import { personActions as rightsActions } from '../modules/access/actions.tsx';
import { UserActionsContext, UserListActionsContext } from '../modules/identity/user-extensions.ts';
import { userActions as adminActions, userListTools } from '../modules/identity/user-list-actions.tsx';
import { personActions as sessionActions } from '../modules/identity/view-as-action.tsx';
import { thumbnailLoader } from '../modules/preview/thumbnail-loader.ts';
import { ItemExtensionsContext } from '../platform/item-actions.ts';
import { ThumbnailContext } from '../platform/ui/thumbnails.tsx';
import { itemExtensions } from './item-extensions.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';

const personActions = [...rightsActions, ...sessionActions, ...adminActions];

/**
 * Providers around the pages of signed-in users: Ant Design in the chosen appearance and language, and the item extensions of all modules.
 */
export function AppProviders({ children }: { children: ReactNode }): ReactNode {
  return (
    <ThemeProvider>
      <ItemExtensionsContext value={itemExtensions}>
        <UserActionsContext value={personActions}>
          <UserListActionsContext value={userListTools}>
            <ThumbnailContext value={thumbnailLoader}>{children}</ThumbnailContext>
          </UserListActionsContext>
        </UserActionsContext>
      </ItemExtensionsContext>
    </ThemeProvider>
  );
}
