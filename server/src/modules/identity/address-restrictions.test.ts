import { calls } from '@dossier/contract/calls';
import type { InputOf } from '@dossier/contract/core/route';
import { site } from '@dossier/contract/core/site';
import { archives, content } from '@dossier/contract/documents/content';
import { account } from '@dossier/contract/identity/account';
import { addressKey, addresses } from '@dossier/contract/identity/address-restrictions';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeGroup, makeRole, makeSignedIn, makeUser } from '../../../test/make.ts';
import { invite, makeOrganisation } from '../../../test/other-organisation.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { newId } from '../../platform/ids.ts';
import { mayEnterSpace } from './address-restrictions.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const officeAddress = '198.51.100.7';
const home = '203.0.113.9';
const made: { by: Client; id: string }[] = [];

async function segment(given: Partial<InputOf<typeof addresses.createSegment>>, by = dossier.admin): Promise<string> {
  const { id } = await by.call(addresses.createSegment, {
    name: 'Office',
    addresses: '198.51.100.0/24',
    scope: 'signIn',
    kind: 'allow',
    ...given,
  });
  made.push({ by, id });
  return id;
}
afterEach(async () => {
  for (const { by, id } of made.splice(0)) await by.call(addresses.deleteSegment, { id });
});

const signIn = async (person: { loginName: string; password: string }, address: string): Promise<number> => {
  const answer = await dossier.nobody.from({ address }).raw(session.login, person);
  return (JSON.parse(answer.text) as { code: number }).code;
};
const fetched = async (url: string, address: string): Promise<number> => {
  const answer = await dossier.server.app.inject({ method: 'GET', url, remoteAddress: address });
  return answer.statusCode === 200 ? 200 : (JSON.parse(answer.payload) as { code: number }).code;
};

describe('signing in', () => {
  it('is allowed from the allowed addresses only, checked before the account', async () => {
    const person = await makeUser(dossier);
    expect(await signIn(person, home)).toBe(200);
    await segment({});
    expect(await signIn(person, officeAddress)).toBe(200);
    const wrong = { ...person, password: 'wrong' };
    for (const tried of [person, wrong, { loginName: 'nobody-at-all', password: 'x' }]) expect(await signIn(tried, home)).toBe(5802);
    const from = dossier.nobody.from({ address: home });
    expect(await from.refused(session.login, { loginModel: 6, code: 'x', state: 'x' })).toBe(5802);
    expect(await from.refused(session.msgLogin, { sessionId: 'x', validateId: 'x', validateCode: '1' })).toBe(5802);
    // the account was not counted, so nobody outside can lock it
    for (let n = 0; n < 12; n++) await signIn(wrong, home);
    expect(await signIn(person, officeAddress)).toBe(200);
  });

  it('is refused for the other providers too', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'scan', values: { enabled: true } });
    const passkeys = { enabled: true, siteAddress: 'http://localhost:7901' };
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: passkeys });
    await segment({});
    const used = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } };
    const from = dossier.nobody.from({ address: '203.0.113.10' });
    expect(await from.refused(account.usePasskey, { ticket: 'x', used })).toBe(5802);
    expect(await from.refused(signInProviders.pollScan, { scanId: 'a'.repeat(32), secret: 'a'.repeat(32) })).toBe(5802);
  });

  it('counts as an attempt of the address', async () => {
    await segment({});
    const seen = new Set<number>();
    for (let n = 0; n < 45; n++) seen.add(await signIn({ loginName: 'x', password: 'x' }, '203.0.113.40'));
    expect([...seen]).toEqual([5802, 502]);
  });

  it('can be allowed or blocked for a group or role, disclosed only to a correct password', async () => {
    const [inside, outside] = [await makeUser(dossier), await makeUser(dossier)];
    const groupId = await makeGroup(dossier, [inside.id]);
    const roleId = await makeRole(dossier, { userIds: [outside.id] });
    await segment({});
    await segment({ name: 'Travellers', addresses: home, groupId });
    expect(await signIn(inside, home)).toBe(200);
    expect(await signIn(outside, home)).toBe(5802);
    expect(await signIn({ ...outside, password: 'wrong' }, home)).toBe(2003);
    await segment({ name: 'Never', addresses: officeAddress, kind: 'block', roleId });
    expect(await signIn(outside, officeAddress)).toBe(5802);
    expect(await signIn(inside, officeAddress)).toBe(200);
    await segment({ name: 'Also not', addresses: '203.0.113.1-203.0.113.9', kind: 'block' });
    expect(await signIn(inside, home)).toBe(5802);
  });

  it('is limited by one organisation only for sessions in it', async () => {
    const other = await makeOrganisation(dossier);
    const guest = await makeSignedIn(dossier);
    await invite(other.admin, guest.loginName);
    await segment({}, other.admin);
    const [there, here] = [guest.client.from({ address: home }), guest.client.from({ address: officeAddress })];
    expect(await there.refused(session.changeSpace, { spaceId: other.id })).toBe(5802);
    await here.call(session.changeSpace, { spaceId: other.id });
    // the last space does not allow this address, so the session starts in the own one
    const { sessionId } = await dossier.nobody.from({ address: home }).call(session.login, guest);
    const again = await clientOf(dossier.server, sessionId).call(session.current);
    expect([again.guest, again.spaceId]).toEqual([false, (await dossier.admin.call(session.current)).spaceId]);
  });
});

