import { type PasskeyAnswer, account } from '@dossier/contract/identity/account';
import { startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../platform/call.ts';

/** Lets users prove by a passkey who they are; undefined where they used none. */
export async function provePasskey(): Promise<PasskeyAnswer | undefined> {
  const { ticket, options } = await call(account.beginPasskeyProof, {});
  try {
    return { ticket, used: await startAuthentication({ optionsJSON: options }) };
  } catch (error) {
    // browsers report cancellation, a missing passkey and a timeout by the same error name
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
}
