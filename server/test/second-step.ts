import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import type { TestServer } from './test-server.ts';
import { type TestMailServer, mailSettings } from './mail-server.ts';
import { type Made, makeUser } from './make.ts';

/** Enables mail, with settings for sign-in. */
export async function openPost(dossier: TestServer, post: TestMailServer, signIn: Record<string, unknown> = {}): Promise<void> {
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(post.port) });
  await dossier.admin.call(site.saveSettings, { group: 'signIn', values: signIn });
}

let count = 0;

/** A user with a mail address. */
export async function makeReader(dossier: TestServer): Promise<Made & { mail: string }> {
  const mail = `reader${++count}@example.org`;
  return { ...(await makeUser(dossier, { mail })), mail };
}

/** Signs in with the password alone: returns the ticket of the second step. */
export async function passPassword(dossier: TestServer, { loginName, password }: Made, address = `10.3.0.${++count % 250}`) {
  const client = dossier.nobody.from({ address });
  const { sessionId, validate } = await client.call(session.login, { loginName, password });
  if (validate === undefined) throw new Error('No second step was asked for');
  return { client, step: { sessionId, validateId: validate.validateId }, validate };
}

/** The last code sent to an address. */
export async function codeOf(dossier: TestServer, post: TestMailServer, mail: string): Promise<string> {
  await dossier.drain();
  const code = post.codeFor(mail);
  if (code === undefined) throw new Error(`No letter with a code for ${mail}`);
  return code;
}

/** A wrong code. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Changes the mail address of a user of the administrator's organisation. */
export const setMail = (dossier: TestServer, id: string, mail: string) => dossier.admin.call(people.updateUser, { id, mail });
