import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode } from '../../../test/authenticator-code.ts';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../test/mail-server.ts';
import { type DirectoryPeer, startDirectory } from '../../../test/peers/directory.ts';
import { codeOf, makeReader, openPost } from '../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
let peer: DirectoryPeer;
beforeAll(async () => {
  [dossier, post, peer] = await Promise.all([openTestServer(), startMailServer(), startDirectory()]);
  await openPost(dossier, post, { secondStep: 'optional' });
  const { url, baseDn, bindDn, bindPassword } = peer;
  const values = { enabled: true, url, baseDn, bindDn, bindPassword, createAccounts: true };
  await dossier.admin.call(site.saveSettings, { group: 'ldap', values });
  await dossier.admin.call(site.saveSettings, { group: 'scan', values: { enabled: true } });
});
afterAll(async () => {
  await dossier.close();
  await post.close();
  await peer.close();
});

const minute = 60_000;
let entries = 0;

/** A user whose password only the directory knows, just signed in. */
async function makeOutsider(): Promise<{ client: Client; signIn: () => Promise<Client> }> {
  const uid = `outside${++entries}`;
  peer.people.push({ uid, password: `in-directory-${uid}`, cn: uid, mail: `${uid}@example.org`, entryUUID: uid });
  const signIn = async () => {
    const from = dossier.nobody.from({ address: `10.9.0.${entries}` });
    const { sessionId } = await from.call(session.login, { loginName: uid, password: `in-directory-${uid}` });
    return dossier.nobody.from({ headers: { authorization: sessionId } });
  };
  return { client: await signIn(), signIn };
}

describe('users without a local password', () => {
  it('change mail address and second factor soon after signing in, and not later', async () => {
    const { client } = await makeOutsider();
    const before = await client.call(account.detail);
    expect(before).toMatchObject({ hasPassword: false });
    const left = Date.parse(before.freshUntil ?? '') - dossier.clock.now();
    expect(left).toBeGreaterThan(9 * minute);
    expect(left).toBeLessThanOrEqual(10 * minute);
    const { validateId } = await client.call(account.askMail, { mail: 'elsewhere@example.org' });
    await client.call(account.confirmMail, { validateId, validateCode: await codeOf(dossier, post, 'elsewhere@example.org') });
    await client.call(account.setMailStep, { on: true });
    await client.call(account.setMailStep, { on: false });
    const { secret } = await client.call(account.beginTotp, {});
    await client.call(account.confirmTotp, { validateCode: await authenticatorCode(secret, dossier.clock.now()) });
    await client.call(account.newRecoveryCodes, {});
    dossier.clock.forward(10 * minute);
    for (const [deed, input] of [
      [account.askMail, { mail: 'later@example.org' }],
      [account.setMailStep, { on: false }],
      [account.newRecoveryCodes, {}],
      [account.removeTotp, {}],
    ] as const)
      expect(await client.refused(deed, input)).toBe(2045);
    // an invented password fails, and the directory is not asked here
    expect(await client.refused(account.removeTotp, { password: 'made-up-1' })).toBe(2045);
    expect((await client.call(account.detail)).totp).toBe(true);
  });

  it('sign in again for it; a session authorised by a scanned code does not count', async () => {
    const { client, signIn } = await makeOutsider();
    dossier.clock.forward(11 * minute);
    expect(await client.refused(account.beginTotp, {})).toBe(2045);
    const again = await signIn();
    const { scanId, secret } = await dossier.nobody.call(signInProviders.beginScan);
    await again.call(signInProviders.answerScan, { code: scanId });
    const { sessionId = '' } = await dossier.nobody.call(signInProviders.pollScan, { scanId, secret });
    const scanned = dossier.nobody.from({ headers: { authorization: sessionId } });
    expect(await scanned.refused(account.beginTotp, {})).toBe(2045);
    await again.call(account.beginTotp, {});
  });

  it('get no local password by changing it, however recent the sign-in', async () => {
    const { client } = await makeOutsider();
    expect(await client.refused(session.changePassword, { oldPwd: '', newPwd: 'my-new-pass-1' })).toBe(2004);
  });
});

describe('users with a local password', () => {
  it('must enter it, however recent the sign-in', async () => {
    const client = await dossier.as(await makeReader(dossier));
    expect(await client.call(account.detail)).toMatchObject({ hasPassword: true });
    expect((await client.call(account.detail)).freshUntil).toBeUndefined();
    expect(await client.refused(account.beginTotp, {})).toBe(2004);
    expect(await client.refused(account.askMail, { mail: 'x@example.org' })).toBe(2004);
  });
});
