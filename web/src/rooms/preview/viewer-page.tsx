import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import type { View } from '../viewer/ask-view.ts';
import { ViewerGate } from '../viewer/viewer-gate.tsx';
import type { NestingProps, WindowProps } from '../viewer/window-props.ts';
import styles from '../viewer/viewer.module.css';
import { MadeGate } from './made-gate.tsx';
import { loadWindow, windowOf } from './windows.ts';

/** The window of a kind of document. Not by Suspense: what comes out of it is held back by React for a third of a second. */
function useWindow(view: View): ComponentType<NestingProps> | undefined {
  const [, setLoads] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const Window = windowOf(view);
  useEffect(() => {
    if (Window === undefined) loadWindow(view).then(() => setLoads((before) => before + 1), setFailure);
  }, [Window, view]);
  if (failure !== undefined) throw failure;
  return Window;
}

/** The window of the kind of document. */
export function DocumentWindow(open: WindowProps): ReactNode {
  const t = useText('viewer');
  const shown = useWindow(open.view);
  const late = useDelayed(shown === undefined);
  if (shown === undefined) return late && <Waiting className={styles.waiting} label={t('loading')} />;
  return (
    <MadeGate key={`${open.view.id} ${open.query.currentRev}`} {...open}>
      {createElement(shown, { ...open, Inner: DocumentWindow })}
    </MadeGate>
  );
}

/** Any document in a window of its own: the server says how it is shown, whichever viewer's address it came by. */
export function ViewerPage(): ReactNode {
  return <ViewerGate>{(open) => <DocumentWindow {...open} />}</ViewerGate>;
}
