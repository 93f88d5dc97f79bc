import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import { codes } from '@dossier/contract/core/codes';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { enter, invite, makeGuest, makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const remove = (id: string, heirId?: string) => dossier.admin.call(admin.deleteUser, { id, ...(heirId !== undefined && { heirId }) });
const refused = (id: string, heirId?: string) => dossier.admin.refused(admin.deleteUser, { id, heirId });
const cabinetsOf = async (client: Client) => (await client.call(library.cabinets, { moduleType: moduleType.my })).list;
const inFolder = async (client: Client, parentId: string) => (await client.call(library.items, { parentId })).list;

/** A user with owned resources of every kind. */
async function makeRich() {
  const rich = await makeSignedIn(dossier, { mail: `rich${Math.random()}@example.org` });
  const shared = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, { objId: shared, granteeType: 'user', granteeId: rich.id, level: level.full, reach: 'all' });
  const owned = await makeFolder(rich.client, shared, { name: 'Owned' });
  await dossier.admin.call(permissions.owner, { objId: owned, userId: rich.id });
  const cabinet = await makeCabinet(rich.client, { name: 'Papers', moduleType: moduleType.my });
  const inside = await makeFolder(rich.client, cabinet, { name: 'Inside' });
  const document = await makeDocument(dossier, rich.client, { parentId: inside, name: 'mine.txt', bytes: 'my own words' });
  const binned = await makeDocument(dossier, rich.client, { parentId: inside, name: 'gone.txt' });
  await rich.client.call(library.delete, { objIds: [binned] });
  const locked = await makeDocument(dossier, rich.client, { parentId: shared, name: 'locked.txt' });
  await rich.client.call(content.lock, { id: locked });
  await rich.client.call(favourites.addFavorite, { objIds: [document] });
  const group = await makeGroup(dossier, [rich.id]);
  const department = await makeDepartment(dossier);
  await dossier.admin.call(people.addToDepartment, { id: department, userIds: [rich.id] });
  await dossier.admin.call(people.setHeads, { id: department, userIds: [rich.id] });
  await dossier.drain();
  return { ...rich, shared, owned, cabinet, inside, document, binned, locked, group, department };
}

describe('the owned resources', () => {
  it('list what a user owns, holds and heads', async () => {
    const rich = await makeRich();
    const resources = await dossier.admin.call(admin.estate, { id: rich.id });
    expect(resources).toMatchObject({
      fullName: rich.fullName,
      cabinets: 1,
      cabinetNames: ['Papers'],
      places: 1,
      documents: 3,
      locks: 1,
      uploads: 0,
      grants: 1,
      groups: 1,
      sessions: 1,
      guestIn: 0,
      needsHeir: true,
    });
    expect(resources.heads).toHaveLength(1);
    expect(resources.headless).toEqual(resources.heads);
    expect(resources.bytes).toBeGreaterThan(12);
    await rich.client.call(content.preUpload, { parentId: rich.inside, name: 'open.txt', size: 5, onSameName: 'refuse' });
    expect(await dossier.admin.call(admin.estate, { id: rich.id })).toMatchObject({ uploads: 1 });
  });

  it('are shown to those who may remove users, for their own organisation', async () => {
    const { client, id } = await makeSignedIn(dossier);
    expect(await client.refused(admin.estate, { id })).toBe(codes.adminOnly.code);
    const stranger = await makeOrganisation(dossier);
    expect(await stranger.admin.refused(admin.estate, { id })).toBe(codes.userMissing.code);
    expect(await stranger.admin.refused(admin.deleteUser, { id })).toBe(codes.userMissing.code);
  });
});