describe('downloading originals', () => {
  it('is refused by address on each path, and when a token is used; previews are not', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'plan.txt' });
    const { downloadUrl } = await dossier.admin.call(content.download, { id });
    const zip = await dossier.admin.call(archives.downloadSelection, { objIds: [id] });
    await dossier.admin.call(archives.compress, { id: [id] });
    await dossier.drain();
    const note = (await dossier.admin.call(messages.list)).list.find(({ msgType }) => msgType === 27)?.id ?? '';
    const ready = await dossier.admin.call(messages.zip, { id: note });
    for (const url of [downloadUrl, zip.downloadUrl, ready.downloadUrl]) expect(await fetched(url, home)).toBe(200);
    await segment({ scope: 'download' });
    const away = dossier.admin.from({ address: home });
    expect(await away.refused(content.download, { id })).toBe(5802);
    expect(await away.refused(archives.downloadSelection, { objIds: [id] })).toBe(5802);
    expect(await away.refused(archives.compress, { id: [id] })).toBe(5802);
    expect(await away.refused(messages.zip, { id: note })).toBe(5802);
    for (const url of [downloadUrl, zip.downloadUrl, ready.downloadUrl]) {
      expect(await fetched(url, home)).toBe(5802);
      expect(await fetched(url, officeAddress)).toBe(200);
    }
    expect(await fetched((await away.call(preview.view, { id })).streamUrl, home)).toBe(200);
    // a file that no viewer shows is downloaded, whatever its name
    const bare = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), name: 'thing.bin' });
    expect(await fetched((await away.call(preview.view, { id: bare })).streamUrl, home)).toBe(5802);
  });
});

const administrative = Object.entries(calls).flatMap(([module, routes]) =>
  Object.entries(routes)
    .filter(([, route]) => !['public', 'session', 'link'].includes(route.access))
    .map(([name, route]) => [`${module}.${name}`, route] as const),
);

describe('administration', () => {
  it.each(administrative)('%s is refused from other addresses', async (_, route) => {
    const away = dossier.admin.from({ address: home });
    expect(JSON.parse((await away.raw(route, {})).text)).not.toMatchObject({ code: 5802 });
    await segment({ scope: 'administration' });
    expect(await away.refused(route)).toBe(5802);
  });

  it('is decided by all roles of the user, and again after each change', async () => {
    const roleId = await makeRole(dossier, { deeds: ['people.see'] });
    const blocked = await makeRole(dossier);
    const { client } = await makeSignedIn(dossier, { roleIds: [roleId, blocked] });
    const away = client.from({ address: home });
    await away.call(people.users);
    const id = await segment({ scope: 'administration', kind: 'block', addresses: home, roleId: blocked });
    expect(await away.refused(people.users)).toBe(5802);
    await client.from({ address: officeAddress }).call(people.users);
    const shown = (await dossier.admin.call(addresses.segments)).list.find((one) => one.id === id);
    const same = { id, name: 'Off', addresses: home, scope: 'administration', kind: 'block', roleId: blocked } as const;
    expect(shown?.role?.id).toBe(blocked);
    await dossier.admin.call(addresses.updateSegment, { ...same, enabled: false });
    await away.call(people.users);
    await dossier.admin.call(addresses.updateSegment, { ...same, enabled: true });
    expect(await away.refused(people.users)).toBe(5802);
    await away.call(session.current);
  });

  it('is never lost by the change’s own author, nor from the server itself', async () => {
    const away = dossier.admin.from({ address: home });
    const wanted = { name: 'Office', addresses: '198.51.100.0/24', kind: 'allow' } as const;
    for (const scope of ['administration', 'signIn'] as const)
      expect(await away.refused(addresses.createSegment, { ...wanted, scope })).toBe(5803);
    expect((await dossier.admin.call(addresses.segments)).totalNumber).toBe(0);
    const own = await segment({ scope: 'administration', addresses: '203.0.113.0/24' }, away);
    await segment({ scope: 'administration' }, away);
    expect(await away.refused(addresses.deleteSegment, { id: own })).toBe(5803);
    const off = { id: own, name: 'x', scope: 'administration', kind: 'allow' } as const;
    expect(await away.refused(addresses.updateSegment, { ...off, addresses: home, enabled: false })).toBe(5803);
    expect(await away.refused(addresses.updateSegment, { ...off, addresses: '203.0.113.10' })).toBe(5803);
    await away.call(addresses.updateSegment, { ...off, addresses: home });
    // the server itself is never refused, so nobody is locked out
    await dossier.admin.call(people.users);
    made.reverse();
  });
});

