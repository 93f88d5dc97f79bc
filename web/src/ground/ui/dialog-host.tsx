import { Fragment, type ReactNode, Suspense } from 'react';
import { useDialogs } from '../dialogs.ts';

/** Draws the dialogs that actions opened; one for the window. */
export function DialogHost(): ReactNode {
  const list = useDialogs((dialogs) => dialogs.list);
  return (
    <Suspense fallback={null}>
      {list.map((dialog) => (
        <Fragment key={dialog.id}>{dialog.node}</Fragment>
      ))}
    </Suspense>
  );
}
