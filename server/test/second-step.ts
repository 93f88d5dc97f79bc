import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import { site } from '@dossier/contract/site';
import type { TestHouse } from './house.ts';
import { mailSettings, type TestMailServer } from './mail-server.ts';
import { type Made, makeUser } from './make.ts';

/** Switches mail on, and what happens around signing in. */
export async function openPost(house: TestHouse, post: TestMailServer, signIn: Record<string, unknown> = {}): Promise<void> {
  await house.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(post.port) });
  await house.admin.call(site.saveSettings, { group: 'signIn', values: signIn });
}

let count = 0;

/** A person with a mail address. */
export async function makeReader(house: TestHouse): Promise<Made & { mail: string }> {
  const mail = `reader${++count}@example.org`;
  return { ...(await makeUser(house, { mail })), mail };
}

/** The password is right and something else is asked for: the ticket with its step. */
export async function passPassword(house: TestHouse, { loginName, password }: Made, address = `10.3.0.${++count % 250}`) {
  const client = house.nobody.from({ address });
  const { sessionId, validate } = await client.call(session.login, { loginName, password });
  if (validate === undefined) throw new Error('No second step was asked for');
  return { client, step: { sessionId, validateId: validate.validateId }, validate };
}

/** The code that somebody was sent last. */
export async function codeOf(house: TestHouse, post: TestMailServer, mail: string): Promise<string> {
  await house.drain();
  const code = post.codeFor(mail);
  if (code === undefined) throw new Error(`No letter with a code for ${mail}`);
  return code;
}

/** Another code than the right one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Gives a person of the administrator's organisation another mail address. */
export const setMail = (house: TestHouse, id: string, mail: string) => house.admin.call(people.updateUser, { id, mail });
