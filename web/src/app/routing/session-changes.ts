import { session as calls } from '@dossier/contract/identity/sessions';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import { session } from '../../platform/sessions.ts';
import { goOnAs, resumeWork, staysForWork, useOwnSession } from '../../platform/unkept-work.ts';

/** Without an answer, it is asked again after this time who has signed in, in milliseconds. */
const askAgainMs = 2000;

/** The user of a session other than this page's; undefined where it has none. */
async function userOf(token: string): Promise<{ id?: string } | undefined> {
  while (session.stored() === token) {
    try {
      return (await call(calls.current, {}, { quiet: true, token })) ?? undefined;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== noAnswer) return undefined;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
  return undefined;
}

/** Another tab has signed in or out. A reload clears everything that the previous user could see, and the guard decides anew; a page with unkept work waits for its user. */
export async function followSessionChange(): Promise<void> {
  if (!staysForWork()) return location.reload();
  session.clear();
  const token = session.stored();
  if (token === null) return useOwnSession.setState({ state: 'ended' });
  const user = await userOf(token);
  if (session.stored() !== token || !goOnAs(user?.id)) return;
  session.start(token);
  resumeWork();
}
