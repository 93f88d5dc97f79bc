import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeUser } from '../../../../test/make.ts';
import { makeOrganisation, proveMail } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const mailOf = async (id: string) =>
  (await dossier.admin.call(people.users, { pageNo: 1, pageSize: 100 })).list.find((person) => person.id === id)?.mail;
const update = (id: string, mail: string) => ({ id, mail });

describe('the mail address of a user', () => {
  it('is set, changed and removed', async () => {
    const { id } = await makeUser(dossier, { mail: ' Anna.Lin@Example.org ' });
    expect(await mailOf(id)).toBe('Anna.Lin@Example.org');
    await dossier.admin.call(people.updateUser, update(id, '李@例子.中国'));
    expect(await mailOf(id)).toBe('李@例子.中国');
    await dossier.admin.call(people.updateUser, update(id, ''));
    expect(await mailOf(id)).toBeUndefined();
    await dossier.admin.call(people.updateUser, { id, fullName: 'Anna' });
    expect(await mailOf(id)).toBeUndefined();
  });

  it('belongs to one user, whatever its case', async () => {
    await makeUser(dossier, { mail: 'one@example.org' });
    const other = await makeUser(dossier);
    expect(await dossier.admin.refused(people.updateUser, update(other.id, 'ONE@example.org'))).toBe(2037);
    const given = { loginName: 'third', fullName: 'Third', password: 'pass-word-3', mail: 'One@Example.org' };
    expect(await dossier.admin.refused(people.createUser, given)).toBe(2037);
    // the refused user was not created
    await dossier.admin.call(people.createUser, { ...given, mail: 'three@example.org' });
    await Promise.all([makeUser(dossier), makeUser(dossier)]);
  });

  it('differs from that of another domain, however similar the spelling', async () => {
    const evil = await makeOrganisation(dossier);
    const { id } = await makeUser({ ...dossier, admin: evil.admin }, { mail: 'anna@straße.example' });
    await proveMail(dossier, id);
    expect(await dossier.admin.call(people.findGuest, { account: 'Anna@Straße.example' })).toMatchObject({ here: false });
    expect(await dossier.admin.call(people.findGuest, { account: 'anna@xn--strae-oqa.example' })).toMatchObject({ here: false });
    for (const account of ['anna@strasse.example', 'anna@gmail.example'])
      expect(await dossier.admin.refused(people.findGuest, { account })).toBe(2002);
    // verification of one does not count for the other
    await evil.admin.call(people.updateUser, { id, mail: 'anna@strasse.example' });
    expect(await dossier.admin.refused(people.findGuest, { account: 'anna@strasse.example' })).toBe(2002);
    await evil.admin.call(people.updateUser, { id, mail: 'anna@gmaıl.example' });
    await proveMail(dossier, id);
    await evil.admin.call(people.updateUser, { id, mail: 'anna@gmail.example' });
    expect(await dossier.admin.refused(people.findGuest, { account: 'anna@gmail.example' })).toBe(2002);
    // the owner of one address may not use the other as a login name either
    const called = { loginName: 'berta@straße.example', fullName: 'B', password: 'pass-word-b', mail: 'berta@strasse.example' };
    expect(await evil.admin.refused(people.createUser, called)).toBe(2007);
  });

  it.each([
    'x',
    'x@',
    '@example.org',
    'x@example',
    'a b@example.org',
    'a@b@example.org',
    'x@example.org\r\nBcc: y@example.org',
    `${'x'.repeat(250)}@e.org`,
    '<x@example.org>',
    'x@example.org,y@example.org',
  ])('is refused where it is none: %s', async (mail) => {
    const { id } = await makeUser(dossier);
    expect(await dossier.admin.refused(people.updateUser, update(id, mail))).toBe(2036);
    const given = { loginName: `with${id}`, fullName: 'X', password: 'pass-word-3', mail };
    expect(await dossier.admin.refused(people.createUser, given)).toBe(2036);
  });
});
