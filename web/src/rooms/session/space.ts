import { session } from '@dossier/contract/session';
import { useEffect, useRef } from 'react';
import { call } from '../../ground/call.ts';
import { useCurrentUser } from './current-user.ts';

/** Written at every change, so that the other windows of this session hear of it. */
const key = 'dossier-space';

/** What a window remembers (tabs, clipboard) belongs to the space that is left. */
function beginAnew(): void {
  sessionStorage.clear();
  location.assign('/');
}

/** Works in another space from here on, and begins everything anew there. */
export async function enterSpace(spaceId: string): Promise<void> {
  await call(session.changeSpace, { spaceId });
  localStorage.setItem(key, `${spaceId} ${Date.now()}`);
  beginAnew();
}

/** Begins anew where the space changed without this window: by another one, or because it was closed to the person. */
export function useSpaceWatch(): void {
  const { spaceId } = useCurrentUser();
  const first = useRef(spaceId);
  useEffect(() => {
    if (first.current !== spaceId) beginAnew();
  }, [spaceId]);
  useEffect(() => {
    const hear = (event: StorageEvent): void => {
      if (event.key === key && event.newValue !== event.oldValue) beginAnew();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, []);
}
