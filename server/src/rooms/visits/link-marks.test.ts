import { looks } from '@dossier/contract/looks';
import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { level } from '@dossier/contract/rights';
import { links, shares } from '@dossier/contract/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { come, visitorOf } from '../../../test/share-people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('names the giver in the mark until it is known who looks', async () => {
  const [ann, bob] = [await makeSignedIn(house, { fullName: 'Ann Giver' }), await makeSignedIn(house, { fullName: 'Bob' })];
  const cabinet = await makeCabinet(house.admin);
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: 'plan.txt' });
  await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: ann.id, level: level.view });
  const linesOf = async (look: string) => (await house.nobody.call(looks.mark, { look })).mark?.lines ?? [];
  const lookOf = async (visit: Client, token: string) => (await visit.call(links.view, { token, id })).look;

  expect((await linesOf((await ann.client.call(preview.view, { id })).look)).join('\n')).toContain('Ann Giver');
  const { token } = await ann.client.call(shares.create, { objIds: [id] });
  const unknown = await linesOf(await lookOf(await come(house, token), token));
  expect(unknown).toHaveLength(3);
  expect(unknown.at(-1)).toMatch(/Ann Giver/);

  const inside = await ann.client.call(shares.create, { objIds: [id], colleagues: [{ granteeType: 'user', granteeId: bob.id }] });
  const { sessionId } = await bob.client.call(shares.enter, { token: inside.token });
  const known = await linesOf(await lookOf(visitorOf(house, sessionId), inside.token));
  expect(known.join('\n')).toContain('Bob');
  expect(known.join('\n')).not.toContain('Ann Giver');
});
