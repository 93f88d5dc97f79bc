import { account } from '@dossier/contract/account';
import { call } from '../../ground/call.ts';
import { askPassword } from './ask-password.tsx';

/** Asks for the own password, or for a sign-in of the last minutes where there is none, for deeds of other rooms. */
export async function askProof(asked: { title: string; ok: string; save: (password: string) => Promise<unknown> }): Promise<void> {
  askPassword({ ...asked, detail: await call(account.detail, {}) });
}
