import { createHash } from 'node:crypto';
import { moduleType } from '@dossier/contract/core/rights';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBundle } from '../../../test/bundle.ts';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { makeOrganisation } from '../../../test/other-organisation.ts';
import { zipOf } from '../../../test/zip-of.ts';
import { checkQuotas } from './quotas.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

/** What fsck reports about the counters. */
const wrong = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { text } of checkQuotas(dossier.services.database.read)) found.push(text);
  return found;
};

/** A user with a cabinet of their own and a shared one, both with a document of 100 bytes. */
interface Owner extends Made {
  client: Client;
  own: string;
  document: string;
  shared: string;
  elsewhere: string;
}

async function makeOwner(): Promise<Owner> {
  const made = await makeSignedIn(dossier);
  const own = await makeCabinet(made.client, { moduleType: moduleType.my });
  const shared = await makeCabinet(dossier.admin);
  const { permissions } = await import('@dossier/contract/access/permissions');
  await dossier.admin.call(permissions.grant, { objId: [shared], granteeType: 'user', granteeId: made.id, level: 255, reach: 'all' });
  const document = await makeDocument(dossier, made.client, { parentId: own, name: 'own.txt', bytes: 'o'.repeat(100) });
  const elsewhere = await makeDocument(dossier, made.client, { parentId: shared, name: 'there.txt', bytes: 't'.repeat(100) });
  return { ...made, own, document, shared, elsewhere };
}

const setQuota = (userIds: string[], most: number | '') => dossier.admin.call(limits.setQuota, { userIds, most });
const usedBy = async (client: Client) => (await client.call(limits.ownQuota)).person?.used;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

async function checkIn(owner: Owner, id: string, bytes: string): Promise<void> {
  const { uploadUrl } = await owner.client.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, Buffer.from(bytes));
}

/** The code of the message after unpacking. */
async function unpacked(client: Client): Promise<number | undefined> {
  await dossier.drain();
  return (await client.call(messages.list, { pageNo: 1 })).list.find(({ msgType: kind }) => kind === 23 || kind === 24)?.msgType;
}

/** Every operation that adds 100 bytes to an own area; each answers false when refused. */
const operations: Record<string, (owner: Owner) => Promise<unknown>> = {
  'an upload': ({ client, own }) => makeDocument(dossier, client, { parentId: own, name: 'new.txt', bytes: 'n'.repeat(100) }),
  'an upload into folders': ({ client, own }) =>
    makeDocument(dossier, client, { parentId: own, folderPath: 'a/b', name: 'new.txt', bytes: 'n'.repeat(100) }),
  'small files in one request': async ({ client, own }) => {
    const { files } = await sendBundle(dossier, client.token, [{ parentId: own, name: 'small.txt', bytes: 'b'.repeat(100) }]);
    if (files[0]?.code !== 200) throw new Error(`answered ${files[0]?.code}`);
  },
  'an upload without a transfer': ({ client, own }) =>
    client.call(content.apass, { parentId: own, name: 'same.txt', size: 100, sha256: sha('t'.repeat(100)) }),
  'the same name as a revision': ({ client, own }) =>
    makeDocument(dossier, client, { parentId: own, name: 'own.txt', bytes: 'r'.repeat(100), onSameName: 'revision' }),
  'a check-in': (owner) => checkIn(owner, owner.document, 'c'.repeat(100)),
  'a revision restored': async (owner) => {
    const revisions = await owner.client.call(content.revisions, { id: owner.document });
    return owner.client.call(content.restoreRevision, { id: owner.document, currentRev: revisions.at(-1)?.id ?? '' });
  },
  'a copy': async ({ client, own, elsewhere }) => {
    await client.call(library.copy, { objIds: [elsewhere] });
    return client.call(library.paste, { parentId: own });
  },
  'a copied folder': async ({ client, own, shared, elsewhere }) => {
    const folder = await makeFolder(client, shared);
    await client.call(library.move, { objIds: [elsewhere], parentId: folder });
    await client.call(library.copy, { objIds: [folder] });
    return client.call(library.paste, { parentId: own });
  },
  'a copy within': async ({ client, own, document }) => {
    await client.call(library.copy, { objIds: [document] });
    return client.call(library.paste, { parentId: own, onSameName: 'rename' });
  },
  'a move from elsewhere': ({ client, own, elsewhere }) => client.call(library.move, { objIds: [elsewhere], parentId: own }),
  'a moved folder, with what is in the bin of it': async ({ client, own, shared, elsewhere }) => {
    const folder = await makeFolder(client, shared);
    await client.call(library.move, { objIds: [elsewhere], parentId: folder });
    await client.call(library.remove, { objIds: [elsewhere] }).catch(() => undefined);
    return client.call(library.move, { objIds: [folder], parentId: own });
  },
  'cut and paste': async ({ client, own, elsewhere }) => {
    await client.call(library.cut, { objIds: [elsewhere] });
    return client.call(library.paste, { parentId: own });
  },
  'a handover': async ({ id }) => {
    const leaver = await makeSignedIn(dossier);
    const cabinet = await makeCabinet(leaver.client, { moduleType: moduleType.my });
    await makeDocument(dossier, leaver.client, { parentId: cabinet, bytes: 'h'.repeat(100) });
    await setQuota([leaver.id], 500);
    await dossier.admin.call(admin.deleteUser, { id: leaver.id, heirId: id });
  },
  'an archive unpacked': async ({ client, own, shared }) => {
    const bytes = await zipOf([{ name: 'in.txt', bytes: 'z'.repeat(100) }]);
    const id = await makeDocument(dossier, client, { parentId: shared, name: 'in.zip', bytes });
    await client.call(archives.extract, { id, parentId: own });
    if ((await unpacked(client)) !== 23) throw new Error('4622');
  },
};

