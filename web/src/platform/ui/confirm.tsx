import { lazy } from 'react';
import { openDialog } from '../dialogs.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

/** Pixels: the head of a dialog, and a question with a line of text. */
const headHeight = 64;
const usualHeight = 160;

/** Where a question begins over another dialog: in the middle of it, as part of it, and where its head is still to be seen. */
function startOverDialog(): number | undefined {
  const below = [...document.querySelectorAll('.ant-modal-container')].map((dialog) => dialog.getBoundingClientRect());
  const { top, height } = below.findLast((box) => box.height > 0) ?? {};
  return top === undefined || height === undefined ? undefined : top + Math.max(headHeight, (height - usualHeight) / 2);
}

/** Asks for confirmation; returns whether to go on. */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  const start = startOverDialog();
  return new Promise((answer) => openDialog((close) => <ConfirmDialog {...{ question, start, answer, close }} />));
}
