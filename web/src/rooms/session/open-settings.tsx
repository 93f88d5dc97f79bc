import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';

const ChangePassword = lazy(() => import('./change-password.tsx').then((m) => ({ default: m.ChangePassword })));
const PersonalSettings = lazy(() => import('./personal-settings.tsx').then((m) => ({ default: m.PersonalSettings })));

/** Opens the dialog in which a person changes their own password. */
export const openChangePassword = (): void => openDialog((close) => <ChangePassword close={close} />);

/** Opens the drawer of personal settings. */
export const openPersonalSettings = (): void => openDialog((close) => <PersonalSettings close={close} />);
