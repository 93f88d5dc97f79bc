import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from './test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from './mail-server.ts';
import { authority, localServer, otherServer } from './peers/authority.ts';
import { type DirectoryPeer, startDirectory } from './peers/directory.ts';
import { type SafeFront, startSafeFront } from './peers/safe-front.ts';

let dossier: TestServer;
let directory: DirectoryPeer;
const known = getCACertificates('default');
const trust = (): void => setDefaultCACertificates([...known, authority]);
const trustNoMore = (): void => setDefaultCACertificates(known);
beforeAll(async () => {
  [dossier, directory] = await Promise.all([openTestServer(), startDirectory()]);
  await dossier.services.database.write((db) =>
    db.updateTable('person').set({ mail: 'admin@example.org' }).where('login_name', '=', 'admin').execute(),
  );
});
afterAll(async () => {
  trustNoMore();
  await directory.close();
  await dossier.close();
});

const plainPort = (): number => Number(new URL(directory.url).port);
const tryGroup = (group: 'mail' | 'ldap', values: Record<string, unknown>) => dossier.admin.call(site.trySettings, { group, values });

describe('mail by StartTLS', () => {
  const trying = (post: TestMailServer) => tryGroup('mail', { ...mailSettings(post.port), security: 'starttls' });

  it('is sent to a server with a certificate of a trusted authority, and to no other', async () => {
    const post = await startMailServer(localServer);
    trustNoMore();
    expect(await trying(post)).toMatchObject({ works: false, problem: expect.stringMatching(/certificate/i) });
    trust();
    expect(await trying(post)).toEqual({ works: true });
    await post.close();
  });

  it('is not sent to a server with the certificate of another', async () => {
    const post = await startMailServer(otherServer);
    trust();
    expect(await trying(post)).toMatchObject({ works: false });
    expect(post.letters).toEqual([]);
    await post.close();
  });
});

describe.each([
  ['StartTLS', false],
  ['ldaps', true],
] as const)('a directory by %s', (_, atOnce) => {
  const values = (proxy: SafeFront) => {
    const { baseDn, bindDn, bindPassword } = directory;
    const url = `${atOnce ? 'ldaps' : 'ldap'}://127.0.0.1:${proxy.port}`;
    return { enabled: true, url, startTls: !atOnce, baseDn, bindDn, bindPassword, createAccounts: true };
  };

  it('is asked when its certificate is from a trusted authority, and otherwise not', async () => {
    const proxy = await startSafeFront(plainPort(), { ...localServer, atOnce });
    trustNoMore();
    const binds = directory.binds.length;
    expect(await tryGroup('ldap', values(proxy))).toMatchObject({ works: false, problem: expect.stringMatching(/certificate/i) });
    // no password was sent there
    expect(directory.binds).toHaveLength(binds);
    trust();
    expect(await tryGroup('ldap', values(proxy))).toEqual({ works: true });
    await dossier.admin.call(site.saveSettings, { group: 'ldap', values: values(proxy) });
    const uid = `safe${atOnce ? 2 : 1}`;
    directory.people.push({ uid, password: 'in-directory-1', cn: uid, entryUUID: uid });
    const from = dossier.nobody.from({ address: '10.11.0.1' });
    expect((await from.call(session.login, { loginName: uid, password: 'in-directory-1' })).sessionId).not.toBe('');
    await proxy.close();
  });

  it('is not asked behind the certificate of another', async () => {
    const proxy = await startSafeFront(plainPort(), { ...otherServer, atOnce });
    trust();
    const binds = directory.binds.length;
    expect(await tryGroup('ldap', values(proxy))).toMatchObject({ works: false, problem: expect.stringMatching(/certificate/i) });
    expect(directory.binds).toHaveLength(binds);
    await proxy.close();
  });
});
