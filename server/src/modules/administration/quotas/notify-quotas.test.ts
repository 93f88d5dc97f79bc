import { codes } from '@dossier/contract/core/codes';
import type { OutputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';
import { type DirectoryPeer, startDirectory } from '../../../../test/peers/directory.ts';
import { openPost } from '../../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
let peer: DirectoryPeer;
beforeAll(async () => {
  [dossier, post, peer] = await Promise.all([openTestServer(), startMailServer(), startDirectory()]);
});
afterAll(async () => {
  await dossier.close();
  await post.close();
  await peer.close();
});

type Plan = OutputOf<typeof admin.planImport>;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const plan = (client: Client, csv: string, options: object = {}): Promise<Plan> =>
  client.call(admin.planImport, { ...options, bytes: base64(csv) });

async function write(client: Client, { rows, departments }: Plan, options: object = {}) {
  const { ticket } = await client.call(admin.beginImport, { name: 'x', create: 0, change: 0 });
  const given = rows.map(({ row, cells, mark, fate }) => ({
    row,
    cells,
    mark,
    ...(fate === 'create' && { password: `pass-word-${row}` }),
  }));
  return (await client.call(admin.writeImport, { ...options, ticket, rows: given, newDepartments: departments })).rows;
}

const makeOffice = async (name: string, granted: string[]) => {
  const { id } = await dossier.admin.call(people.createRole, { name, deeds: granted as ['people.edit'] });
  return makeSignedIn(dossier, { roleIds: [id] });
};
const codesOf = (planned: Plan) => planned.rows.map(({ reason }) => reason?.code);

describe('an import', () => {
  it('does with a table what the caller’s permissions allow by hand, and no more', async () => {
    const clerk = await makeOffice('Clerks', ['people.edit', 'people.see']);
    const known = await makeUser(dossier);
    const csv = `login,name,roles,groups,departments,mail
clerk.a,A,Administrators,,,
clerk.b,B,,,Nowhere,
clerk.c,C,,,,
admin,Taken over,,,,
${known.loginName},,Administrators,,,
${known.loginName}x,,,,,
`;
    const refused = codes.noRightToOperate.code;
    expect(codesOf(await plan(clerk.client, csv))).toEqual([refused, refused, undefined, refused, refused, codes.fullNameRequired.code]);
    const mails = await plan(clerk.client, `login,mail\n${known.loginName},mine@example.org\n`);
    expect(codesOf(mails)).toEqual([refused]);
  });

  it('accepts no row mark that another user was shown', async () => {
    const clerk = await makeOffice('Forgers', ['people.edit', 'people.see']);
    const csv = 'login,name,roles\nforged.a,A,Administrators\nadmin,Taken over,\n';
    const shown = await plan(dossier.admin, csv);
    expect(shown.rows.map((row) => row.fate)).toEqual(['create', 'change']);
    const refused = { fate: 'refuse', reason: { code: codes.noRightToOperate.code } };
    expect(await write(clerk.client, shown)).toMatchObject([refused, refused]);
    expect((await dossier.admin.call(people.users, { keyword: 'forged.a' })).totalNumber).toBe(0);
  });

  it('cannot disable the importing user, nor take their own permissions', async () => {
    const own = await plan(dossier.admin, 'login,enabled\nadmin,no\n');
    expect(codesOf(own)).toEqual([codes.cannotChangeSelf.code]);
    const done = await write(dossier.admin, await plan(dossier.admin, 'login,roles\nadmin,Staff\n'));
    expect(done).toMatchObject([{ fate: 'refuse' }]);
    expect((await dossier.admin.call(session.current)).deeds).toContain('roles.assign');
  });

  it('reveals at most 20 names of other organisations an hour', async () => {
    const other = await makeOrganisation(dossier);
    const mine = await makeOrganisation(dossier);
    const rows = async (count: number) =>
      Promise.all(Array.from({ length: count }, async () => `${(await makeUser(dossier)).loginName},N`)).then(
        (all) => `login,name\n${all.join('\n')}\n`,
      );
    expect(codesOf(await plan(mine.admin, await rows(3)))).toEqual(Array.from({ length: 3 }, () => codes.loginNameExists.code));
    const many = await rows(25);
    expect(await mine.admin.refused(admin.planImport, { bytes: base64(many) })).toBe(codes.tooManyRequests.code);
    expect(await mine.admin.refused(admin.planImport, { bytes: base64('login,name\nfree.name,F\n') })).toBe(codes.tooManyRequests.code);
    const { ticket } = await mine.admin.call(admin.beginImport, { name: 'x', create: 1, change: 0 });
    const row = { row: 2, cells: { loginName: 'free.name', fullName: 'F' }, mark: 'x', password: 'pass-word-1' };
    const given = { ticket, rows: [row], newDepartments: [] };
    expect(await mine.admin.refused(admin.writeImport, given)).toBe(codes.tooManyRequests.code);
    expect((await plan(other.admin, 'login,name\nfree.name,F\n')).rows).toMatchObject([{ fate: 'create' }]);
  });
});

describe('two imports of the same file at once', () => {
  it('create each user once', async () => {
    const csv = `login,name,department\n${Array.from({ length: 25 }, (_, n) => `twice${n},Twice ${n},Twice`).join('\n')}\n`;
    const planned = await plan(dossier.admin, csv);
    const done = await Promise.all([write(dossier.admin, planned), write(dossier.admin, planned)]);
    const made = done.flat().filter((row) => row.fate === 'create');
    expect(made).toHaveLength(25);
    expect(new Set(made.map((row) => row.id)).size).toBe(25);
    expect((await dossier.admin.call(people.users, { keyword: 'twice', pageSize: 1 })).totalNumber).toBe(25);
    const departments = await dossier.admin.call(people.departments, {});
    expect(departments.filter((one) => one.name === 'Twice')).toHaveLength(1);
  });
});

describe('a licence with two places', () => {
  it('accepts two users of an import, and refuses each of the others by itself', async () => {
    const { people: taken } = await dossier.admin.call(limits.licence);
    await dossier.admin.call(limits.setLicence, { people: taken.used + 2 });
    const done = await write(dossier.admin, await plan(dossier.admin, 'login,name\nfull.a,A\nfull.b,B\nfull.c,C\nfull.d,D\n'));
    expect(done.map((row) => row.fate)).toEqual(['create', 'create', 'refuse', 'refuse']);
    expect(done[2]?.reason?.code).toBe(codes.licenceUsersUsed.code);
    // a removed user frees a place in the licence
    await dossier.admin.call(admin.deleteUser, { id: done[0]?.id ?? '' });
    expect((await dossier.admin.call(limits.licence)).people.used).toBe(taken.used + 1);
    await dossier.admin.call(limits.setLicence, { people: '' });
  });
});

describe('with mail', () => {
  it('new users are invited, choose their password with a code, and nobody knows the first one', async () => {
    await openPost(dossier, post, {});
    const current = (await dossier.admin.call(site.settings)).signIn;
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { ...current, forgotPassword: true } });
    expect(await dossier.admin.call(admin.importTerms)).toEqual({ invites: true });
    const options = { password: 'invite' };
    const csv = 'login,name,mail,lang\ninvited.a,Ann,ann@example.org,es\ninvited.b,Bob,,\n';
    const planned = await plan(dossier.admin, csv, options);
    expect(codesOf(planned)).toEqual([undefined, codes.mailRequired.code]);
    const { ticket } = await dossier.admin.call(admin.beginImport, { name: 'x', create: 1, change: 0 });
    const [row] = planned.rows.map(({ row: number, cells, mark }) => ({ row: number, cells, mark }));
    const given = { ...options, password: 'invite' as const, ticket, rows: row === undefined ? [] : [row], newDepartments: [] };
    expect((await dossier.admin.call(admin.writeImport, given)).rows).toMatchObject([{ fate: 'create' }]);
    await dossier.drain();
    const letter = post.letters.find((one) => one.to.includes('ann@example.org'));
    expect(letter?.text).toContain('invited.a');
    expect(letter?.text).toContain('/login');
    expect(letter?.text).toContain('Ann');
  });
});

describe('a removed directory user', () => {
  it('is created anew at the next sign-in', async () => {
    const { url, baseDn, bindDn, bindPassword } = peer;
    const values = { enabled: true, url, baseDn, bindDn, bindPassword, createAccounts: true };
    await dossier.admin.call(site.saveSettings, { group: 'ldap', values });
    peer.people.push({ uid: 'ldap.gone', password: 'in-directory', cn: 'Gone', mail: 'gone@example.org', entryUUID: 'gone-1' });
    const signIn = async () => {
      const { sessionId } = await dossier.nobody.call(session.login, { loginName: 'ldap.gone', password: 'in-directory' });
      return dossier.nobody.from({ headers: { authorization: sessionId } });
    };
    const first = (await (await signIn()).call(session.current)).id;
    await dossier.admin.call(admin.deleteUser, { id: first });
    const second = (await (await signIn()).call(session.current)).id;
    expect(second).not.toBe(first);
  });
});
