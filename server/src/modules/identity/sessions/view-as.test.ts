import { permissions } from '@dossier/contract/access/permissions';
import { favourites } from '@dossier/contract/classification/favourites';
import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import { level, moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { account } from '@dossier/contract/identity/account';
import { activeSessions, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { search } from '@dossier/contract/search/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

const minute = 60_000;
let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

let roles = 0;
const roleWith = async (granted: Permission[]): Promise<string> =>
  (await dossier.admin.call(people.createRole, { name: `Office ${++roles}`, deeds: granted })).id;

const viewOf = async (viewer: Client, userId: string): Promise<Client> => {
  const { sessionId } = await viewer.call(session.viewAs, { userId });
  return clientOf(dossier.server, sessionId);
};

const isOver = async (view: Client): Promise<boolean> => (await view.refused(session.current)) === codes.notSignedIn.code;

/** The logged views, oldest first. */
const logged = async (objId: string) => {
  await dossier.drain();
  const rows = await dossier.services.database.read
    .selectFrom('log_entry')
    .select(['action', 'person_name', 'obj_name', 'detail'])
    .where('obj_id', '=', Number(objId))
    .where('action', 'in', [action.viewBegin, action.viewEnd])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row }));
};

const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id);

describe('a view', () => {
  it('shows what the user sees in the shared areas, with their rights', async () => {
    const { client, id } = await makeSignedIn(dossier, { fullName: 'Seen' });
    const department = await makeDepartment(dossier);
    await dossier.admin.call(people.addToDepartment, { id: department, userIds: [id] });
    const open = await makeCabinet(dossier.admin, { name: 'Open cabinet' });
    const closed = await makeFolder(dossier.admin, open, { name: 'Closed folder' });
    const hidden = await makeCabinet(dossier.admin, { name: 'Hidden cabinet' });
    await dossier.admin.call(permissions.grant, { objId: [open], granteeType: 'department', granteeId: department, level: level.view });
    await dossier.admin.call(permissions.inherit, { objId: closed, inherit: false });
    const document = await makeDocument(dossier, dossier.admin, { parentId: open, name: 'plan.txt', bytes: 'waterfall' });
    await dossier.drain();

    const view = await viewOf(dossier.admin, id);
    const query = { moduleType: moduleType.enterprise, pageNo: 1, pageSize: 100 };
    const shown = await view.call(library.cabinets, query);
    expect(shown).toEqual(await client.call(library.cabinets, query));
    expect(idsOf(shown.list)).toContain(open);
    expect(idsOf(shown.list)).not.toContain(hidden);
    expect(shown.list.find((item) => item.id === open)?.rights).toBe(level.view);
    // the administrator sees the folder, and their cached access is not mixed with the user's
    expect(idsOf((await dossier.admin.call(library.items, { parentId: open })).list)).toContain(closed);
    expect(idsOf((await view.call(library.items, { parentId: open })).list)).toEqual([document]);
    expect(await view.refused(library.folderDetail, { id: closed })).toBe(codes.itemMissing.code);
    expect((await view.call(permissions.check, { rights: 3, objIds: [document] })).hasRights).toEqual([true]);
    expect((await view.call(library.documentDetail, { id: document })).name).toBe('plan.txt');
    expect(idsOf((await view.call(search.search, { keyword: 'plan' })).list)).toEqual([document]);
    // contents are not even searched
    expect((await client.call(search.search, { keyword: 'plan' })).list.length).toBe(1);
    expect((await view.call(search.search, { keyword: 'waterfall' })).list).toEqual([]);
    expect(await view.refused(search.search, { keyword: 'waterfall', in: 'content' })).toBe(codes.viewOnly.code);
    await view.call(session.logout);
  });

  it('shows no personal documents, neither the user’s own nor those shared with them, also for concurrent requests', async () => {
    const { client, id } = await makeSignedIn(dossier);
    const other = await makeSignedIn(dossier);
    const own = await makeCabinet(client, { moduleType: moduleType.my, name: 'diary cabinet' });
    const kept = await makeFolder(client, own, { name: 'diary folder' });
    const shared = await makeCabinet(other.client, { moduleType: moduleType.my, name: 'diary shared' });
    await other.client.call(permissions.grant, { objId: [shared], granteeType: 'user', granteeId: id, level: level.full });
    await dossier.drain();
    const view = await viewOf(dossier.admin, id);
    for (const turn of [client, view, client, view]) {
      const mine = turn === client;
      const { list } = await turn.call(library.cabinets, { moduleType: moduleType.my, pageNo: 1, pageSize: 30 });
      expect(idsOf(list).toSorted()).toEqual(mine ? [own, shared].toSorted() : []);
      expect((await turn.call(library.tree, { moduleType: moduleType.my })).length).toBe(mine ? 2 : 0);
      expect((await turn.call(search.search, { keyword: 'diary', in: 'name' })).totalNumber).toBe(mine ? 3 : 0);
      expect((await turn.call(permissions.reachOf, { userId: id })).totalNumber > 0).toBe(mine);
    }
    for (const item of [own, kept, shared]) {
      expect(await view.refused(library.items, { parentId: item })).toBe(codes.itemMissing.code);
      expect(await view.refused(library.ancestors, { id: item })).toBe(codes.itemMissing.code);
      expect(await view.refused(permissions.list, { objId: item })).toBe(codes.itemMissing.code);
      expect((await view.call(permissions.check, { rights: 1, objIds: [item] }).catch(() => ({ hasRights: [false] }))).hasRights).toEqual([
        false,
      ]);
    }
    await view.call(session.logout);
  });

  it('has no favourites, no picture, no administrative permissions, and the viewer’s language', async () => {
    const { client, id } = await makeSignedIn(dossier, { lang: 'ja' });
    const cabinet = await makeCabinet(dossier.admin);
    await dossier.admin.call(permissions.grant, { objId: [cabinet], granteeType: 'user', granteeId: id, level: level.view });
    await client.call(favourites.addFavorite, { objIds: [cabinet] });
    const view = await viewOf(dossier.admin, id);
    const { list } = await view.call(library.cabinets, { moduleType: moduleType.enterprise, pageNo: 1, pageSize: 100 });
    expect(list.find((item) => item.id === cabinet)?.favorite).toBe(false);
    const admin = await dossier.admin.call(session.current);
    const shown = await view.call(session.current);
    expect(shown).toMatchObject({ id, roleType: 0, deeds: [], moduleTypes: [3, 4], ownRoles: [], spaceCount: 1, lang: admin.lang });
    expect(shown.viewer).toMatchObject({ id: admin.id, name: admin.fullName });
    expect((await client.call(session.current)).viewer).toBeUndefined();
    await view.call(session.logout);
  });
});

