import { session as calls } from '@dossier/contract/identity/sessions';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/sessions.ts';

/** Loads everything anew: what a window remembers (tabs, clipboard) belongs to the space or the role that is left. */
export function reloadApplication(): void {
  // what the own windows do is nothing to one that views as somebody else, but that it may be over
  if (session.viewsAs()) return location.reload();
  sessionStorage.clear();
  location.assign('/');
}

/** Works in one of the own roles from here on, or in all of them ("0"); other windows of this session follow the new token. */
export async function switchRole(roleId: string): Promise<void> {
  const { sessionId } = await call(calls.changeRole, { roleId });
  session.start(sessionId);
  reloadApplication();
}
