import type { TextKey } from '../../../platform/i18n.ts';
import type { OutputOf } from '@dossier/contract/core/route';
import { type Passkey, account } from '@dossier/contract/identity/account';
import { WebAuthnError, startRegistration } from '@simplewebauthn/browser';
import { call } from '../../../platform/call.ts';

/** Why a browser cannot register a passkey, as a text key. */
export class PasskeyProblem extends Error {
  readonly text: TextKey<'identity.account'>;
  constructor(text: TextKey<'identity.account'>, cause: unknown) {
    super(text, { cause });
    this.text = text;
  }
}

/** Creates a passkey in the browser and saves it. */
export async function registerPasskey({ name, password }: { name: string; password: string }): Promise<Passkey> {
  const { ticket, options } = await call(account.beginPasskey, { password });
  return call(account.addPasskey, { ticket, made: await createCredential(options), name });
}

async function createCredential(options: OutputOf<typeof account.beginPasskey>['options']) {
  try {
    return await startRegistration({ optionsJSON: options });
  } catch (error) {
    throw new PasskeyProblem(problemOf(error), error);
  }
}

function problemOf(error: unknown): TextKey<'identity.account'> {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'passkeyThere';
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name) ? 'passkeyCancelled' : 'passkeyFailed';
}