/** The code of a refusal, however it was reported. */
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    return /\b4\d{3}\b/.exec((error as Error).message)?.[0] ?? String(error);
  }
};

describe('a user quota', () => {
  it.each(Object.keys(operations))('counts %s: refused without room, done with it', async (name) => {
    const operation = operations[name] as (owner: Owner) => Promise<unknown>;
    const owner = await makeOwner();
    // creates an older revision to restore
    await checkIn(owner, owner.document, 'x'.repeat(100));
    await setQuota([owner.id], 299);
    expect(await usedBy(owner.client)).toBe(200);
    expect(await codeOf(operation(owner))).toBe('4622');
    expect(await usedBy(owner.client)).toBe(200);
    expect(await wrong()).toEqual([]);
    const again = await makeOwner();
    await checkIn(again, again.document, 'x'.repeat(100));
    await setQuota([again.id], 300);
    expect(await codeOf(operation(again))).toBe('done');
    expect(await usedBy(again.client)).toBe(300);
    expect(await wrong()).toEqual([]);
  });

  it('refuses of several files in one request only those that do not fit', async () => {
    const { client, id, own } = await makeOwner();
    await setQuota([id], 250);
    const { files } = await sendBundle(
      dossier,
      client.token,
      [60, 60, 60, 30].map((size) => ({ parentId: own, bytes: 's'.repeat(size) })),
    );
    expect(files.map(({ code }) => code)).toEqual([200, 200, 4622, 200]);
    expect(await usedBy(client)).toBe(250);
    expect(await wrong()).toEqual([]);
  });

  it('is freed by moving away and by purging, not by the bin', async () => {
    const { client, id, own, shared, document } = await makeOwner();
    await setQuota([id], 250);
    const folder = await makeFolder(client, own);
    const second = await makeDocument(dossier, client, { parentId: folder, bytes: 's'.repeat(100) });
    await client.call(library.delete, { objIds: [second] });
    expect(await usedBy(client)).toBe(200);
    await client.call(library.restore, { objIds: [second] });
    await client.call(library.move, { objIds: [folder], parentId: shared });
    expect(await usedBy(client)).toBe(100);
    await client.call(library.delete, { objIds: [document] });
    expect(await usedBy(client)).toBe(100);
    await client.call(library.remove, { objIds: [document] });
    expect(await usedBy(client)).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  it('refuses before the bytes are sent, and again at their end', async () => {
    const { client, id, own } = await makeOwner();
    await setQuota([id], 200);
    expect(await client.refused(content.preUpload, { parentId: own, name: 'a.txt', size: 101 })).toBe(4622);
    const { uploadUrl } = await client.call(content.preUpload, { parentId: own, name: 'a.txt', size: 100 });
    await setQuota([id], 150);
    await expect(upload(dossier, uploadUrl, Buffer.alloc(100))).rejects.toThrow('4622');
    expect(await usedBy(client)).toBe(100);
    // existing documents stay accessible, above a lowered limit too
    await setQuota([id], 10);
    expect(await client.refused(content.preUpload, { parentId: own, name: 'a.txt', size: 1 })).toBe(4622);
    await makeDocument(dossier, client, { parentId: own, name: 'empty.txt', bytes: '' });
    await setQuota([id], '');
    expect((await client.call(limits.ownQuota)).person).toBeUndefined();
    await makeDocument(dossier, client, { parentId: own, bytes: 'b'.repeat(300) });
  });

  it('is announced at 80 and at 95 per cent, once each, and again after space was freed', async () => {
    const { client, id, own } = await makeOwner();
    await setQuota([id], 1000);
    const notified = async () => {
      await dossier.drain();
      return (await client.call(messages.list, { pageNo: 1 })).list.filter((one) => one.msgType === 60).map((one) => one.content);
    };
    const add = (size: number) => makeDocument(dossier, client, { parentId: own, bytes: 'b'.repeat(size) });
    await add(690);
    expect(await notified()).toEqual([]);
    await add(10);
    expect(await notified()).toEqual([expect.stringMatching(/80 ?%/)]);
    const last = await add(150);
    expect(await notified()).toEqual([expect.stringMatching(/95 ?%/), expect.stringMatching(/80 ?%/)]);
    await add(20);
    expect(await notified()).toHaveLength(2);
    await client.call(library.delete, { objIds: [last] });
    await client.call(library.remove, { objIds: [last] });
    await add(20);
    expect(await notified()).toHaveLength(2);
    await add(110);
    expect(await notified()).toEqual([expect.stringMatching(/95 ?%/), expect.stringMatching(/95 ?%/), expect.stringMatching(/80 ?%/)]);
  });
});

describe('copies and moves near a limit', () => {
  it('are announced at once, like uploads', async () => {
    const { client, id, own } = await makeOwner();
    const notified = async () => {
      await dossier.drain();
      return (await client.call(messages.list, { pageNo: 1 })).list.filter((one) => one.msgType === 60).map((one) => one.content);
    };
    const first = await makeDocument(dossier, client, { parentId: own, bytes: 'b'.repeat(300) });
    const { used = 0 } = (await setQuota([id], 1_000_000), (await client.call(limits.ownQuota)).person) ?? {};
    const most = Math.ceil((used + 300) / 0.85);
    await setQuota([id], most);
    expect(await notified()).toEqual([]);
    await client.call(library.copy, { objIds: [first] });
    await client.call(library.paste, { parentId: own, onSameName: 'rename' });
    expect(await notified()).toEqual([expect.stringMatching(/8[45] ?%/)]);
  });
});

describe('an organisation quota', () => {
  it('counts what its users and its cabinets hold', async () => {
    const other = await makeOrganisation(dossier);
    const [own, shared] = [await makeCabinet(other.admin, { moduleType: moduleType.my }), await makeCabinet(other.admin)];
    await makeDocument(dossier, other.admin, { parentId: own, bytes: 'a'.repeat(100) });
    const document = await makeDocument(dossier, other.admin, { parentId: shared, name: 'b.txt', bytes: 'b'.repeat(100) });
    await dossier.admin.call(people.updateOrganisation, { id: other.id, quota: 250 });
    const used = async () => (await other.admin.call(limits.ownQuota)).space?.used;
    expect(await used()).toBe(200);
    expect(await other.admin.refused(content.preUpload, { parentId: shared, name: 'c.txt', size: 51 })).toBe(4621);
    await other.admin.call(library.move, { objIds: [document], parentId: own });
    expect(await used()).toBe(200);
    await other.admin.call(library.copy, { objIds: [document] });
    expect(await other.admin.refused(library.paste, { parentId: shared })).toBe(4621);
    // documents of other organisations do not count
    await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), bytes: 'c'.repeat(500) });
    expect(await used()).toBe(200);
    await makeDocument(dossier, other.admin, { parentId: shared, bytes: 'd'.repeat(50) });
    expect(await wrong()).toEqual([]);
    await dossier.drain();
    expect((await other.admin.call(messages.list, { pageNo: 1 })).list.map((one) => one.msgType)).toContain(61);
    expect(
      (await dossier.admin.call(people.organisations, { keyword: 'Elsewhere' })).list.find((one) => one.id === other.id),
    ).toMatchObject({
      quota: { used: 250, most: 250 },
    });
    await dossier.admin.call(people.updateOrganisation, { id: other.id, quota: '' });
    expect((await other.admin.call(limits.ownQuota)).space).toBeUndefined();
  });
});

it('admits one of fifty concurrent uploads when there is space for one', async () => {
  const { client, id, own } = await makeOwner();
  for (let round = 1; round <= 20; round++) {
    const used = round * 100;
    // the limit comes after they were opened: each is promised its room then
    await setQuota([id], '');
    const open = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => client.call(content.preUpload, { parentId: own, name: `${round}-${n}.txt`, size: 100 })),
    );
    await setQuota([id], used + 100 + 99);
    const ended = await Promise.all(open.map(({ uploadUrl }, n) => codeOf(upload(dossier, uploadUrl, Buffer.alloc(100, n)))));
    expect(ended.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(ended)).toEqual(new Set(['done', '4622']));
    expect(await usedBy(client)).toBe(used + 100);
  }
  expect(await wrong()).toEqual([]);
});

it('fsck reports a wrong counter', async () => {
  const { id } = await makeOwner();
  await setQuota([id], 1000);
  const off = (used: number) =>
    dossier.services.database.write((db) => db.updateTable('quota').set({ used }).where('holder_id', '=', Number(id)).execute());
  await off(42);
  expect(await wrong()).toEqual([`the counter of person ${id} says 42 where 100 stand`]);
  await off(100);
  expect(await wrong()).toEqual([]);
});