describe('removing a user', () => {
  it('refuses oneself, the last administrator, and an owner of resources without an heir', async () => {
    const { id: self } = await dossier.admin.call(people.users, { keyword: 'admin' }).then(({ list }) => ({ id: list[0]?.id ?? '' }));
    expect(await refused(self)).toBe(codes.cannotChangeSelf.code);
    const rich = await makeRich();
    expect(await refused(rich.id)).toBe(codes.heirNeeded.code);
    const off = await makeUser(dossier);
    await dossier.admin.call(people.updateUser, { id: off.id, enabled: false });
    for (const heir of [off.id, rich.id, '1']) expect(await refused(rich.id, heir)).toBe(codes.userMissing.code);
    const other = await makeOrganisation(dossier);
    expect(await refused(rich.id, other.adminId)).toBe(codes.userMissing.code);
    // the permission to remove users does not allow removing a user with higher permissions
    const role = await dossier.admin.call(people.createRole, { name: 'Removers', deeds: ['people.remove'] });
    const remover = await makeSignedIn(dossier, { roleIds: [role.id] });
    expect(await remover.client.refused(admin.deleteUser, { id: self })).toBe(codes.noRightToOperate.code);
  });

  it('makes nobody the heir of private documents who removes the account themselves', async () => {
    const { id: self } = await dossier.admin.call(session.current);
    const rich = await makeRich();
    expect((await dossier.admin.call(admin.estate, { id: rich.id })).heirIsOther).toBe(true);
    expect(await refused(rich.id, self)).toBe(codes.heirIsSelf.code);
    // in the bin they are private too
    await rich.client.call(library.delete, { objIds: [rich.cabinet] });
    expect(await refused(rich.id, self)).toBe(codes.heirIsSelf.code);
    await remove(rich.id, (await makeUser(dossier)).id);
    // what lies in the shared areas alone may be theirs
    const plain = await makeSignedIn(dossier);
    const folder = await makeFolder(dossier.admin, rich.shared, { name: 'Plain' });
    await dossier.admin.call(permissions.owner, { objId: folder, userId: plain.id });
    expect(await dossier.admin.call(admin.estate, { id: plain.id })).toMatchObject({ needsHeir: true, heirIsOther: false });
    await remove(plain.id, self);
    expect(await dossier.admin.call(library.folderDetail, { id: folder })).toMatchObject({ ownerId: self });
  });

  it('leaves private documents to who removes where nobody else is there', async () => {
    const { admin: only, adminId } = await makeOrganisation(dossier);
    const leaving = await makeSignedIn({ ...dossier, admin: only });
    const third = await makeUser({ ...dossier, admin: only });
    const cabinet = await makeCabinet(leaving.client, { name: 'Last', moduleType: moduleType.my });
    expect(await only.refused(admin.deleteUser, { id: leaving.id, heirId: adminId })).toBe(codes.heirIsSelf.code);
    await only.call(people.updateUser, { id: third.id, enabled: false });
    expect((await only.call(admin.estate, { id: leaving.id })).heirIsOther).toBe(false);
    await only.call(admin.deleteUser, { id: leaving.id, heirId: adminId });
    expect((await cabinetsOf(only)).map((one) => one.id)).toEqual([cabinet]);
  });

  it('transfers everything they own to the heir, and releases the rest', async () => {
    const rich = await makeRich();
    const heir = await makeSignedIn(dossier);
    await makeCabinet(heir.client, { name: 'Papers (transferred)', moduleType: moduleType.my });
    await remove(rich.id, heir.id);
    await dossier.drain();
    const cabinet = (await cabinetsOf(heir.client)).find((one) => one.id === rich.cabinet);
    expect(cabinet).toMatchObject({ name: 'Papers (transferred) (2)', rights: level.full });
    expect((await inFolder(heir.client, rich.inside)).map((one) => one.name)).toEqual(['mine.txt']);
    const detail = await heir.client.call(library.documentDetail, { id: rich.document });
    expect(detail).toMatchObject({ ownerId: heir.id, creatorName: rich.fullName });
    expect((await heir.client.call(content.revisions, { id: rich.document }))[0]?.creatorName).toBe(rich.fullName);
    // the heir can restore what was in the bin
    await heir.client.call(library.restore, { objIds: [rich.binned] });
    expect(await heir.client.call(permissions.check, { rights: level.full, objIds: [rich.owned] })).toEqual({ hasRights: [true] });
    expect((await dossier.admin.call(permissions.list, { objId: rich.shared })).list.map((one) => one.granteeId)).not.toContain(rich.id);
    await dossier.admin.call(content.lock, { id: rich.locked });
  });

  it('ends every session and sign-in, and frees the names', async () => {
    const rich = await makeRich();
    const heir = await makeUser(dossier);
    await remove(rich.id, heir.id);
    expect(await rich.client.refused(people.groups)).toBe(codes.notSignedIn.code);
    await expect(dossier.as(rich)).rejects.toThrow('2003');
    expect((await dossier.admin.call(people.users, { keyword: rich.loginName })).list).toEqual([]);
    expect((await dossier.admin.call(people.grantees, { keyword: rich.fullName })).map((one) => one.id)).not.toContain(rich.id);
    expect((await dossier.admin.call(people.groupMembers, { id: rich.group })).totalNumber).toBe(0);
    for (const route of [admin.estate, admin.deleteUser])
      expect(await dossier.admin.refused(route, { id: rich.id })).toBe(codes.userMissing.code);
    const again = await makeSignedIn(dossier, { loginName: rich.loginName, fullName: rich.fullName });
    expect(again.id).not.toBe(rich.id);
    expect(await cabinetsOf(again.client)).toEqual([]);
    expect(await again.client.refused(library.items, { parentId: rich.inside })).not.toBe(codes.ok.code);
    await dossier.drain();
  });

  it('needs no heir when nothing is owned, and keeps the log', async () => {
    const { id, fullName } = await makeUser(dossier);
    await remove(id);
    await dossier.drain();
    const found = await dossier.services.database.read
      .selectFrom('log_entry')
      .select(['action', 'obj_name', 'person_name'])
      .where('obj_id', '=', Number(id))
      .orderBy('id')
      .execute();
    expect(found).toMatchObject([
      { action: 1, obj_name: fullName },
      { action: 5, obj_name: fullName },
    ]);
  });

  it('leaves nothing that names the user in any table', async () => {
    const rich = await makeRich();
    await remove(rich.id, (await makeUser(dossier)).id);
    await dossier.drain();
    const { read, engine } = dossier.services.database;
    const tables =
      engine === 'sqlite'
        ? await sql<{
            name: string;
            column: string;
          }>`select m.name, f."from" as column from sqlite_master m, pragma_foreign_key_list(m.name) f
            where m.type = 'table' and f."table" = 'person'`.execute(read)
        : await sql<{ name: string; column: string }>`select k.table_name as name, k.column_name as column
            from information_schema.table_constraints c
            join information_schema.key_column_usage k on k.constraint_name = c.constraint_name
            join information_schema.constraint_column_usage u on u.constraint_name = c.constraint_name
            where c.constraint_type = 'FOREIGN KEY' and u.table_name = 'person'`.execute(read);
    expect(tables.rows.length).toBeGreaterThan(10);
    for (const { name, column } of tables.rows) {
      const rows = await sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${Number(rich.id)}`.execute(read);
      expect({ name, rows: rows.rows.length }).toEqual({ name, rows: 0 });
    }
  });

  it('counts the transferred resources as the heir’s, and refuses when they exceed the quota', async () => {
    const rich = await makeRich();
    const heir = await makeUser(dossier);
    await dossier.admin.call(limits.setQuota, { userIds: [rich.id], most: 1_000_000 });
    await dossier.admin.call(limits.setQuota, { userIds: [heir.id], most: 5 });
    expect(await refused(rich.id, heir.id)).toBe(codes.personalSpaceFull.code);
    await rich.client.call(library.items, { parentId: rich.inside });
    await dossier.admin.call(limits.setQuota, { userIds: [heir.id], most: 1_000_000 });
    await remove(rich.id, heir.id);
    const { read } = dossier.services.database;
    const quotas = await read.selectFrom('quota').select(['holder_id', 'used']).where('kind', '=', 'person').execute();
    const kept = quotas.filter((row) => [Number(rich.id), Number(heir.id)].includes(row.holder_id));
    expect(kept).toEqual([{ holder_id: Number(heir.id), used: expect.any(Number) as unknown }]);
    expect(kept[0]?.used).toBeGreaterThan(12);
  });

  it('transfers what a guest owned elsewhere to an administrator there', async () => {
    const guest = await makeGuest(dossier);
    await enter(guest.client, guest.other.id);
    const cabinet = await makeCabinet(guest.client, { name: 'Abroad', moduleType: moduleType.my });
    await makeDocument(dossier, guest.client, { parentId: cabinet, name: 'abroad.txt' });
    expect(await dossier.admin.call(admin.estate, { id: guest.id })).toMatchObject({
      cabinets: 0,
      needsHeir: false,
      documents: 0,
      guestIn: 1,
    });
    await remove(guest.id);
    expect((await cabinetsOf(guest.other.admin)).map((one) => one.name)).toEqual(['Abroad (transferred)']);
    expect((await inFolder(guest.other.admin, cabinet)).map((one) => one.name)).toEqual(['abroad.txt']);
  });

  it('transfers nothing of another organisation to the heir, even one who works there, and notifies that organisation', async () => {
    const heir = await makeSignedIn(dossier);
    const guest = await makeGuest(dossier);
    const { other } = guest;
    await invite(other.admin, heir.loginName);
    const folder = await makeFolder(other.admin, await makeCabinet(other.admin));
    const document = await makeDocument(dossier, other.admin, { parentId: folder, name: 'theirs.txt' });
    for (const objId of [folder, document]) await other.admin.call(permissions.owner, { objId, userId: guest.id });
    await makeCabinet(guest.client, { name: 'At home', moduleType: moduleType.my });
    await dossier.admin.call(admin.deleteUser, { id: guest.id, heirId: heir.id });
    await dossier.drain();
    expect((await cabinetsOf(heir.client)).map((one) => one.name)).toEqual(['At home (transferred)']);
    const home = (await dossier.admin.call(operationLog.log, { pageNo: 1, pageSize: 100 })).list.filter(
      ({ objName }) => objName === guest.fullName,
    );
    expect(JSON.parse(home[0]?.detail ?? '')).toEqual({ heir: [heir.fullName], cabinets: [1], documents: [0] });
    expect(home.some(({ detail }) => detail?.includes('places'))).toBe(false);
    await enter(heir.client, other.id);
    expect(await heir.client.refused(library.items, { parentId: folder })).toBe(codes.itemMissing.code);
    expect(await other.admin.call(library.documentDetail, { id: document })).toMatchObject({ ownerId: other.adminId });
    const { list } = await other.admin.call(operationLog.log, { pageNo: 1, pageSize: 100 });
    const administrator = (await dossier.admin.call(session.current)).fullName;
    const logged = list.filter((line) => line.objName === guest.fullName && line.action === action.userDelete);
    expect(logged.map(({ userName, detail }) => [userName, JSON.parse(detail ?? '')])).toEqual([
      [administrator, { heir: [expect.stringContaining('Head of')], cabinets: [0], documents: [1], places: [2] }],
    ]);
  });
});
