import { content } from '@dossier/contract/documents/content';
import { limits } from '@dossier/contract/identity/quotas';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeSignedIn, makeUser } from '../../../test/make.ts';
import { invite, makeOrganisation } from '../../../test/other-organisation.ts';
import { limitsSweep } from './licence.ts';
import { checkQuotas } from './quotas.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const day = 24 * 3600_000;
const set = (values: object) => dossier.admin.call(limits.setLicence, values);
const show = () => dossier.admin.call(limits.licence);
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => /\b\d{4}\b/.exec((error as Error).message)?.[0] ?? String(error),
  );

let count = 0;
const newUser = () => {
  const n = ++count;
  return dossier.admin.call(people.createUser, { loginName: `many${n}`, fullName: `Many ${n}`, password: `pass-word-${n}` });
};
const newOrganisation = () => {
  const n = ++count;
  const account = { loginName: `head${n}`, fullName: `Head ${n}`, password: `pass-word-${n}` };
  return dossier.admin.call(people.createOrganisation, { name: `Org ${n}`, ...account });
};

describe('the licence', () => {
  it("is nobody but the site's to see and to set", async () => {
    const { client } = await makeSignedIn(dossier);
    const { admin } = await makeOrganisation(dossier);
    for (const one of [client, admin]) {
      expect(await one.refused(limits.licence)).toBe(1011);
      expect(await one.refused(limits.setLicence, { people: 1 })).toBe(1011);
      expect(await one.refused(limits.usage)).toBe(1011);
    }
  });

  it('admits one of twenty concurrent creations with one place left', async () => {
    const { people: now } = await show();
    await set({ people: now.used + 1 });
    const made = await Promise.all(Array.from({ length: 20 }, () => codeOf(newUser())));
    expect(made.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(made)).toEqual(new Set(['done', '5203']));
    expect((await show()).people).toEqual({ used: now.used + 1, most: now.used + 1 });
    expect(
      await dossier.admin.refused(people.createOrganisation, { name: 'No', loginName: 'nohead', fullName: 'No', password: 'pass-word-1' }),
    ).toBe(5203);
    await set({ people: '' });
  });

  it('counts enabled users: disabling one frees a place, enabling takes one', async () => {
    const made = await makeUser(dossier);
    const { people: now } = await show();
    await set({ people: now.used });
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect((await show()).people.used).toBe(now.used - 1);
    const other = await newUser();
    expect(await dossier.admin.refused(people.updateUser, { id: made.id, enabled: true })).toBe(5203);
    await dossier.admin.call(people.updateUser, { id: other.id, enabled: false });
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: true });
    // a limit below the present count removes nobody, and admits nobody new
    await set({ people: 1 });
    await dossier.as(made);
    await dossier.admin.call(people.updateUser, { id: made.id, fullName: 'Still here' });
    expect(await codeOf(newUser())).toBe('5203');
    await set({ people: '' });
  });

  it('limits organisations, guests and bytes', async () => {
    const now = await show();
    await set({ organisations: now.organisations.used + 1, guests: now.guests.used, bytes: now.bytes.used + 100 });
    const other = await Promise.all(Array.from({ length: 5 }, () => codeOf(newOrganisation())));
    expect(other.toSorted()).toEqual(['5204', '5204', '5204', '5204', 'done']);
    await set({ organisations: '' });
    const made = await makeUser(dossier);
    const { admin } = await makeOrganisation(dossier);
    await expect(invite(admin, made.loginName)).rejects.toThrow('5201');
    const cabinet = await makeCabinet(dossier.admin);
    expect(await dossier.admin.refused(content.preUpload, { parentId: cabinet, name: 'a.txt', size: 101 })).toBe(5205);
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, bytes: 'b'.repeat(100) });
    const found: string[] = [];
    for await (const { text } of checkQuotas(dossier.services.database.read)) found.push(text);
    expect(found).toEqual([]);
    await set({ guests: '', bytes: '' });
    await invite(admin, made.loginName);
  });

  it('warns before it ends, then refuses new data and keeps all existing', async () => {
    const cabinet = await makeCabinet(dossier.admin);
    const document = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'kept.txt' });
    const sweep = limitsSweep();
    const notified = async () => {
      await sweep(dossier.services);
      await dossier.drain();
      return (await dossier.admin.call(messages.list, { pageNo: 1, pageSize: 50 })).list
        .map((one) => one.msgType)
        .filter((kind) => kind > 62);
    };
    await set({ ends: new Date(dossier.clock.now() + 40 * day).toISOString() });
    expect(await notified()).toEqual([]);
    await set({ ends: new Date(dossier.clock.now() + 20 * day).toISOString() });
    expect(await notified()).toEqual([63]);
    expect(await notified()).toEqual([63]);
    await set({ ends: new Date(dossier.clock.now() + 3_600_000).toISOString() });
    expect(await notified()).toEqual([63, 63]);
    dossier.clock.forward(2 * 3_600_000);
    expect(await notified()).toEqual([64, 63, 63]);
    expect((await show()).expired).toBe(true);
    expect(await codeOf(newUser())).toBe('5202');
    expect(await dossier.admin.refused(content.preUpload, { parentId: cabinet, name: 'a.txt', size: 1 })).toBe(5202);
    await dossier.admin.call(content.download, { id: document });
    await set({ ends: '' });
    await makeDocument(dossier, dossier.admin, { parentId: cabinet });
  });

  it('stores the usage once a day', async () => {
    const sweep = limitsSweep();
    await sweep(dossier.services);
    const before = await dossier.admin.call(limits.usage, {});
    dossier.clock.forward(day);
    await dossier.admin.call(limits.licence).catch(() => undefined);
    dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
    await sweep(dossier.services);
    await sweep(dossier.services);
    const after = await dossier.admin.call(limits.usage, {});
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ people: (await show()).people.used, bytes: (await show()).bytes.used });
    expect(await dossier.admin.call(limits.usage, { days: 1 })).toHaveLength(1);
  });
});
