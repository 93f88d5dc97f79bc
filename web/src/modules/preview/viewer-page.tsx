import { type ComponentType, type ReactNode, createElement, use, useEffect, useMemo, useState } from 'react';
import { showTabOf } from '../../platform/wanted-tab.ts';
import { useText } from '../../platform/i18n.ts';
import { backAddress, useNavigate, usePageQuery } from '../../platform/navigation.ts';
import { session } from '../../platform/sessions.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { LazySpinner, LazyTheme, ThemedContext, lazyThemed, loadTheme } from '../../platform/ui/lazy-theme.tsx';
import { type Reader, ReaderContext, useView } from './reader.ts';
import { neighboursInList } from './viewed-list.ts';
import { documentAddress } from './viewer-address.ts';
import { type NestingProps, type View, ViewerQuery, type WindowProps } from './view-request.ts';
import { RenditionGate } from './viewer/rendition-gate.tsx';
import { EmptyViewer, Waiting, useLeaveViewer } from './viewer-parts.tsx';
import { isThemeless, loadWindow, windowOf } from './viewer/windows.ts';

/** Loaded with its parts of Ant Design only on failure. */
const Trouble = lazyThemed(() => import('./viewer/document-fallbacks.tsx').then((m) => m.ViewerNotice));

interface GateProps {
  children: (open: { view: View; query: ViewerQuery; again: () => Promise<boolean> }) => ReactNode;
}

/** Every viewer page: parses the address, requests the view, and reports failures. */
function ViewerGate({ children }: GateProps): ReactNode {
  const query = usePageQuery(ViewerQuery);
  const signedIn = session.token() !== null;
  const { id, tab } = query;
  useEffect(() => {
    if (id !== undefined && tab !== undefined) showTabOf(id, tab);
  }, [id, tab]);
  const view = useView(signedIn ? query : {});
  const late = useDelayed(view.isLoading);
  const again = async (): Promise<boolean> => (await view.refetch()).isSuccess;
  if (view.data) return children({ view: view.data, query, again });
  const why = query.id === undefined ? 'none' : signedIn ? (view.error ?? undefined) : 'signIn';
  return <Without>{(late || why !== undefined) && <Trouble why={why} id={query.id} retry={() => void again()} />}</Without>;
}

/** The window while, or because, there is no document. */
function Without({ children }: { children: ReactNode }): ReactNode {
  const t = useText('preview.viewer');
  const leave = useLeaveViewer();
  return (
    <EmptyViewer title={t('viewerTitle')} label={t('close')} leave={leave}>
      {children}
    </EmptyViewer>
  );
}

/** The window component for a view. Without Suspense: React delays the content of a resolved Suspense by a third of a second. */
function useWindow(view: View): ComponentType<NestingProps> | undefined {
  const [, setLoads] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const Window = windowOf(view);
  const isDressed = use(ThemedContext) || isThemeless(view);
  useEffect(() => {
    if (Window !== undefined) return;
    const pieces = [loadWindow(view), isDressed ? Promise.resolve() : loadTheme()];
    Promise.all(pieces).then(() => setLoads((before) => before + 1), setFailure);
  }, [Window, view, isDressed]);
  if (failure !== undefined) throw failure;
  return Window;
}

/** The window component for the kind of document. */
export function DocumentWindow(open: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const shown = useWindow(open.view);
  const late = useDelayed(shown === undefined);
  if (shown === undefined)
    return (
      late && (
        <Waiting>
          <LazySpinner label={t('loading')} />
        </Waiting>
      )
    );
  const drawn = createElement(shown, { ...open, Inner: DocumentWindow });
  return (
    <RenditionGate key={`${open.view.id} ${open.query.currentRev} ${open.view.revision}`} {...open}>
      {isThemeless(open.view) ? drawn : <LazyTheme>{drawn}</LazyTheme>}
    </RenditionGate>
  );
}

/** Any document in a window of its own: the server decides how it is shown, whatever the viewer's address. */
export function ViewerPage(): ReactNode {
  return (
    <ViewerGate>
      {(open) => (
        <AroundInList query={open.query}>
          <DocumentWindow {...open} />
        </AroundInList>
      )}
    </ViewerGate>
  );
}

/** Leads to the previous and next documents of the list that this one was opened from. */
function AroundInList({ query: { id = '', currentRev }, children }: { query: ViewerQuery; children: ReactNode }): ReactNode {
  const reader = use(ReaderContext);
  const go = useNavigate();
  const isOfFlow = location.pathname.startsWith('/flow');
  const value = useMemo<Reader>(() => {
    const listed = currentRev === undefined && !isOfFlow ? neighboursInList(id) : undefined;
    if (listed === undefined) return reader;
    const backTo = backAddress();
    const step = (to: typeof listed.next): (() => void) | undefined =>
      to && (() => go(documentAddress(to), undefined, { replace: true, ...(backTo !== undefined && { backTo }) }));
    return { ...reader, around: { previous: step(listed.previous), next: step(listed.next) } };
  }, [reader, go, id, currentRev, isOfFlow]);
  return <ReaderContext value={value}>{children}</ReaderContext>;
}
