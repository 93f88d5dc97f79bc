import { session as calls } from '@dossier/contract/identity/sessions';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/sessions.ts';

/** Reloads the application: the state of a window (tabs, clipboard) belongs to the previous space or role. */
export function reloadApplication(): void {
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
