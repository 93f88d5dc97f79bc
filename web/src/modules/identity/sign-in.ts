import type { InputOf } from '@dossier/contract/core/route';
import type { Validation } from '@dossier/contract/identity/account';
import { session as calls, type handheldEntries } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { useSyncExternalStore } from 'react';
import { call } from '../../platform/call.ts';
import { currentLanguage, savedLanguage } from '../../platform/i18n.ts';
import { forgetAllOffline } from '../../platform/offline-copies.ts';
import { queryClient } from '../../platform/query.ts';
import { forgetAllReceived } from '../../platform/received-files.ts';
import { session, shareSession } from '../../platform/sessions.ts';
import { sendWorkOfTabs } from '../../platform/unkept-work.ts';

/** The devices that have a sign-in page of their own. */
export type Handheld = keyof typeof handheldEntries;

const deviceCookie = 'dossier_device';
const deviceCookieDays = 400;

/**
 * Gives this browser a random name, kept for 400 days after the last sign-in. It authorises nothing: the server uses it only to recognise
 * known devices and to notify users of sign-ins on new ones.
 */
export function nameDevice(): void {
  const known = new RegExp(`(?:^|; )${deviceCookie}=([\\w-]{16,64})`).exec(document.cookie)?.[1];
  const name = known ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${deviceCookie}=${name}; Path=/; Max-Age=${deviceCookieDays * 86_400}; SameSite=Lax${secure}`;
}

let notice: string | undefined;
const noticeListeners = new Set<() => void>();

/** Sets the notice shown on the sign-in page; undefined removes it. */
export function setSignInNotice(text: string | undefined): void {
  notice = text;
  for (const notify of noticeListeners) notify();
}

/** The notice for the sign-in page. */
export function useSignInNotice(): string | undefined {
  return useSyncExternalStore(
    (notify) => {
      noticeListeners.add(notify);
      return () => noticeListeners.delete(notify);
    },
    () => notice,
  );
}

/** A pending second factor, and its ticket. */
export interface SecondStepTicket {
  sessionId: string;
  validate: Validation;
}

/** Stores a new session. */
export function startSession(sessionId: string): void {
  queryClient.clear();
  session.start(sessionId);
}

/** Signs in with login name and password; returns the pending second factor, if any. The form handles refusals. */
export async function signIn(input: InputOf<typeof calls.login>): Promise<SecondStepTicket | undefined> {
  nameDevice();
  const { sessionId, validate } = await call(
    calls.login,
    { ...input, lang: savedLanguage(), pageLang: currentLanguage() },
    { quiet: true },
  );
  // With a pending second factor `sessionId` is only a ticket, and not stored.
  if (validate) return { sessionId, validate };
  startSession(sessionId);
  return undefined;
}

/** Submits the code of the second factor; the form handles refusals. */
export async function submitCode({ sessionId, validate }: SecondStepTicket, validateCode: string): Promise<void> {
  const answer = await call(calls.msgLogin, { sessionId, validateId: validate.validateId, validateCode }, { quiet: true });
  startSession(answer.sessionId);
}

/** Asks whether a phone has confirmed the shown code, and then signs in; returns whether it did. The page handles refusals. */
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

/** Signs out here, or on every device; what the user keeps on this device would be there for whoever comes next, and is forgotten. */
export async function signOut(everywhere = false): Promise<void> {
  if (session.viewsAs()) return endSession(everywhere);
  await sendWorkOfTabs();
  await forgetAllOffline().catch(() => undefined);
  await forgetAllReceived().catch(() => undefined);
  await endSession(everywhere);
}

/** Ends the session so that the same user signs in again; here even if the server is unreachable. */
async function endSession(everywhere: boolean): Promise<void> {
  await call(everywhere ? calls.logoutEverywhere : calls.logout, {}, { quiet: true }).catch(() => undefined);
  // share sessions of this user end, too
  shareSession.forgetShared();
  session.clear();
}

/** Ends the session and returns to the same page when its user has signed in again; what they keep on this device stays. */
export async function signInAgain(): Promise<void> {
  const { pathname, search } = location;
  await sendWorkOfTabs();
  await endSession(false);
  location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`);
}

/** The path after signing in: only of the same origin, and never the sign-in page. */
export function safeRedirect(wanted: string | undefined, origin: string): string {
  // Browsers read "\" as "/" and drop tabs and line ends, which turns "/\evil" into another host.
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\u0000-\u001f]/.test(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin) return '/';
  // "/.//evil" becomes "//evil" once its dots are removed
  const path = url.pathname.replace(/^\/[/\\]+/, '/');
  return path === '/login' ? '/' : path + url.search + url.hash;
}

const targetKey = 'dossier-after-door';

/** Stores the path after signing in while the tab is at an external provider. */
export function saveRedirectTarget(target: string): void {
  sessionStorage.setItem(targetKey, target);
}

/** The stored path after an external sign-in; removed when read. */
export function takeRedirectTarget(): string {
  const stored = sessionStorage.getItem(targetKey);
  sessionStorage.removeItem(targetKey);
  return safeRedirect(stored ?? undefined, location.origin);
}
