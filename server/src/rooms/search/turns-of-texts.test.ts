import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { turnsOfTexts } from './turns-of-texts.ts';
import { putOff, queueTexts, stages, unqueue, type Waiting } from './waiting-queries.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('who brings many delays nobody else by more than one, whoever came first', async () => {
  const { client, id: granteeId } = await makeSignedIn(house);
  const parentId = await makeCabinet(house.admin);
  await house.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId, level: level.upload });
  const place = async (name: string, by = house.admin) => Number(await makeDocument(house, by, { parentId, name }));
  const early = await place('early.png', client);
  const many: number[] = [];
  for (let n = 0; n < 12; n++) many.push(await place(`scan${n}.png`));
  const late = await place('late.png', client);
  await house.drain();
  const { database } = house.house;
  await database.write((db) => queueTexts(db, [early, ...many, late]));
  const next = turnsOfTexts(house.house, stages.reading);
  const isTheirs = ({ id }: Waiting): boolean => id === early || id === late;
  const first = await next(2);
  const second = await next(2);
  expect([first, second].map((some) => some.filter(isTheirs).map(({ id }) => id))).toEqual([[early], [late]]);

  // what takes long, one after the other
  for (const id of [early, ...many, late]) await database.write((db) => putOff(db, { id, stage: stages.recognising }));
  const slow = turnsOfTexts(house.house, stages.recognising);
  const order: number[] = [];
  for (let n = 0; n < 4; n++) {
    const [one] = await slow(1);
    order.push(one?.id ?? 0);
    await database.write((db) => unqueue(db, { id: one?.id ?? 0 }));
  }
  expect(order).toEqual([late, many[11], early, many[10]]);
});
