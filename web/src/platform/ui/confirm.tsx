import { lazy } from 'react';
import { openDialog } from '../dialogs.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

/** Asks for confirmation; returns whether to go on. */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  return new Promise((answer) => openDialog((close) => <ConfirmDialog question={question} answer={answer} close={close} />));
}
