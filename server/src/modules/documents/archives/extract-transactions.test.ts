import { setTimeout as pause } from 'node:timers/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a large archive', () => {
  it('keeps others waiting shortly, however many equal names it holds and folders, however deep', async () => {
    const waits = async (bytes: Buffer, wanted: number) => {
      const [place, elsewhere] = [await makeFolder(dossier.admin, cabinet), await makeFolder(dossier.admin, cabinet)];
      await makeDocument(dossier, dossier.admin, { parentId: place, name: 'packed.zip', bytes, extract: true });
      let longest = 0;
      const state = { over: false };
      const working = dossier.drain().finally(() => (state.over = true));
      while (!state.over && (await countIn(place)) < wanted) {
        const from = performance.now();
        await makeFolder(dossier.admin, elsewhere);
        longest = Math.max(longest, performance.now() - from);
        await pause(20);
      }
      await working;
      // crossed too often with the others, so it is done again
      for (let n = 0; n < 5 && (await countIn(place)) < wanted; n++) {
        dossier.clock.forward(3600_000);
        await dossier.drain();
      }
      expect(await countIn(place)).toBe(wanted);
      return longest;
    };
    const equal = await zipOf(Array.from({ length: 1500 }, () => ({ name: 'a.txt' })));
    expect(await waits(equal, 1500)).toBeLessThan(1500);
    const deep = await zipOf(Array.from({ length: 12 }, (_, n) => ({ name: `${n}/${'d/'.repeat(90)}` })));
    expect(await waits(deep, 12)).toBeLessThan(1500);
  }, 300_000);

  it('stops where the right to it is taken, before the first piece or after it', async () => {
    const person = await makeSignedIn(dossier);
    const from = await makeFolder(dossier.admin, cabinet);
    const bytes = await zipOf(Array.from({ length: 600 }, (_, n) => ({ name: `${n}.txt` })));
    const id = await makeDocument(dossier, dossier.admin, { parentId: from, name: 'p.zip', bytes });
    const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    const give = (given: number) => dossier.admin.call(permissions.grant, { ...grant, objId: from, level: given });
    const order = async () => {
      await give(level.download);
      const place = await makeFolder(dossier.admin, cabinet);
      await dossier.admin.call(permissions.grant, { ...grant, objId: place, level: level.upload });
      await person.client.call(archives.extract, { id, parentId: place });
      return place;
    };
    const failure = async () =>
      (await person.client.call(messages.unread)).list.find((one) => one.msgType === msgType.extractFailed)?.content;
    const before = await order();
    await give(level.view);
    await dossier.drain();
    expect([await countIn(before), await failure()]).toEqual([0, expect.stringContaining('p.zip')]);
    const between = await order();
    const working = dossier.drain();
    while ((await countIn(between)) === 0) await pause(1);
    await give(level.view);
    await working;
    const placed = await countIn(between);
    expect(placed).toBeGreaterThan(0);
    expect(placed).toBeLessThan(600);
    expect(await failure()).toContain(String(placed));
  });
});
