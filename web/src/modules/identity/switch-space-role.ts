import { session as calls } from '@dossier/contract/identity/sessions';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/sessions.ts';
import { useCurrentUser } from './current-user.ts';

/** Reloads the application: the state of a window (tabs, clipboard) belongs to the previous space or role. */
function reloadApplication(): void {
  // a view-as session is independent of the administrator's windows, except that it may have ended
  if (session.viewsAs()) return location.reload();
  sessionStorage.clear();
  location.assign('/');
}

/** Switches to one of the user's roles, or to all of them ("0"); other windows of this session take over the new token. */
export async function switchRole(roleId: string): Promise<void> {
  const { sessionId } = await call(calls.changeRole, { roleId });
  session.start(sessionId);
  reloadApplication();
}

/** Written at every switch, to notify the other windows of this session. */
const spaceKey = 'dossier-space';

/** Switches to another space, and reloads the application. */
export async function switchSpace(spaceId: string): Promise<void> {
  await call(calls.changeSpace, { spaceId });
  localStorage.setItem(spaceKey, `${spaceId} ${Date.now()}`);
  reloadApplication();
}

/** Reloads when the space changed outside this window: in another window, or because the user lost access to it. */
export function useSpaceWatch(): void {
  const { spaceId } = useCurrentUser();
  const first = useRef(spaceId);
  useEffect(() => {
    if (first.current !== spaceId) reloadApplication();
  }, [spaceId]);
  useEffect(() => {
    const hear = (event: StorageEvent): void => {
      if (event.key === spaceKey && event.newValue !== event.oldValue) reloadApplication();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, []);
}
