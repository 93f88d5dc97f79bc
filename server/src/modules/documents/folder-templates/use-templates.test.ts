import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, right } from '@dossier/contract/core/rights';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { enter, invite, makeOrganisation, spaceOf } from '../../../../test/other-organisation.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterEach(() => expectWholeTree(dossier));
afterAll(() => dossier.close());

const hour = 3_600_000;

it('gives no rights among personal documents, and reports it', async () => {
  const { id } = await dossier.admin.call(templates.create, { name: 'Personal', enabled: true });
  const inner = await dossier.admin.call(templates.createFolder, { parentId: id, name: 'Inner' });
  const friend = await makeUser(dossier);
  const grants = [{ granteeType: 'user' as const, granteeId: friend.id, level: level.view }];
  await dossier.admin.call(templates.setRights, { id: inner.id, inherit: false, grants });
  const creator = await makeSignedIn(dossier);
  const mine = await makeCabinet(creator.client, { moduleType: moduleType.my });
  const { list } = await creator.client.call(templates.forecast, { id, parentId: mine });
  expect(list).toMatchObject([{ path: 'Inner', inherit: true, rights: [{ granteeName: friend.fullName, state: 'personal' }] }]);
  const lists = async () =>
    (
      await dossier.services.database.read
        .selectFrom('acl')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const before = await lists();
  const made = await creator.client.call(library.createFolder, { parentId: mine, name: 'Made', templateId: id });
  expect(made.notGiven).toEqual([{ folder: 'Inner', granteeName: friend.fullName, why: 'personal' }]);
  expect(await lists()).toBe(before);
  const [within] = (await creator.client.call(library.items, { parentId: made.id })).list;
  expect((await creator.client.call(permissions.list, { objId: within?.id ?? '' })).inherit).toBe(true);
});

it('creates a limited number of folders an hour per user, and then answers 502', async () => {
  const { id } = await dossier.admin.call(templates.create, { name: 'Many', enabled: true });
  await dossier.admin.call(templates.createFolder, { parentId: id, name: 'Inner' });
  const creator = await makeSignedIn(dossier);
  const mine = await makeCabinet(creator.client, { moduleType: moduleType.my });
  const make = (name: string) => ({ parentId: mine, name, templateId: id });
  await creator.client.call(library.createFolder, make('x1'));
  // as if a thousand folders had been created
  const asIf = { failures: 1998 };
  const { write } = dossier.services.database;
  await write((db) => db.updateTable('sign_in_attempt').set(asIf).where('key', '=', `from-template:${creator.id}`).execute());
  await creator.client.call(library.createFolder, make('x2'));
  expect(await creator.client.refused(library.createFolder, make('x4'))).toBe(502);
  await creator.client.call(library.createFolder, { parentId: mine, name: 'Without a template' });
  dossier.clock.forward(hour + 1000);
  await creator.client.call(library.createFolder, make('x4'));
});

it('tells guests how many principals get rights, but names only themselves', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const [told, gone] = [await makeUser(dossier, { fullName: 'Wolfgang Told' }), await makeGroup(dossier, [], 'Takeover of Acme')];
  const other = await makeOrganisation(dossier);
  await invite(dossier.admin, other.loginName);
  await enter(other.admin, await spaceOf(dossier.admin));
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: other.adminId,
    level: right.visible | right.upload,
  });
  const { id } = await dossier.admin.call(templates.create, { name: 'Case', description: 'For the takeover', enabled: true });
  const grants = [
    { granteeType: 'user' as const, granteeId: told.id, level: level.view },
    { granteeType: 'user' as const, granteeId: other.adminId, level: level.view },
    { granteeType: 'group' as const, granteeId: gone, level: level.view },
  ];
  await dossier.admin.call(templates.setRights, { id, inherit: true, grants });
  const foreseen = () => other.admin.call(templates.forecast, { id, parentId: cabinet });
  expect(await foreseen()).toMatchObject({
    list: [
      {
        rights: [{ granteeId: other.adminId }],
        others: [
          { granteeType: 'user', number: 1 },
          { granteeType: 'group', number: 1 },
        ],
      },
    ],
  });
  await dossier.admin.call(people.deleteGroup, { id: gone });
  const answers = JSON.stringify([
    await other.admin.call(templates.choices),
    await foreseen(),
    await other.admin.call(library.createFolder, { parentId: cabinet, name: 'Guests', templateId: id }),
  ]);
  expect(answers).toContain('"why":"gone"');
  for (const secret of ['Wolfgang', 'takeover', 'Takeover', `"${told.id}"`, `"${gone}"`]) expect(answers).not.toContain(secret);
  // members of the organisation see all of it
  expect(JSON.stringify(await dossier.admin.call(templates.forecast, { id, parentId: cabinet }))).toContain('Wolfgang Told');
});
