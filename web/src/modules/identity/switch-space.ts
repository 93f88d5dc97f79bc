import { session } from '@dossier/contract/identity/sessions';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/call.ts';
import { useCurrentUser } from './current-user.ts';
import { reloadApplication } from './switch-role.ts';

/** Written at every change, so that the other windows of this session hear of it. */
const spaceKey = 'dossier-space';

/** Works in another space from here on, and begins everything anew there. */
export async function switchSpace(spaceId: string): Promise<void> {
  await call(session.changeSpace, { spaceId });
  localStorage.setItem(spaceKey, `${spaceId} ${Date.now()}`);
  reloadApplication();
}

/** Begins anew where the space changed without this window: by another one, or because it was closed to the person. */
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
