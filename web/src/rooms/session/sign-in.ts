import type { InputOf } from '@dossier/contract/route';
import { session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { queryClient } from '../../ground/query.ts';
import { session } from '../../ground/session.ts';
import { lang, savedLang } from '../../ground/text.ts';

/** Signs in with account and password; refusals are left to the form. */
export async function signIn(input: InputOf<typeof calls.login>): Promise<void> {
  const { sessionId } = await call(calls.login, { ...input, lang: savedLang(), pageLang: lang() }, { quiet: true });
  queryClient.clear();
  session.start(sessionId);
}

/** Signs out here, or on every device; the session ends here even when the server cannot be reached. */
export async function signOut(everywhere = false): Promise<void> {
  await call(everywhere ? calls.logoutEverywhere : calls.logout, {}, { quiet: true }).catch(() => undefined);
  session.clear();
}