describe('viewing as another user', () => {
  it('needs the permission, and is refused as oneself, as strangers and as disabled users', async () => {
    const { client, id } = await makeSignedIn(dossier);
    const plain = await makeSignedIn(dossier);
    expect(await plain.client.refused(session.viewAs, { userId: id })).toBe(codes.adminOnly.code);
    expect(await plain.client.refused(session.viewDetail, { userId: id })).toBe(codes.adminOnly.code);
    const admin = await dossier.admin.call(session.current);
    expect(await dossier.admin.refused(session.viewAs, { userId: admin.id })).toBe(codes.cannotChangeSelf.code);
    expect(await dossier.admin.refused(session.viewAs, { userId: '99' })).toBe(codes.userMissing.code);
    expect(await dossier.admin.call(session.viewDetail, { userId: id })).toMatchObject({ id, minutes: 30, told: true });
    await dossier.admin.call(people.updateUser, { id, enabled: false });
    expect(await dossier.admin.refused(session.viewAs, { userId: id })).toBe(codes.userDisabled.code);
    expect(await client.refused(session.current)).toBe(codes.notSignedIn.code);
  });

  it('is refused for users with more administrative permissions, at the start and later', async () => {
    const viewing = await roleWith(['people.see', 'rights.viewAs']);
    const more = await roleWith(['people.edit']);
    const officer = await makeSignedIn(dossier, { roleIds: [viewing] });
    const editor = await makeUser(dossier, { roleIds: [more] });
    const admin = await dossier.admin.call(session.current);
    expect(await officer.client.refused(session.viewAs, { userId: editor.id })).toBe(codes.viewTooHigh.code);
    expect(await officer.client.refused(session.viewAs, { userId: admin.id })).toBe(codes.viewTooHigh.code);
    const person = await makeUser(dossier);
    const view = await viewOf(officer.client, person.id);
    expect((await view.call(session.current)).id).toBe(person.id);
    await dossier.admin.call(people.addToRole, { id: more, userIds: [person.id] });
    expect(await isOver(view)).toBe(true);
  });

  it('is refused within a view, and beyond five users at once', async () => {
    const { id } = await makeUser(dossier);
    const viewer = await makeSignedIn(dossier, { roleIds: [await roleWith(['rights.viewAs'])] });
    const view = await viewOf(viewer.client, id);
    expect(await view.refused(session.viewAs, { userId: id })).toBe(codes.viewOnly.code);
    for (let n = 0; n < 4; n++) await viewOf(viewer.client, id);
    expect(await viewer.client.refused(session.viewAs, { userId: id })).toBe(codes.tooManyRequests.code);
    await view.call(session.logout);
    await viewOf(viewer.client, id);
  });

  it('is refused across organisations, and shows of a guest only what is in this one', async () => {
    const other = await makeOrganisation(dossier);
    const { id } = await makeSignedIn(dossier);
    expect(await other.admin.refused(session.viewAs, { userId: id })).toBe(codes.userMissing.code);
    const guest = await makeSignedIn(dossier);
    const { ticket } = await other.admin.call(people.findGuest, { account: guest.loginName });
    await other.admin.call(people.addGuest, { ticket, roleIds: [] });
    const home = await makeCabinet(dossier.admin, { name: 'At home' });
    await dossier.admin.call(permissions.grant, { objId: [home], granteeType: 'user', granteeId: guest.id, level: level.view });
    const view = await viewOf(other.admin, guest.id);
    expect((await view.call(library.cabinets, { moduleType: moduleType.enterprise, pageNo: 1, pageSize: 30 })).list).toEqual([]);
    expect(await view.refused(library.items, { parentId: home })).toBe(codes.itemMissing.code);
    expect(await view.refused(session.changeSpace, { spaceId: '1' })).toBe(codes.viewOnly.code);
    await other.admin.call(people.endGuest, { id: guest.id });
    expect(await isOver(view)).toBe(true);
  });
});

