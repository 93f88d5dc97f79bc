import { permissions } from '@dossier/contract/access/permissions';
import { reviews } from '@dossier/contract/access/reviews';
import { module, moduleType } from '@dossier/contract/core/rights';
import type { InputOf, Route } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';

const moduleTypes = [module.home, module.my, module.enterprise];

let dossier: TestServer;
let officer: Awaited<ReturnType<typeof makeSignedIn>>;
let [inside, outside]: [Client | undefined, Client | undefined] = [undefined, undefined];
beforeAll(async () => {
  dossier = await openTestServer();
  const role = await makeRole(dossier, { moduleTypes, deeds: ['people.see', 'cabinets.create', 'rights.see', 'rights.owner'] });
  officer = await makeSignedIn(dossier, { roleIds: [role] });
  await dossier.admin.call(addresses.createSegment, {
    name: 'Office',
    addresses: '198.51.100.0/24',
    scope: 'administration',
    kind: 'allow',
  });
  inside = officer.client.from({ address: '198.51.100.7' });
  outside = officer.client.from({ address: '203.0.113.9' });
});
afterAll(() => dossier.close());

const codeOf = async <R extends Route>(client: Client | undefined, route: R, input: InputOf<R>): Promise<unknown> =>
  (JSON.parse((await client?.raw(route, input))?.text ?? '{}') as { code?: number }).code;

const administrativeCalls: [string, Route, unknown][] = [
  ['creating a shared cabinet', library.createCabinet, { name: 'Made by office', moduleType: moduleType.enterprise }],
  ['all rights that end', permissions.ending, { scope: 'all', days: 30 }],
  ['how all reviews stand', reviews.states, { scope: 'all' }],
];

it.each(administrativeCalls)('%s requires the permission, from an allowed address', async (_, route, input) => {
  expect(await codeOf(outside, people.users, {})).toBe(5802);
  expect(await codeOf(outside, route, input as never)).toBe(5802);
  expect(await codeOf(inside, route, input as never)).toBe(200);
  const plain = await makeSignedIn(dossier);
  expect(await codeOf(plain.client, route, input as never)).toBe(1011);
});

it('what needs no permission is answered from every address', async () => {
  expect(await codeOf(outside, library.createCabinet, { name: 'My own', moduleType: 2 })).toBe(200);
  expect(await codeOf(outside, permissions.ending, { scope: 'mine', days: 30 })).toBe(200);
  expect(await codeOf(outside, reviews.states, { scope: 'managed' })).toBe(200);
});

it('a new owner is set by permission from the allowed addresses only, by the owner from everywhere', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const next = await makeUser(dossier);
  const toOfficer = { objId: cabinet, userId: officer.id };
  expect(await codeOf(outside, permissions.owner, toOfficer)).toBe(5802);
  expect(await codeOf(inside, permissions.owner, toOfficer)).toBe(200);
  expect(await codeOf(outside, permissions.owner, { objId: cabinet, userId: next.id })).toBe(200);
  expect(await codeOf(outside, permissions.owner, toOfficer)).toBe(5802);
});
