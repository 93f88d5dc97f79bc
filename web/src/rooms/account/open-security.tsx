import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';

const SecurityDrawer = lazy(() => import('./security-drawer.tsx').then((m) => ({ default: m.SecurityDrawer })));

/** Opens the drawer of how one signs in: mail address, second step, devices. */
export const openSecurity = (): void => openDialog((close) => <SecurityDrawer close={close} />);
