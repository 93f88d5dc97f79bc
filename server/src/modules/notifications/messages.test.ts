import { langs } from '@dossier/contract/core/shapes';
import { session } from '@dossier/contract/identity/sessions';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type Notification, type NotificationFacts, notify } from './notify.ts';

let dossier: TestServer;
let reader: Made & { client: Client };
let other: Made & { client: Client };
beforeAll(async () => {
  dossier = await openTestServer();
  reader = await makeSignedIn(dossier);
  other = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());

const item = { objType: 33, objId: 4711, name: '合同.pdf', ext: 'pdf' };
const notifyUser = (person: Made, notification: NotificationFacts = { kind: 'zipReady', facts: {} }, more: Partial<Notification> = item) =>
  dossier.services.database.write((db) =>
    notify(db, { ...notification, ...more, personId: Number(person.id), at: dossier.clock.now() } as Notification),
  );
const unread = async (client: Client) => (await client.call(messages.unread)).totalNumber;
const newest = async ({ client }: { client: Client }) => (await client.call(messages.list)).list[0]!;

describe('a message', () => {
  it('is shown to its user only, newest first', async () => {
    const reading = await makeSignedIn(dossier);
    await notifyUser(reading);
    await notifyUser(reading, { kind: 'rightTaken', facts: { byName: 'Li' } });
    const { list, totalNumber } = await reading.client.call(messages.unread);
    expect(totalNumber).toBe(2);
    expect(list.map((message) => message.msgType)).toEqual([msgType.rightTaken, msgType.zipReady]);
    expect(list[1]).toMatchObject({ objType: 33, objId: '4711', name: '合同.pdf', ext: 'pdf', read: false });
    expect(await unread(other.client)).toBe(0);
  });

  it('names its items, to its user only', async () => {
    await notifyUser(reader);
    const { id } = await newest(reader);
    expect(await reader.client.call(messages.items, { msgId: id })).toEqual([{ objId: '4711', objType: 33, name: '合同.pdf', ext: 'pdf' }]);
    expect(await other.client.refused(messages.items, { msgId: id })).toBe(1002);
    await notifyUser(reader, { kind: 'zipReady', facts: {} }, { name: 'All.zip' });
    expect(await reader.client.call(messages.items, { msgId: (await newest(reader)).id })).toEqual([]);
  });

  it('is deleted by its user only, alone or with all that came before', async () => {
    const reading = await makeSignedIn(dossier);
    const kept = async () => (await reading.client.call(messages.list)).list.map(({ id }) => id);
    for (let n = 0; n < 4; n++) await notifyUser(reading);
    const [last = '', third = '', second = '', first = ''] = await kept();
    await other.client.call(messages.delete, { ids: [last], until: last });
    expect(await kept()).toHaveLength(4);
    await reading.client.call(messages.delete, { ids: [third] });
    expect(await kept()).toEqual([last, second, first]);
    await reading.client.call(messages.delete, { until: second });
    expect([await kept(), await unread(reading.client)]).toEqual([[last], 1]);
    for (const nothing of [{}, { ids: [] }]) expect(await reading.client.refused(messages.delete, nothing)).toBe(4641);
    expect(await kept()).toEqual([last]);
  });

  it('is not stored when its transaction fails', async () => {
    const before = await unread(reader.client);
    const failing = dossier.services.database.write(async (db) => {
      await notify(db, { kind: 'zipReady', facts: {}, personId: Number(reader.id), at: dossier.clock.now() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await unread(reader.client)).toBe(before);
  });
});

describe('the text', () => {
  const facts: NotificationFacts[] = [
    { kind: 'rightGiven', facts: { byName: 'Li', level: 27 } },
    { kind: 'rightGiven', facts: { byName: 'Li', level: 0 } },
    { kind: 'rightGiven', facts: { byName: 'Li', level: 1 | 2 | 64 } },
    { kind: 'rightTaken', facts: { byName: 'Li' } },
    { kind: 'zipReady', facts: {} },
    { kind: 'zipFailed', facts: { reason: 'folderMissing' } },
    { kind: 'extracted', facts: { count: 3 } },
    { kind: 'extractFailed', facts: { reason: 'uploadTooLarge', count: 0 } },
    { kind: 'extractFailed', facts: { reason: 'uploadTooLarge', count: 1000 } },
  ];
  const texts: Record<string, string[]> = {};

  it.each(langs)('is in the language of the reader: %s', async (lang) => {
    const { client, ...made } = await makeSignedIn(dossier);
    await client.call(session.setLang, { value: lang });
    for (const fact of facts) await notifyUser(made, fact);
    const list = (await client.call(messages.list)).list.toReversed();
    texts[lang] = list.map((message) => message.content);
    for (const [at, text] of texts[lang].entries()) {
      expect(text).toContain('合同.pdf');
      expect(text).not.toMatch(/[{}]|undefined/);
      if ('byName' in facts[at]!.facts) expect(text).toContain('Li');
    }
    await client.call(session.setLang, { value: 'en' });
    expect((await newest({ client })).content).toContain('was only partly extracted');
  });

  it('differs in every language', () => {
    for (const at of facts.keys()) {
      const said = langs.map((lang) => texts[lang]?.[at]);
      const shared = langs.filter((_, place) => said.indexOf(said[place]) !== place);
      expect(shared, said.join('\n')).toEqual([]);
    }
    expect(texts['en']![0]).toBe('Li granted you access to “合同.pdf”: download the original');
    expect(texts['cn']![2]).toBe('Li 授予您对“合同.pdf”的权限：可见、查看、修改');
  });
});

describe('reading', () => {
  it('is paged with totals, all or unread only', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    for (let n = 0; n < 17; n++) await notifyUser(made);
    const first = await client.call(messages.list);
    expect(first).toMatchObject({ pageNo: 1, pageSize: 15, totalNumber: 17 });
    const second = await client.call(messages.list, { pageNo: 2 });
    expect(second.list).toHaveLength(2);
    await client.call(messages.markRead, { ids: second.list.map(({ id }) => id) });
    expect(await client.call(messages.list, { unread: true })).toMatchObject({ totalNumber: 15 });
    expect(await client.call(messages.unread)).toMatchObject({ totalNumber: 15, list: { length: 5 } });
    expect((await client.call(messages.list, { pageNo: 2 })).list.every(({ read }) => read)).toBe(true);
    await client.call(messages.markRead);
    expect(await unread(client)).toBe(0);
    expect(await client.refused(messages.list, { pageSize: 51 })).toBe(400);
  });

  it("leaves others' messages alone", async () => {
    await notifyUser(reader);
    const { id } = await newest(reader);
    const before = await unread(reader.client);
    await other.client.call(messages.markRead, { ids: id });
    expect(await unread(reader.client)).toBe(before);
    await reader.client.call(messages.markRead, { ids: [id] });
    expect(await unread(reader.client)).toBe(before - 1);
  });
});
