import { library } from '@dossier/contract/documents/library';
import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSignedIn } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';

let dossier: TestServer;
beforeEach(async () => {
  dossier = await openTestServer();
});
afterEach(() => dossier.close());

const setup = () => dossier.admin.call(site.setup, {});

it('is open on an empty installation, goes on where it was left, and is closed once', async () => {
  expect(await setup()).toEqual({ open: true, done: [], skipped: [] });
  await dossier.admin.call(site.saveSetup, { step: 'language' });
  await dossier.admin.call(site.saveSetup, { step: 'mail', state: 'skipped' });
  // what the steps themselves make does not end it
  await makeSignedIn(dossier);
  expect(await setup()).toEqual({ open: true, done: ['language'], skipped: ['mail'] });
  await dossier.admin.call(site.saveSetup, { step: 'mail' });
  await dossier.admin.call(site.saveSetup, { close: true });
  await dossier.admin.call(site.saveSetup, { close: true });
  expect(await setup()).toEqual({ open: false, done: ['language', 'mail'], skipped: [] });
  await dossier.drain();
  const { list } = await dossier.admin.call(operationLog.log, {});
  expect(list.filter(({ objName }) => objName === 'setup')).toHaveLength(1);
});

it.each([
  ['people', () => dossier.admin.call(people.createUser, { loginName: 'ana', fullName: 'Ana', password: 'a-long-password-1' })],
  ['documents', () => dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: 3 })],
] as const)('is not offered on a site that has %s already', async (_, make) => {
  await make();
  expect((await setup()).open).toBe(false);
});

it('is only for who may change the settings', async () => {
  const { client } = await makeSignedIn(dossier);
  expect(await client.refused(site.setup, {})).toBe(1011);
  expect(await client.refused(site.saveSetup, { close: true })).toBe(1011);
});
