import { lazy } from 'react';
import { openDialog } from '../../ground/dialogs.ts';

const LookPanel = lazy(() => import('./look-panel.tsx').then((m) => ({ default: m.LookPanel })));

/** Opens the panel in which a person chooses how everything looks. */
export const openLook = (): void => openDialog((close) => <LookPanel close={close} />);
