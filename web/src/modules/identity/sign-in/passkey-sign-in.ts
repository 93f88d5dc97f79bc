import { account } from '@dossier/contract/identity/account';
import { WebAuthnAbortService, WebAuthnError, browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../../platform/call.ts';
import { currentLanguage, savedLanguage } from '../../../platform/i18n.ts';
import { nameDevice, startSession } from '../sign-in.ts';

/** Offers passkeys in the browser's autofill at the login name; returns true after a sign-in, false when the offer ended. */
export async function offerPasskeys(signal: AbortSignal): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return false;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  return signInByPasskey(true, signal);
}

/** Lets the user choose a passkey now; false where they chose none. */
export const choosePasskey = (): Promise<boolean> => signInByPasskey(false);

async function signInByPasskey(isOffer: boolean, signal?: AbortSignal): Promise<boolean> {
  nameDevice();
  const { ticket, options } = await call(account.askForPasskey, {}, { quiet: true, ...(signal && { signal }) });
  if (signal?.aborted) return false;
  try {
    const used = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer });
    const { sessionId } = await call(
      account.usePasskey,
      { ticket, used, lang: savedLanguage(), pageLang: currentLanguage() },
      { quiet: true },
    );
    startSession(sessionId);
    return true;
  } catch (error) {
    if (isCancelled(error)) return false;
    throw error;
  }
}

/** Browsers report cancellation, a missing passkey and a timeout by the same error name. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError' || isAborted(error));
}

const isAborted = (error: Error): boolean => error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED';
