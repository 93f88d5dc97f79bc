import { right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import type { WindowProps } from '../view-request.ts';
import { untilMade } from '../until-made.ts';
import { usePrintGuard } from './printing.tsx';
import { NoticeInstead, ViewerFrame } from './viewer-frame.tsx';

// Loaded with its parts of Ant Design only where the user has to wait.
const BeingPrepared = lazyThemed(() => import('./rendition-status.tsx').then((m) => m.BeingPrepared));
const NotMade = lazyThemed(() => import('./rendition-status.tsx').then((m) => m.RenditionFailed));

type State = OutputOf<typeof previewByToken.state>;

interface GateProps extends WindowProps {
  /** Set where another rendition than the view's is shown. */
  as?: 'pages';
  /** Tools at the left of the bar while waiting. */
  start?: ReactNode;
  children: ReactNode;
}

/** Renders the document window once its rendition is ready; until then its progress, or why it failed. */
export function RenditionGate(props: GateProps): ReactNode {
  // `made` refers to the view's own rendition
  return props.view.made || props.as ? <AwaitRendition {...props} /> : props.children;
}

function AwaitRendition({ view, query: { currentRev }, again, as, start, children }: GateProps): ReactNode {
  const { state, lost, retry } = useRenditionState(view.look, as);
  const late = useDelayed(state.state === 'making', 300);
  usePrintGuard((view.rights & right.print) !== 0, state.state === 'ready');
  if (state.state === 'ready') return children;
  const isMaking = !lost && state.state === 'making';
  return (
    <ViewerFrame view={view} currentRev={currentRev} page={0} isAwaited={isMaking} isInterim={isMaking} start={start}>
      {lost && <NoticeInstead reason={lost} again={() => void again().then(retry)} />}
      {!lost && state.state === 'failed' && <NotMade {...{ view, currentRev, as, state, retry }} />}
      {!lost && state.state === 'making' && late && <BeingPrepared ext={view.ext} done={state.done} />}
    </ViewerFrame>
  );
}

const askEveryMs = 1500;

/** Waits until a rendition is ready or failed. */
function useRenditionState(previewToken: string, as: 'pages' | undefined): { state: State; lost: string | undefined; retry: () => void } {
  const [state, setState] = useState<State>({ state: 'making', done: 0 });
  const [lost, setLost] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const fetchState = (wait: boolean) => call(previewByToken.state, { look: previewToken, as, wait }, { quiet: true, signal });
    const wait = async (): Promise<void> => {
      setState(await untilMade(() => fetchState(true), signal));
      control.abort();
    };
    wait().catch((error: unknown) => {
      if (signal.aborted) return;
      control.abort();
      if (!(error instanceof CallError)) throw error;
      setLost(error.message);
    });
    // the long poll is answered only at the end
    const timer = setInterval(() => {
      fetchState(false).then(
        (now) => now.state === 'making' && !signal.aborted && setState(now),
        () => undefined,
      );
    }, askEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    return () => control.abort();
  }, [previewToken, as, round]);
  const retry = useCallback((): void => {
    setLost(undefined);
    setState({ state: 'making', done: 0 });
    setRound((before) => before + 1);
  }, []);
  return { state, lost, retry };
}
