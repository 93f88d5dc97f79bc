import { account } from '@dossier/contract/identity/account';
import { call } from '../../platform/call.ts';
import { askPassword } from './security/identity-proof.tsx';

/** Asks for the own password, or for a sign-in of the last minutes where there is none, for deeds of other rooms. */
export async function askIdentityProof(asked: { title: string; ok: string; save: (password: string) => Promise<unknown> }): Promise<void> {
  askPassword({ ...asked, detail: await call(account.detail, {}) });
}
