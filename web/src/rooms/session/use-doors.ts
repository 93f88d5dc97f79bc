import type { OutputOf } from '@dossier/contract/route';
import { site } from '@dossier/contract/site';
import { useEffect, useState } from 'react';
import { call } from '../../ground/call.ts';

export type Doors = OutputOf<typeof site.doors>;

/** Which ways to sign in are open; undefined until the server has said. */
export function useDoors(): Doors | undefined {
  const [doors, setDoors] = useState<Doors>();
  useEffect(() => {
    // A page without these still signs in by account.
    call(site.doors, {}, { quiet: true }).then(setDoors, () => undefined);
  }, []);
  return doors;
}
