import { setTimeout as pause } from 'node:timers/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { zipOf } from '../../../../test/zip-of.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const countIn = async (parentId: string) => (await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 1 })).totalNumber;

/** What each transaction from now on costs, in ms of the processor: so long the writing of everybody else waits on a quiet machine. */
function timeTransactions(): () => number[] {
  const { database } = dossier.services;
  const costs: number[] = [];
  const write = database.write.bind(database);
  const watching = vi.spyOn(database, 'write').mockImplementation((work) =>
    write(async (db) => {
      const began = process.threadCpuUsage();
      try {
        return await work(db);
      } finally {
        const { user, system } = process.threadCpuUsage(began);
        costs.push((user + system) / 1000);
      }
    }),
  );
  return () => {
    watching.mockRestore();
    return costs;
  };
}

describe('a large archive', () => {
  it('is placed in short transactions, however many equal names it holds and folders, however deep', async () => {
    const longestTransaction = async (bytes: Buffer, wanted: number) => {
      const place = await makeFolder(dossier.admin, cabinet);
      await makeDocument(dossier, dossier.admin, { parentId: place, name: 'packed.zip', bytes, extract: true });
      const took = timeTransactions();
      await dossier.drain();
      expect(await countIn(place)).toBe(wanted);
      return Math.max(...took());
    };
    const equal = await zipOf(Array.from({ length: 1500 }, () => ({ name: 'a.txt' })));
    expect(await longestTransaction(equal, 1500)).toBeLessThan(1000);
    const deep = await zipOf(Array.from({ length: 12 }, (_, n) => ({ name: `${n}/${'d/'.repeat(90)}` })));
    expect(await longestTransaction(deep, 12)).toBeLessThan(1000);
  }, 300_000);

  it('stops when the right to the folder is revoked, before the first transaction or after it', async () => {
    const person = await makeSignedIn(dossier);
    const from = await makeFolder(dossier.admin, cabinet);
    const bytes = await zipOf(Array.from({ length: 600 }, (_, n) => ({ name: `${n}.txt` })));
    const id = await makeDocument(dossier, dossier.admin, { parentId: from, name: 'p.zip', bytes });
    const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    const grantTo = (given: number) => dossier.admin.call(permissions.grant, { ...grant, objId: from, level: given });
    const order = async () => {
      await grantTo(level.download);
      const place = await makeFolder(dossier.admin, cabinet);
      await dossier.admin.call(permissions.grant, { ...grant, objId: place, level: level.upload });
      await person.client.call(archives.extract, { id, parentId: place });
      return place;
    };
    const failure = async () =>
      (await person.client.call(messages.unread)).list.find((one) => one.msgType === msgType.extractFailed)?.content;
    const before = await order();
    await grantTo(level.view);
    await dossier.drain();
    expect([await countIn(before), await failure()]).toEqual([0, expect.stringContaining('p.zip')]);
    const between = await order();
    const working = dossier.drain();
    while ((await countIn(between)) === 0) await pause(1);
    await grantTo(level.view);
    await working;
    const placed = await countIn(between);
    expect(placed).toBeGreaterThan(0);
    expect(placed).toBeLessThan(600);
    expect(await failure()).toContain(String(placed));
  });
});
