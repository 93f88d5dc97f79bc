import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { findRole, makeSignedIn } from '../../../../test/make.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const holding = (token: string) => clientOf(dossier.server, token);

const administrators = async (): Promise<string> => findRole(dossier.admin, 'Administrators');

/** A user with two own roles: one without permissions but with rights on a cabinet, and the administrators'. */
async function makeDouble() {
  const person = await makeSignedIn(dossier);
  const { id: plain } = await dossier.admin.call(people.createRole, { name: `Reader ${person.id}`, moduleTypes: [1, 3] });
  const admin = await administrators();
  for (const id of [plain, admin]) await dossier.admin.call(people.addToRole, { id, userIds: [person.id] });
  const cabinet = await makeCabinet(dossier.admin, { moduleType: 3 });
  await dossier.admin.call(permissions.grant, { objId: [cabinet], granteeType: 'role', granteeId: plain, level: level.view, reach: 'all' });
  return { ...person, plain, admin, cabinet };
}

it('answers a new token that ends with the role; the old one, and any other suffix, are invalid', async () => {
  const { client, plain, admin } = await makeDouble();
  const { sessionId } = await client.call(session.changeRole, { roleId: plain });
  expect(sessionId).toMatch(new RegExp(`^[\\w-]{43}-${plain}$`));
  expect(await client.refused(session.current)).toBe(501);
  const now = holding(sessionId);
  expect(await now.call(session.current)).toMatchObject({ roleType: 0, moduleTypes: [1, 3], roleId: plain, roles: [expect.any(String)] });
  const [random = ''] = sessionId.split(/-(?=\d+$)/);
  for (const forged of [`${random}-${admin}`, `${sessionId}-${admin}`, random])
    expect(await holding(forged).refused(session.current), forged).toBe(501);
});

it('allows what the chosen role may, and no more, until all roles are chosen again', async () => {
  const { client, plain, admin, cabinet } = await makeDouble();
  const reader = holding((await client.call(session.changeRole, { roleId: plain })).sessionId);
  expect(await reader.refused(people.users, {})).toBe(codes.adminOnly.code);
  expect(await reader.refused(people.createGroup, { name: 'from a reader' })).toBe(codes.adminOnly.code);
  expect((await reader.call(library.items, { parentId: cabinet })).totalNumber).toBe(0);
  const boss = holding((await reader.call(session.changeRole, { roleId: admin })).sessionId);
  expect((await boss.call(people.users, {})).totalNumber).toBeGreaterThan(1);
  expect(await boss.refused(library.items, { parentId: cabinet })).toBe(codes.itemMissing.code);
  const { sessionId } = await boss.call(session.changeRole, { roleId: '0' });
  expect(sessionId).toMatch(/^[\w-]{43}$/);
  const all = holding(sessionId);
  expect(await all.call(session.current)).not.toHaveProperty('roleId');
  expect((await all.call(people.users, {})).totalNumber).toBeGreaterThan(1);
  expect((await all.call(library.items, { parentId: cabinet })).totalNumber).toBe(0);
});

it('evades no refusal to another role', async () => {
  const { client, plain, admin, cabinet } = await makeDouble();
  const banned = { objId: [cabinet], granteeType: 'role', granteeId: admin, reach: 'all' } as const;
  const refused = await makeFolder(dossier.admin, cabinet);
  await dossier.admin.call(permissions.grant, { ...banned, objId: [refused], level: 0 });
  expect(await client.refused(library.items, { parentId: refused })).toBe(codes.itemMissing.code);
  const reader = holding((await client.call(session.changeRole, { roleId: plain })).sessionId);
  expect((await reader.call(library.items, { parentId: cabinet })).totalNumber).toBe(0);
  expect(await reader.refused(library.items, { parentId: refused })).toBe(codes.itemMissing.code);
  // a nearer grant to that role lifts its refusal there, and gives nothing while the session uses another role
  const open = await makeFolder(dossier.admin, refused);
  await dossier.admin.call(permissions.grant, { ...banned, objId: [open], level: level.full });
  expect((await reader.call(library.folderDetail, { id: open })).rights).toBe(level.view);
});

it('refuses a role that the user does not have, or has no more', async () => {
  const { client, plain, id } = await makeDouble();
  const { client: other } = await makeSignedIn(dossier);
  for (const roleId of [plain, await administrators(), '999999999999999'])
    expect(await other.refused(session.changeRole, { roleId })).toBe(2023);
  const reader = holding((await client.call(session.changeRole, { roleId: plain })).sessionId);
  await dossier.admin.call(people.removeFromRole, { id: plain, userIds: [id] });
  // the remaining roles stay
  expect(await reader.call(session.current)).not.toHaveProperty('roleId');
  expect(await reader.refused(session.changeRole, { roleId: plain })).toBe(2023);
});

it('answers one valid token to several concurrent calls', async () => {
  const { client, plain } = await makeDouble();
  let living = client;
  for (const roleId of ['0', plain]) {
    const asking = living;
    const answers = await Promise.all([1, 2, 3, 4].map(async () => asking.raw(session.changeRole, { roleId })));
    const responses = answers.map(({ text }) => JSON.parse(text) as { code: number; data: { sessionId: string } });
    // later requests find the token changed, or no session for it
    expect(responses.map(({ code }) => (code === 501 ? 1008 : code)).toSorted((a, b) => a - b)).toEqual([200, 1008, 1008, 1008]);
    living = holding(responses.find(({ code }) => code === 200)?.data.sessionId ?? '');
    expect((await living.call(session.current)).fullName).toBeDefined();
  }
});

it('is reset in another space', async () => {
  const guest = await makeGuest(dossier);
  const staff = await findRole(dossier.admin, 'Staff');
  const working = holding((await guest.client.call(session.changeRole, { roleId: staff })).sessionId);
  expect(await working.call(session.current)).toMatchObject({ roleId: staff });
  await enter(working, guest.other.id);
  expect(await working.call(session.current)).not.toHaveProperty('roleId');
});
