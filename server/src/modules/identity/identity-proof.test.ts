import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { attempt, makeKeyHolder, stranger } from '../../../test/passkey-holder.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
  for (const group of ['scan', 'passkeys'] as const) await dossier.admin.call(site.saveSettings, { group, values: { enabled: true } });
});
afterAll(() => dossier.close());

const holding = (token: string): Client => dossier.nobody.from({ headers: { authorization: token } });

/** A session authorised by another one through a scanned code. */
async function scanned(by: Client): Promise<Client> {
  const { scanId, secret } = await dossier.nobody.call(signInProviders.beginScan);
  await by.call(signInProviders.answerScan, { code: scanId });
  return holding((await dossier.nobody.call(signInProviders.pollScan, { scanId, secret })).sessionId ?? '');
}

const guess = (client: Client) => client.refused(session.changePassword, { oldPwd: 'wrong-one', newPwd: 'another-pass-1' });

/** Guesses with borrowed sessions until the limit of the user is reached. */
async function useUp(borrowed: Client): Promise<void> {
  // a session of the same moment would count as one that began since
  dossier.clock.forward(1000);
  for (let n = 0; n < 4; n++) {
    const next = await scanned(borrowed);
    for (let tries = 0; tries < 10; tries++) await guess(next);
    expect(await next.refused(session.current)).toBe(501);
  }
}

it('refuses all sessions of a user after forty wrong answers, and ends none of them', async () => {
  const { client, password } = await makeSignedIn(dossier);
  await useUp(client);
  for (let n = 0; n < 12; n++)
    expect(await client.refused(session.changePassword, { oldPwd: password, newPwd: 'another-pass-1' })).toBe(502);
  expect(await (await scanned(client)).refused(account.beginPasskey, { password })).toBe(502);
  expect((await client.call(session.current)).fullName).toBeDefined();
});

it('still checks a session begun since with the password or a passkey, ten times as usual', async () => {
  const { client, key, ...owner } = await makeKeyHolder(dossier);
  await useUp(client);
  const wrong = await dossier.as(owner);
  for (let n = 0; n < 9; n++) expect(await guess(wrong)).toBe(2004);
  expect(await guess(wrong)).toBe(501);
  const byKey = holding((await stranger(dossier).call(account.usePasskey, await attempt(dossier.nobody, key))).sessionId);
  expect(await guess(byKey)).toBe(2004);
  const again = await dossier.as(owner);
  await again.call(session.changePassword, { oldPwd: owner.password, newPwd: 'another-pass-1' });
  expect((await again.call(session.current)).id).toBe(owner.id);
});

it('restarts after signing out everywhere and after a password reset, not after ending the other sessions', async () => {
  const { client, ...owner } = await makeSignedIn(dossier);
  const counted = async () => {
    const row = dossier.services.database.read.selectFrom('sign_in_attempt').select('failures').where('key', '=', `own:${owner.id}`);
    return (await row.executeTakeFirst())?.failures ?? 0;
  };
  await guess(client);
  await client.call(account.endSession, {});
  expect(await counted()).toBe(1);
  await client.call(session.logoutEverywhere);
  expect(await counted()).toBe(0);
  await guess(await dossier.as(owner));
  await dossier.admin.call(people.resetPassword, { id: owner.id, newPwd: 'brand-new-pass-9' });
  expect(await counted()).toBe(0);
});