describe('segments', () => {
  it('can be tested for any user of the organisation, and name the deciding one', async () => {
    const person = await makeUser(dossier, { fullName: 'Tried' });
    const groupId = await makeGroup(dossier, [person.id]);
    await segment({});
    await segment({ name: 'Travellers', addresses: '203.0.113.0/24', groupId });
    await segment({ name: 'Café', addresses: home, scope: 'download', kind: 'block' });
    const at = (address: string, userId = person.id) => dossier.admin.call(addresses.tryAddress, { address, userId });
    expect(await at(home)).toEqual({
      address: home,
      fullName: 'Tried',
      answers: [
        { scope: 'signIn', admitted: true, why: 'allowed', segment: 'Travellers' },
        { scope: 'download', admitted: false, why: 'blocked', segment: 'Café' },
        { scope: 'administration', admitted: true, why: 'free' },
      ],
    });
    const other = await makeUser(dossier);
    expect((await at(home, other.id)).answers[0]).toEqual({ scope: 'signIn', admitted: false, why: 'outside' });
    expect((await at('127.0.0.1', other.id)).answers[0]).toEqual({ scope: 'signIn', admitted: true, why: 'own' });
    const own = await dossier.admin.call(addresses.tryAddress);
    expect(own.address).toBe('127.0.0.1');
    expect(await dossier.admin.refused(addresses.tryAddress, { address: '198.51.100.0/24' })).toBe(400);
  });

  it('are found by name and address, logged, and hidden from other organisations', async () => {
    const id = await segment({ name: 'Branch North', addresses: '2001:db8::/32' });
    for (const keyword of ['north', '2001:DB8'])
      expect((await dossier.admin.call(addresses.segments, { keyword })).list.map((one) => one.id)).toEqual([id]);
    const other = await makeOrganisation(dossier);
    expect((await other.admin.call(addresses.segments)).totalNumber).toBe(0);
    expect(await other.admin.refused(addresses.deleteSegment, { id })).toBe(5805);
    const wrong = { name: 'x', addresses: 'somewhere', scope: 'signIn', kind: 'allow' };
    expect(await dossier.admin.refused(addresses.createSegment, wrong)).toBe(400);
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').selectAll().where('action', '=', 902).execute();
    expect(rows.some(({ obj_name, detail }) => obj_name === 'Branch North' && detail?.includes('2001:db8::/32'))).toBe(true);
  });

  it('are not cached for other requests until their change is committed', async () => {
    const { services: built, engine } = dossier;
    const { id: personId, spaceId } = await dossier.admin.call(session.current);
    const row = { name: 'Nowhere', name_key: 'nowhere', addresses: '192.0.2.1', scope: 'signIn', kind: 'allow' };
    const range = { low: addressKey('192.0.2.1') ?? '', high: addressKey('192.0.2.1') ?? '' };
    const target = { target_type: '', target_id: 0, enabled: 1, created_at: 0 };
    const query = { personId: Number(personId), spaceId: Number(spaceId) };
    const undone = built.database.write(async (db) => {
      await db
        .insertInto('address_range')
        .values({ id: newId(), organisation_id: query.spaceId, ...row, ...range, ...target })
        .execute();
      await bumpVersion(db, 'site');
      expect(await mayEnterSpace({ services: built, db, address: home }, query)).toBe(false);
      throw new Error(`undone on ${engine}`);
    });
    await expect(undone).rejects.toThrow('undone');
    // another change gets the same version, and commits
    await segment({ kind: 'block', addresses: '192.0.2.9' });
    expect(await mayEnterSpace({ services: built, db: built.database.read, address: home }, query)).toBe(true);
  });
});
