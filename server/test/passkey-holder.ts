import type { InputOf } from '@dossier/contract/core/route';
import { account } from '@dossier/contract/identity/account';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';
import { type Made, makeSignedIn } from './make.ts';
import { type SoftPasskey, type Twist, softPasskey } from './soft-passkey.ts';

/** A signed-in user with a passkey. */
export interface KeyHolder extends Made {
  client: Client;
  key: SoftPasskey;
  passkeyId: string;
}

/** A user with a passkey. */
export async function makeKeyHolder(dossier: TestServer, key: SoftPasskey = softPasskey()): Promise<KeyHolder> {
  const made = await makeSignedIn(dossier);
  const { ticket, options } = await made.client.call(account.beginPasskey, { password: made.password });
  const { id } = await made.client.call(account.addPasskey, { ticket, made: key.make(options), name: 'Laptop' });
  return { ...made, key, passkeyId: id };
}

/** What a browser sends to sign in, after requesting a challenge. */
export async function attempt(client: Client, key: SoftPasskey, twist: Twist = {}): Promise<InputOf<typeof account.usePasskey>> {
  const { ticket, options } = await client.call(account.askForPasskey);
  return { ticket, used: key.use(options, twist) };
}

let addresses = 0;

/** A client without a session, at an address that no other test uses for attempts. */
export const stranger = (dossier: TestServer): Client => dossier.nobody.from({ address: `10.9.${addresses >> 8}.${++addresses & 255}` });
