import { session } from '@dossier/contract/identity/sessions';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/call.ts';
import { useCurrentUser } from './current-user.ts';
import { reloadApplication } from './switch-role.ts';

/** Written at every switch, to notify the other windows of this session. */
const spaceKey = 'dossier-space';

/** Switches to another space, and reloads the application. */
export async function switchSpace(spaceId: string): Promise<void> {
  await call(session.changeSpace, { spaceId });
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