describe('the end of a view', () => {
  const officer = async () => {
    const roleId = await roleWith(['rights.viewAs']);
    return { roleId, ...(await makeSignedIn(dossier, { roleIds: [roleId] })) };
  };

  it('comes with the own session, which a sign-out of the view leaves alone', async () => {
    const { id } = await makeUser(dossier);
    const viewer = await officer();
    const first = await viewOf(viewer.client, id);
    await first.call(session.logout);
    expect(await isOver(first)).toBe(true);
    expect((await viewer.client.call(session.current)).id).toBe(viewer.id);
    const second = await viewOf(viewer.client, id);
    await viewer.client.call(session.logout);
    expect(await isOver(second)).toBe(true);
  });

  it('comes with the role, with the account, and with another space', async () => {
    const { id } = await makeUser(dossier);
    const viewer = await officer();
    const view = await viewOf(viewer.client, id);
    await dossier.admin.call(people.removeFromRole, { id: viewer.roleId, userIds: [viewer.id] });
    expect(await isOver(view)).toBe(true);
    await dossier.admin.call(people.addToRole, { id: viewer.roleId, userIds: [viewer.id] });
    const again = await viewOf(viewer.client, id);
    await dossier.admin.call(people.updateUser, { id: viewer.id, enabled: false });
    expect(await isOver(again)).toBe(true);
    const seen = await makeUser(dossier);
    const third = await viewOf(dossier.admin, seen.id);
    await dossier.admin.call(people.updateUser, { id: seen.id, enabled: false });
    expect(await isOver(third)).toBe(true);
  });

  it('comes after half an hour in any case, is logged once, and the user is notified', async () => {
    const { client, id } = await makeSignedIn(dossier, { fullName: 'Watched' });
    const view = await viewOf(dossier.admin, id);
    dossier.clock.forward(29 * minute);
    await view.call(session.current);
    dossier.clock.forward(2 * minute);
    expect(await isOver(view)).toBe(true);
    expect((await logged(id)).map((row) => [row.action, row.person_name, row.obj_name])).toEqual([
      [action.viewBegin, expect.any(String), 'Watched'],
      [action.viewEnd, expect.any(String), 'Watched'],
    ]);
    dossier.clock.forward(5 * minute);
    expect(await logged(id)).toHaveLength(2);
    const { list } = await client.call(messages.list, {});
    const admin = await dossier.admin.call(session.current);
    expect(list.map((message) => message.content)).toEqual([expect.stringContaining(`${admin.fullName} viewed this site as you`)]);
    expect(list[0]?.content).toContain('30 min');
  });

  it('is logged within a minute without a call', async () => {
    const { id } = await makeUser(dossier);
    const viewer = await officer();
    await viewOf(viewer.client, id);
    await viewer.client.call(session.logout);
    expect(await logged(id)).toHaveLength(1);
    dossier.clock.forward(minute + 1000);
    expect(await logged(id)).toHaveLength(2);
  });
});

