import { type ReactNode, use, useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useText } from '../../platform/i18n.ts';
import { holdWork, useOwnSession } from '../../platform/unkept-work.ts';
import { knownPerson } from '../identity/current-user.ts';
import { NoticeLine, TextButton } from '../preview/viewer-parts.tsx';
import { type KeptState, VisitorHostContext } from './editor-parts.tsx';

/** What is edited in a window, as far as it outlives the session of its user. */
interface Edited {
  state: StoreApi<KeptState>;
  /** Sends what is not on its way yet; settles once all that was written is known to `state`. */
  sendNow: () => void | Promise<void>;
  resume: () => void;
}

function untilKept(state: StoreApi<KeptState>): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (state.getState().unkept) return;
      stop();
      resolve();
    };
    const stop = state.subscribe(look);
    look();
  });
}

/** Keeps the page of an editor while it has what the server lacks, also when its user is signed out. */
export function useUnkeptWork(edited: Edited): void {
  const isOfUser = use(VisitorHostContext) === undefined;
  useEffect(() => {
    const personId = knownPerson()?.id;
    if (!isOfUser || personId === undefined) return undefined;
    const { state } = edited;
    const release = holdWork({
      personId,
      isUnkept: () => state.getState().unkept,
      send: async () => {
        await edited.sendNow();
        await untilKept(state);
      },
      resume: () => edited.resume(),
    });
    // nothing is left that the page has to stay for
    const stop = state.subscribe(({ unkept }) => !unkept && useOwnSession.getState().state !== 'valid' && location.reload());
    return () => {
      stop();
      release();
    };
  }, [edited, isOfUser]);
}

/**
 * What stands above a document whose user is signed out, with what offers the work; undefined while they are signed in. Of others who have signed in
 * since, the document is hidden (`ForeignCover`).
 */
export function useSignedOutLine(download: ReactNode): ReactNode {
  const t = useText('editing.editor');
  const { state } = useOwnSession();
  if (state !== 'ended') return state === 'valid' ? undefined : null;
  return (
    <NoticeLine role="alert">
      <span>{t('signedOut')}</span>
      <TextButton onClick={() => window.open('/login', '_blank')}>{t('signInNewTab')}</TextButton>
      {download}
    </NoticeLine>
  );
}
