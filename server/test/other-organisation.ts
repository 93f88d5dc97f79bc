import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';
import { type Made, makeSignedIn } from './make.ts';

/** A second organisation: its id, and its administrator signed in. */
export interface Elsewhere {
  id: string;
  admin: Client;
  adminId: string;
  /** Of the administrator; the password is `stranger-1`. */
  loginName: string;
}

let count = 0;

/** Creates another organisation of the site. */
export async function makeOrganisation(dossier: TestServer, name = `Elsewhere ${++count}`): Promise<Elsewhere> {
  const loginName = name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const account = { loginName, fullName: `Head of ${name}`, password: 'stranger-1', lang: 'en' as const };
  const { id } = await dossier.admin.call(people.createOrganisation, { name, ...account });
  const admin = await dossier.as(account);
  return { id, admin, loginName, adminId: (await admin.call(session.current)).id };
}

/** An administrator of a second organisation, signed in. */
export const makeStranger = async (dossier: TestServer): Promise<Client> => (await makeOrganisation(dossier, 'Elsewhere')).admin;

/** Lets the user with this login name or mail address work in an administrator's organisation as a guest. */
export async function invite(admin: Client, account: string, roleIds?: string[]) {
  const { ticket } = await admin.call(people.findGuest, { account });
  return admin.call(people.addGuest, { ticket, ...(roleIds !== undefined && { roleIds }) });
}

/** A user of ours who is a guest of another organisation. */
export interface Guest extends Made {
  client: Client;
  other: Elsewhere;
}

export async function makeGuest(dossier: TestServer, given: { other?: Elsewhere } = {}): Promise<Guest> {
  const made = await makeSignedIn(dossier);
  const organisation = given.other ?? (await makeOrganisation(dossier));
  await invite(organisation.admin, made.loginName);
  return { ...made, other: organisation };
}

/** Switches a session to another space. */
export const enter = (client: Client, spaceId: string) => client.call(session.changeSpace, { spaceId });

export const spaceOf = async (client: Client): Promise<string> => (await client.call(session.current)).spaceId;

/** Marks a user's mail address as verified. */
export const proveMail = (dossier: TestServer, id: string) =>
  dossier.services.database.write((db) => db.updateTable('person').set({ mail_proven: 1 }).where('id', '=', Number(id)).execute());
