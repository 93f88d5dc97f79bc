import { session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { session } from '../../ground/session.ts';
import { beginAnew } from './begin-anew.ts';

/** Works in one of the own roles from here on, or in all of them ("0"); other windows of this session follow the new token. */
export async function enterRole(roleId: string): Promise<void> {
  const { sessionId } = await call(calls.changeRole, { roleId });
  session.start(sessionId);
  beginAnew();
}
