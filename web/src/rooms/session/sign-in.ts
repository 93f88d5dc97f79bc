import type { Validation } from '@dossier/contract/account';
import { doors } from '@dossier/contract/doors';
import type { InputOf } from '@dossier/contract/route';
import { session as calls } from '@dossier/contract/session';
import { call } from '../../ground/call.ts';
import { queryClient } from '../../ground/query.ts';
import { session } from '../../ground/session.ts';
import { lang, savedLang } from '../../ground/text.ts';
import { visit } from '../../ground/visit.ts';
import { nameDevice } from './device-name.ts';

/** A second step that is still missing, and the ticket for it. */
export interface Step {
  sessionId: string;
  validate: Validation;
}

/** Keeps a session that has begun. */
export function begin(sessionId: string): void {
  queryClient.clear();
  session.start(sessionId);
}

/** Signs in with account and password; answers the second step where one is missing. Refusals are left to the form. */
export async function signIn(input: InputOf<typeof calls.login>): Promise<Step | undefined> {
  nameDevice();
  const { sessionId, validate } = await call(calls.login, { ...input, lang: savedLang(), pageLang: lang() }, { quiet: true });
  // With a second step missing it is only a ticket, and not to be kept.
  if (validate) return { sessionId, validate };
  begin(sessionId);
  return undefined;
}

/** Gives the code of the second step; refusals are left to the form. */
export async function giveCode({ sessionId, validate }: Step, validateCode: string): Promise<void> {
  const answer = await call(calls.msgLogin, { sessionId, validateId: validate.validateId, validateCode }, { quiet: true });
  begin(answer.sessionId);
}

/** Asks whether a phone has confirmed the code that is shown here, and signs in if so; answers whether it did, and leaves refusals to the page. */
export async function takeScan(code: { scanId: string; secret: string }): Promise<boolean> {
  nameDevice();
  const { sessionId } = await call(doors.pollScan, { ...code, lang: savedLang(), pageLang: lang() }, { quiet: true });
  if (sessionId === undefined) return false;
  begin(sessionId);
  return true;
}

/** Signs out here, or on every device; the session ends here even when the server cannot be reached. */
export async function signOut(everywhere = false): Promise<void> {
  await call(everywhere ? calls.logoutEverywhere : calls.logout, {}, { quiet: true }).catch(() => undefined);
  // links that were opened as this person, too
  visit.forgetShared();
  session.clear();
}
