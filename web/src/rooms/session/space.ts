import { session } from '@dossier/contract/session';
import { useEffect, useRef } from 'react';
import { call } from '../../ground/call.ts';
import { beginAnew } from './begin-anew.ts';
import { useCurrentUser } from './current-user.ts';

/** Written at every change, so that the other windows of this session hear of it. */
const key = 'dossier-space';

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
