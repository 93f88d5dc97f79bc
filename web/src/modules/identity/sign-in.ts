import type { InputOf } from '@dossier/contract/core/route';
import type { Validation } from '@dossier/contract/identity/account';
import { session as calls } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { useSyncExternalStore } from 'react';
import { call } from '../../platform/call.ts';
import { currentLanguage, savedLanguage } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { session, shareSession } from '../../platform/sessions.ts';

const deviceCookie = 'dossier_device';
const deviceCookieDays = 400;

/**
 * Gives this browser a random name, kept for 400 days after the last sign-in. It opens nothing: the server only tells by it whether
 * somebody signed in here before, and lets them know where they did not.
 */
export function nameDevice(): void {
  const known = new RegExp(`(?:^|; )${deviceCookie}=([\\w-]{16,64})`).exec(document.cookie)?.[1];
  const name = known ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${deviceCookie}=${name}; Path=/; Max-Age=${deviceCookieDays * 86_400}; SameSite=Lax${secure}`;
}

let notice: string | undefined;
const noticeListeners = new Set<() => void>();

/** Leaves a sentence at the sign-in page for whoever is sent there; undefined takes it away. */
export function setSignInNotice(text: string | undefined): void {
  notice = text;
  for (const tell of noticeListeners) tell();
}

/** The sentence that was left at the sign-in page. */
export function useSignInNotice(): string | undefined {
  return useSyncExternalStore(
    (tell) => {
      noticeListeners.add(tell);
      return () => noticeListeners.delete(tell);
    },
    () => notice,
  );
}

/** A second step that is still missing, and the ticket for it. */
export interface SecondStepTicket {
  sessionId: string;
  validate: Validation;
}

/** Keeps a session that has begun. */
export function startSession(sessionId: string): void {
  queryClient.clear();
  session.start(sessionId);
}

/** Signs in with account and password; answers the second step where one is missing. Refusals are left to the form. */
export async function signIn(input: InputOf<typeof calls.login>): Promise<SecondStepTicket | undefined> {
  nameDevice();
  const { sessionId, validate } = await call(
    calls.login,
    { ...input, lang: savedLanguage(), pageLang: currentLanguage() },
    { quiet: true },
  );
  // With a second step missing it is only a ticket, and not to be kept.
  if (validate) return { sessionId, validate };
  startSession(sessionId);
  return undefined;
}

/** Gives the code of the second step; refusals are left to the form. */
export async function submitCode({ sessionId, validate }: SecondStepTicket, validateCode: string): Promise<void> {
  const answer = await call(calls.msgLogin, { sessionId, validateId: validate.validateId, validateCode }, { quiet: true });
  startSession(answer.sessionId);
}

/** Asks whether a phone has confirmed the code that is shown here, and signs in if so; answers whether it did, and leaves refusals to the page. */
export async function pollQrCode(code: { scanId: string; secret: string }): Promise<boolean> {
  nameDevice();
  const { sessionId } = await call(
    signInProviders.pollScan,
    { ...code, lang: savedLanguage(), pageLang: currentLanguage() },
    { quiet: true },
  );
  if (sessionId === undefined) return false;
  startSession(sessionId);
  return true;
}

/** Signs out here, or on every device; the session ends here even when the server cannot be reached. */
export async function signOut(everywhere = false): Promise<void> {
  await call(everywhere ? calls.logoutEverywhere : calls.logout, {}, { quiet: true }).catch(() => undefined);
  // links that were opened as this person, too
  shareSession.forgetShared();
  session.clear();
}