describe('the viewed user', () => {
  it('sees the view among the own sessions, without its address, and cannot end it; administrators see and end it', async () => {
    const { client, id } = await makeSignedIn(dossier);
    const view = await viewOf(dossier.admin, id);
    const admin = await dossier.admin.call(session.current);
    const devices = await client.call(account.devices);
    const shown = devices.find((device) => device.viewer !== undefined);
    expect(shown).toMatchObject({ viewer: admin.fullName, address: '', browser: '', system: '', current: false });
    expect(await client.refused(account.endSession, { id: shown?.id })).toBe(codes.sessionMissing.code);
    const { list } = await dossier.admin.call(activeSessions.onlineSessions, { keyword: 'person', pageNo: 1, pageSize: 100 });
    const row = list.find((one) => one.viewer !== undefined && one.userId === id);
    expect(row).toMatchObject({ viewer: { id: admin.id, name: admin.fullName }, door: 'viewAs', id: shown?.id });
    await dossier.admin.call(activeSessions.endOnline, { id: row?.id ?? '' });
    expect(await isOver(view)).toBe(true);
    expect(await logged(id)).toHaveLength(2);
    expect((await client.call(session.current)).id).toBe(id);
  });

  it('is not notified where the site says so; the log has it anyway', async () => {
    const { signIn } = await dossier.admin.call(site.settings);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { ...signIn, viewNotice: false } });
    const { client, id } = await makeSignedIn(dossier);
    const view = await viewOf(dossier.admin, id);
    expect(await client.call(account.devices)).toHaveLength(1);
    expect((await dossier.admin.call(session.viewDetail, { userId: id })).told).toBe(false);
    expect(await client.call(account.endSession, {})).toEqual({ ended: 0 });
    expect(await isOver(view)).toBe(true);
    dossier.clock.forward(2 * minute);
    expect(await logged(id)).toHaveLength(2);
    expect((await client.call(messages.list, {})).list).toEqual([]);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { ...signIn, viewNotice: true } });
  });
});
