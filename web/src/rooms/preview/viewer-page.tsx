import { type ComponentType, createElement, type ReactNode, use, useEffect, useState } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Dress, DressedContext, loadDress } from '../../ground/ui/dress.tsx';
import { WaitingLater } from '../../ground/ui/later.ts';
import type { View } from '../viewer/ask-view.ts';
import { ViewerGate } from '../viewer/viewer-gate.tsx';
import type { NestingProps, WindowProps } from '../viewer/window-props.ts';
import styles from '../viewer/viewer.module.css';
import { MadeGate } from './made-gate.tsx';
import { isUndressed, loadWindow, windowOf } from './windows.ts';

/** The window of a kind of document. Not by Suspense: what comes out of it is held back by React for a third of a second. */
function useWindow(view: View): ComponentType<NestingProps> | undefined {
  const [, setLoads] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const Window = windowOf(view);
  const isDressed = use(DressedContext) || isUndressed(view);
  useEffect(() => {
    if (Window !== undefined) return;
    const pieces = [loadWindow(view), isDressed ? Promise.resolve() : loadDress()];
    Promise.all(pieces).then(() => setLoads((before) => before + 1), setFailure);
  }, [Window, view, isDressed]);
  if (failure !== undefined) throw failure;
  return Window;
}

/** The window of the kind of document. */
export function DocumentWindow(open: WindowProps): ReactNode {
  const t = useText('viewer');
  const shown = useWindow(open.view);
  const late = useDelayed(shown === undefined);
  if (shown === undefined) return late && <WaitingLater className={styles.waiting} label={t('loading')} />;
  const drawn = createElement(shown, { ...open, Inner: DocumentWindow });
  return (
    <MadeGate key={`${open.view.id} ${open.query.currentRev}`} {...open}>
      {isUndressed(open.view) ? drawn : <Dress>{drawn}</Dress>}
    </MadeGate>
  );
}

/** Any document in a window of its own: the server says how it is shown, whichever viewer's address it came by. */
export function ViewerPage(): ReactNode {
  return <ViewerGate>{(open) => <DocumentWindow {...open} />}</ViewerGate>;
}
