import { account } from '@dossier/contract/identity/account';
import { call } from '../../platform/call.ts';
import { askPassword } from './security/identity-proof.tsx';

/** Asks for the user's password, or for a recent sign-in where the account has none; for actions of other modules. */
export async function askIdentityProof(question: {
  title: string;
  ok: string;
  save: (password: string) => Promise<unknown>;
}): Promise<void> {
  askPassword({ ...question, detail: await call(account.detail, {}) });
}
