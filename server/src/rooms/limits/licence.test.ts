import { content } from '@dossier/contract/content';
import { limits } from '@dossier/contract/limits';
import { messages } from '@dossier/contract/messages';
import { people } from '@dossier/contract/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn, makeUser } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { invite, makeOrganisation } from '../../../test/other-organisation.ts';
import { checkQuotas } from './check-quotas.ts';
import { limitsSweep } from './licence.ts';

let house: TestHouse;
beforeAll(async () => void (house = await openHouse()));
afterAll(() => house.close());

const day = 24 * 3600_000;
const set = (values: object) => house.admin.call(limits.setLicence, values);
const show = () => house.admin.call(limits.licence);
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => /\b\d{4}\b/.exec((error as Error).message)?.[0] ?? String(error),
  );

let count = 0;
const newUser = () => {
  const n = ++count;
  return house.admin.call(people.createUser, { loginName: `many${n}`, fullName: `Many ${n}`, password: `pass-word-${n}` });
};
const newOrganisation = () => {
  const n = ++count;
  const account = { loginName: `head${n}`, fullName: `Head ${n}`, password: `pass-word-${n}` };
  return house.admin.call(people.createOrganisation, { name: `Org ${n}`, ...account });
};

describe('the licence', () => {
  it("is nobody but the site's to see and to set", async () => {
    const { client } = await makeSignedIn(house);
    const { admin } = await makeOrganisation(house);
    for (const one of [client, admin]) {
      expect(await one.refused(limits.licence)).toBe(1011);
      expect(await one.refused(limits.setLicence, { people: 1 })).toBe(1011);
      expect(await one.refused(limits.usage)).toBe(1011);
    }
  });

  it('of twenty people made at once with one place left lets one in', async () => {
    const { people: now } = await show();
    await set({ people: now.used + 1 });
    const made = await Promise.all(Array.from({ length: 20 }, () => codeOf(newUser())));
    expect(made.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(made)).toEqual(new Set(['done', '5203']));
    expect((await show()).people).toEqual({ used: now.used + 1, most: now.used + 1 });
    expect(
      await house.admin.refused(people.createOrganisation, { name: 'No', loginName: 'nohead', fullName: 'No', password: 'pass-word-1' }),
    ).toBe(5203);
    await set({ people: '' });
  });

  it('counts whoever may sign in: who is disabled leaves a place, and takes one again', async () => {
    const made = await makeUser(house);
    const { people: now } = await show();
    await set({ people: now.used });
    await house.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect((await show()).people.used).toBe(now.used - 1);
    const other = await newUser();
    expect(await house.admin.refused(people.updateUser, { id: made.id, enabled: true })).toBe(5203);
    await house.admin.call(people.updateUser, { id: other.id, enabled: false });
    await house.admin.call(people.updateUser, { id: made.id, enabled: true });
    // below what there is: nobody is put out, and nobody new comes in
    await set({ people: 1 });
    await house.as(made);
    await house.admin.call(people.updateUser, { id: made.id, fullName: 'Still here' });
    expect(await codeOf(newUser())).toBe('5203');
    await set({ people: '' });
  });

  it('limits organisations, guests and bytes', async () => {
    const now = await show();
    await set({ organisations: now.organisations.used + 1, guests: now.guests.used, bytes: now.bytes.used + 100 });
    const other = await Promise.all(Array.from({ length: 5 }, () => codeOf(newOrganisation())));
    expect(other.toSorted()).toEqual(['5206', '5206', '5206', '5206', 'done']);
    await set({ organisations: '' });
    const made = await makeUser(house);
    const { admin } = await makeOrganisation(house);
    await expect(invite(admin, made.loginName)).rejects.toThrow('5205');
    const cabinet = await makeCabinet(house.admin);
    expect(await house.admin.refused(content.preUpload, { parentId: cabinet, name: 'a.txt', size: 101 })).toBe(5207);
    await makeDocument(house, house.admin, { parentId: cabinet, bytes: 'b'.repeat(100) });
    const found: string[] = [];
    for await (const { text } of checkQuotas(house.house.database.read)) found.push(text);
    expect(found).toEqual([]);
    await set({ guests: '', bytes: '' });
    await invite(admin, made.loginName);
  });

  it('ends: told of before, and from then on nothing new comes, and all there is stays', async () => {
    const cabinet = await makeCabinet(house.admin);
    const document = await makeDocument(house, house.admin, { parentId: cabinet, name: 'kept.txt' });
    const sweep = limitsSweep();
    const told = async () => {
      await sweep(house.house);
      await house.drain();
      return (await house.admin.call(messages.list, { pageNo: 1, pageSize: 50 })).list
        .map((one) => one.msgType)
        .filter((kind) => kind > 62);
    };
    await set({ ends: new Date(house.clock.now() + 40 * day).toISOString() });
    expect(await told()).toEqual([]);
    await set({ ends: new Date(house.clock.now() + 20 * day).toISOString() });
    expect(await told()).toEqual([63]);
    expect(await told()).toEqual([63]);
    await set({ ends: new Date(house.clock.now() + 3_600_000).toISOString() });
    expect(await told()).toEqual([63, 63]);
    house.clock.forward(2 * 3_600_000);
    expect(await told()).toEqual([64, 63, 63]);
    expect((await show()).expired).toBe(true);
    expect(await codeOf(newUser())).toBe('5202');
    expect(await house.admin.refused(content.preUpload, { parentId: cabinet, name: 'a.txt', size: 1 })).toBe(5202);
    await house.admin.call(content.download, { id: document });
    await set({ ends: '' });
    await makeDocument(house, house.admin, { parentId: cabinet });
  });

  it('keeps what there was each day, once', async () => {
    const sweep = limitsSweep();
    await sweep(house.house);
    const before = await house.admin.call(limits.usage, {});
    house.clock.forward(day);
    await house.admin.call(limits.licence).catch(() => undefined);
    house.admin = await house.as({ loginName: 'admin', password: 'admin-pass-1' });
    await sweep(house.house);
    await sweep(house.house);
    const after = await house.admin.call(limits.usage, {});
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ people: (await show()).people.used, bytes: (await show()).bytes.used });
    expect(await house.admin.call(limits.usage, { days: 1 })).toHaveLength(1);
  });
});
