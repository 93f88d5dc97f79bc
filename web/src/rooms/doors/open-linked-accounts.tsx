import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';

const LinkedAccounts = lazy(() => import('./linked-accounts.tsx').then((m) => ({ default: m.LinkedAccounts })));

/** Opens the dialog of the accounts elsewhere that sign this person in. */
export const openLinkedAccounts = (): void => openDialog((close) => <LinkedAccounts close={close} />);
