import { module } from '@dossier/contract/core/rights';
import { logos, organisations } from '@dossier/contract/identity/organisations';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { findRole, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { type Elsewhere, makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
/** Has site permissions and no others. */
let site: Awaited<ReturnType<typeof makeSignedIn>>;
let other: Elsewhere;
/** Reads the log of the other organisation. */
let auditor: Client;
beforeAll(async () => {
  dossier = await openTestServer();
  site = await makeSignedIn(dossier, { roleIds: [await findRole(dossier.admin, 'Site administrators')], fullName: 'Sita Site' });
  other = await makeOrganisation(dossier, 'Beta');
  const there = { ...dossier, admin: other.admin };
  const role = await makeRole(there, { moduleTypes: [module.home], deeds: ['log.see'] });
  auditor = (await makeSignedIn(there, { roleIds: [role] })).client;
});
afterAll(() => dossier.close());

/** The logged actions of the site, newest first: action, object name and facts. */
async function done(by: Client) {
  await dossier.drain();
  const { list } = await by.call(operationLog.log, { userId: site.id, pageSize: 100 });
  return list
    .filter((line) => line.action !== action.userSignIn)
    .map((line) => [line.action, line.objName, JSON.parse(line.detail ?? '{}') as unknown]);
}

it('an organisation’s log shows who was made its administrator, and by whom', async () => {
  const given = { id: other.id, loginName: 'quiet.one', fullName: 'Quiet One', password: 'quiet-pass-1' };
  const { id } = await site.client.call(organisations.newAdministrator, given);
  expect((await (await dossier.as(given)).call(session.current)).deeds).toContain('roles.assign');
  const named = [action.organisationUpdate, 'Beta', { administrator: ['Quiet One'], changed: ['administrators'] }];
  expect(await done(auditor)).toEqual([named, [action.userCreate, 'Quiet One', { loginName: ['quiet.one'] }]]);
  await site.client.call(organisations.addAdministrator, { id: other.id, userId: id });
  expect((await done(auditor))[0]).toEqual(named);
  // and in the log of the site too
  expect((await done(dossier.admin)).slice(0, 2)).toEqual([named, named]);
});

it('an organisation’s log shows changes to it', async () => {
  await site.client.call(people.updateOrganisation, { id: other.id, description: 'Second' });
  const form = new FormData();
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'logo');
  const body = new Response(form);
  const answer = await dossier.server.app.inject({
    method: 'POST',
    url: `${logos.put}?id=${other.id}`,
    headers: { authorization: site.client.token ?? '', 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(200);
  const lines = [
    [action.organisationUpdate, 'Beta', { changed: ['logo'] }],
    [action.organisationUpdate, 'Beta', { description: ['', 'Second'], changed: ['description'] }],
  ];
  expect((await done(auditor)).slice(0, 2)).toEqual(lines);
  expect((await done(dossier.admin)).slice(0, 2)).toEqual(lines);
});

it('both organisations’ logs show that they are related, each with its own relations only', async () => {
  const [gamma, delta] = [await makeOrganisation(dossier, 'Gamma'), await makeOrganisation(dossier, 'Delta')];
  await site.client.call(organisations.setRelations, { id: other.id, otherIds: [gamma.id, delta.id] });
  const line = (name: string, relations: string) => [action.organisationUpdate, name, { relations: [relations], changed: ['relations'] }];
  const ofBeta = (await done(auditor))[0];
  expect([line('Beta', 'Gamma, Delta'), line('Beta', 'Delta, Gamma')]).toContainEqual(ofBeta);
  expect(await done(gamma.admin)).toEqual([line('Gamma', 'Beta')]);
  await site.client.call(organisations.setRelations, { id: other.id, otherIds: [delta.id] });
  expect(await done(gamma.admin)).toEqual([line('Gamma', ''), line('Gamma', 'Beta')]);
  expect(await done(delta.admin)).toEqual([line('Delta', 'Beta')]);
  expect((await done(dossier.admin))[0]).toEqual(line('Beta', 'Delta'));
});
