import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { type QueuedDocument, dequeueText, enqueueTexts, extractionStages, moveToStage } from './text-queue.queries.ts';
import { fairTextQueue } from './text-queue.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('a user who uploads many documents delays others by at most one, whoever came first', async () => {
  const { client, id: granteeId } = await makeSignedIn(dossier);
  const parentId = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.upload });
  const place = async (name: string, by = dossier.admin) => Number(await makeDocument(dossier, by, { parentId, name }));
  const early = await place('early.png', client);
  const many: number[] = [];
  for (let n = 0; n < 12; n++) many.push(await place(`scan${n}.png`));
  const late = await place('late.png', client);
  await dossier.drain();
  const { database } = dossier.services;
  await database.write((db) => enqueueTexts(db, [early, ...many, late]));
  const next = fairTextQueue(dossier.services, extractionStages.reading);
  const isTheirs = ({ id }: QueuedDocument): boolean => id === early || id === late;
  const first = await next(2);
  const second = await next(2);
  expect([first, second].map((some) => some.filter(isTheirs).map(({ id }) => id))).toEqual([[early], [late]]);

  // the slow stage, one document after the other
  for (const id of [early, ...many, late]) await database.write((db) => moveToStage(db, { id, stage: extractionStages.recognising }));
  const slow = fairTextQueue(dossier.services, extractionStages.recognising);
  const order: number[] = [];
  for (let n = 0; n < 4; n++) {
    const [one] = await slow(1);
    order.push(one?.id ?? 0);
    await database.write((db) => dequeueText(db, { id: one?.id ?? 0 }));
  }
  expect(order).toEqual([late, many[11], early, many[10]]);
});
