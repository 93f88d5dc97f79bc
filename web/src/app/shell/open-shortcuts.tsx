import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';

const Shortcuts = lazy(() => import('./shortcuts.tsx').then((m) => ({ default: m.Shortcuts })));

/** Opens the sheet of the keys that work everywhere. */
export const openShortcuts = (): void => openDialog((close) => <Shortcuts close={close} />);
