import { use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { usePageTitle } from '../../../platform/ui/hooks.ts';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { VisitorHostContext } from '../editor-parts.tsx';
import { useUnkeptWork } from '../signed-out.tsx';
import type { DraftSession, DraftState } from './draft-session.ts';

/** A session, as long as its page is shown. Leaves for the viewer, with a reason, where the file can only be viewed. */
export function useDraftSession(begin: () => DraftSession, viewOnlyText: string): { session: DraftSession; state: DraftState } {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [session] = useState(begin);
  const state = useStore(session.state);
  const { phase, name } = state;
  const { id } = session;
  useUnkeptWork(session);
  usePageTitle(name || t('edit'));
  useEffect(() => {
    void session.open();
    const warn = (event: BeforeUnloadEvent): void => void (session.state.getState().unkept && event.preventDefault());
    const leave = (): void => session.leavePage();
    addEventListener('beforeunload', warn);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('pagehide', leave);
      session.stop();
    };
  }, [session]);
  useEffect(() => {
    if (phase !== 'viewOnly') return;
    notice.warning(viewOnlyText);
    if (host) host.view();
    else go('/docpreview', { id }, { replace: true });
  }, [phase, go, host, id, viewOnlyText]);
  return { session, state };
}

/** Leaves for the viewer, once there is a version of what was written. */
export function useViewing(session: DraftSession, ext: string): { isLeaving: boolean; view: () => void } {
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    if (!(await session.saveBeforeView())) return setLeaving(false);
    if (host) host.view();
    else go(viewerAddress('page', { id: session.id, ext }), undefined, { replace: true });
  };
  return { isLeaving, view: () => void leave() };
}
