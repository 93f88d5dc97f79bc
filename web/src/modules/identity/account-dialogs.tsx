import { lazy } from 'react';
import { openDialog } from '../../platform/dialogs.ts';

const ChangePassword = lazy(() => import('./account/change-password.tsx').then((m) => ({ default: m.ChangePassword })));
const AvatarDialog = lazy(() => import('./account/avatar-dialog.tsx').then((m) => ({ default: m.AvatarDialog })));
const SpacesDrawer = lazy(() => import('./sessions/spaces-drawer.tsx').then((m) => ({ default: m.SpacesDrawer })));

/** Opens the drawer that changes the user's own password. */
export const openChangePassword = (): void => openDialog((close) => <ChangePassword close={close} />);

/** Opens the dialog that selects and crops the user's avatar. */
export const openAvatar = (): void => openDialog((close) => <AvatarDialog close={close} />);

/** Opens the drawer of the user's spaces. */
export const openSpaces = (): void => openDialog((close) => <SpacesDrawer close={close} />);

const LinkedAccounts = lazy(() => import('./providers/linked-accounts.tsx').then((m) => ({ default: m.LinkedAccounts })));

/** Opens the dialog of the user's external accounts. */
export const openLinkedAccounts = (): void => openDialog((close) => <LinkedAccounts close={close} />);
