import { accessAudits } from '@dossier/contract/access/access-audits';
import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level, moduleType } from '@dossier/contract/core/rights';
import { builtInRoles, people } from '@dossier/contract/identity/users';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { findRole, makeSignedIn } from '../../../../test/make.ts';
import { makeOrganisation } from '../../../../test/other-organisation.ts';

type Signed = Awaited<ReturnType<typeof makeSignedIn>>;

let dossier: TestServer;
let auditor: Signed;
let staff: Signed;
let owner: Signed;
let cabinet: string;
let folder: string;
let document: string;
/** A folder among a user's personal documents, with its own rights. */
let personal: string;

beforeAll(async () => {
  dossier = await openTestServer();
  const audit = await findRole(dossier.admin, builtInRoles.audit);
  auditor = await makeSignedIn(dossier, { fullName: 'Audrey Auditor', roleIds: [audit] });
  staff = await makeSignedIn(dossier, { fullName: 'Zora Zimmer' });
  owner = await makeSignedIn(dossier, { fullName: 'Olga Owner' });
  cabinet = await makeCabinet(dossier.admin, { name: 'Contracts' });
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Secret merger' });
  document = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Offer letter.txt' });
  const own = await makeCabinet(owner.client, { name: 'Olga privately', moduleType: moduleType.my });
  personal = await makeFolder(owner.client, own, { name: 'Diary of Olga' });
  const give = { granteeType: 'user', granteeId: staff.id, level: level.view } as const;
  await dossier.admin.call(permissions.grant, { ...give, objId: folder });
  await owner.client.call(permissions.grant, { ...give, objId: personal });
  await dossier.drain();
});
afterAll(() => dossier.close());

const openAudit = async (about: { objId?: string; userId?: string }, { client } = auditor): Promise<string> =>
  (await client.call(accessAudits.open, about)).look;
const find = async (keyword: string) =>
  (await auditor.client.call(accessAudits.find, { keyword })).list.map((one) => [one.path, one.name].filter(Boolean).join('/'));

describe('the permission to see all rights', () => {
  it('lists who has access to an item and why, without any right on it, and grants none', async () => {
    const auditTicket = await openAudit({ objId: document });
    const { list } = await auditor.client.call(permissions.reachedBy, { objId: document, look: auditTicket });
    expect(list.map((one) => [one.fullName, one.level])).toEqual([
      ['Administrator', level.full],
      ['Zora Zimmer', level.view],
    ]);
    expect(list[1]?.sources).toMatchObject([{ objName: 'Secret merger', inherited: true, decides: true }]);
    const why = await auditor.client.call(permissions.explain, { objId: document, userId: staff.id, look: auditTicket });
    expect(why).toMatchObject({ level: level.view, sources: [{ objName: 'Secret merger' }] });
    const ask = { objId: document };
    expect(await auditor.client.refused(permissions.reachedBy, ask)).toBe(codes.itemMissing.code);
    expect(await auditor.client.refused(permissions.explain, { ...ask, userId: staff.id })).toBe(codes.itemMissing.code);
    expect(await auditor.client.refused(permissions.list, ask)).toBe(codes.itemMissing.code);
  });

  it('lists all shared items that a user has access to, and only counts personal documents', async () => {
    const auditTicket = await openAudit({ userId: staff.id });
    const query = { userId: staff.id, look: auditTicket };
    const answer = await auditor.client.call(permissions.reachOf, query);
    expect(answer.list.map((one) => [one.path, one.name, one.level])).toEqual([['Contracts', 'Secret merger', level.view]]);
    expect([answer.totalNumber, answer.hidden]).toEqual([1, 1]);
    expect(JSON.stringify(answer)).not.toContain('Diary');
    expect(await auditor.client.call(permissions.reachOf, { ...query, moduleType: moduleType.my })).toMatchObject({ list: [], hidden: 1 });
    expect(await auditor.client.call(permissions.reachOf, { ...query, parentId: cabinet })).toMatchObject({ totalNumber: 1, hidden: 0 });
    const why = await auditor.client.call(permissions.explain, { objId: folder, userId: staff.id, look: auditTicket });
    expect(why.level).toBe(level.view);
    expect(await auditor.client.call(permissions.reachOf, { userId: staff.id })).toMatchObject({ totalNumber: 0 });
  });

  it('answers for no personal document, deleted item or item of another organisation', async () => {
    const open = (objId: string, { client } = auditor) => client.refused(accessAudits.open, { objId });
    expect(await open(personal)).toBe(codes.itemMissing.code);
    expect(await open('999999999999999')).toBe(codes.itemMissing.code);
    const other = await makeOrganisation(dossier);
    const theirs = await makeCabinet(other.admin);
    const stranger = await makeSignedIn({ ...dossier, admin: other.admin });
    expect(await open(theirs)).toBe(codes.itemMissing.code);
    expect(await auditor.client.refused(accessAudits.open, { userId: stranger.id })).toBe(codes.userMissing.code);
    // the auditor may know of what is shared with them, but not who else has access
    await owner.client.call(permissions.grant, { objId: personal, granteeType: 'user', granteeId: auditor.id, level: level.view });
    expect(await open(personal)).toBe(codes.noRightToManage.code);
    const auditTicket = await openAudit({ userId: staff.id });
    expect(await auditor.client.call(permissions.reachOf, { userId: staff.id, look: auditTicket })).toMatchObject({
      totalNumber: 1,
      hidden: 1,
    });
    expect(await auditor.client.refused(permissions.explain, { objId: personal, userId: staff.id, look: auditTicket })).toBe(
      codes.noRightToManage.code,
    );
  });

  it('limits an audit to one subject, one session, one hour and the duration of the permission', async () => {
    const ask = async (objId: string, auditTicket: string, { client } = auditor) =>
      client.refused(permissions.reachedBy, { objId, look: auditTicket });
    const auditTicket = await openAudit({ objId: folder });
    expect(await ask(document, auditTicket)).toBe(codes.ticketInvalid.code);
    expect(await ask(folder, `${auditTicket}x`)).toBe(codes.ticketInvalid.code);
    expect(await ask(folder, await openAudit({ userId: staff.id }))).toBe(codes.ticketInvalid.code);
    expect(await ask(folder, auditTicket, staff)).toBe(codes.adminOnly.code);
    expect(await ask(folder, auditTicket, { ...auditor, client: await dossier.as(auditor) })).toBe(codes.ticketInvalid.code);
    expect(await auditor.client.refused(accessAudits.open, {})).toBe(codes.invalidParams.code);
    expect(await auditor.client.refused(accessAudits.open, { objId: folder, userId: staff.id })).toBe(codes.invalidParams.code);
    expect(await staff.client.refused(accessAudits.open, { objId: folder })).toBe(codes.adminOnly.code);
    dossier.clock.forward(61 * 60_000);
    expect(await ask(folder, auditTicket)).toBe(codes.ticketInvalid.code);
    const last = await openAudit({ objId: folder });
    await dossier.admin.call(people.updateUser, { id: auditor.id, roleIds: [] });
    expect(await ask(folder, last)).toBe(codes.adminOnly.code);
    await dossier.admin.call(people.updateUser, { id: auditor.id, roleIds: [await findRole(dossier.admin, builtInRoles.audit)] });
  });

  it('logs an audit once, however many pages are read', async () => {
    const auditTicket = await openAudit({ objId: folder });
    for (const pageNo of [1, 2]) await auditor.client.call(permissions.reachedBy, { objId: folder, look: auditTicket, pageNo });
    await openAudit({ userId: staff.id });
    await dossier.drain();
    const query = { userId: auditor.id, actions: [action.permissionLook, action.reachLook], pageSize: 2 };
    const { list } = await dossier.admin.call(operationLog.log, query);
    expect(list.map((one) => [one.action, one.objName, one.userName])).toEqual([
      [action.reachLook, 'Zora Zimmer', 'Audrey Auditor'],
      [action.permissionLook, 'Secret merger', 'Audrey Auditor'],
    ]);
    const opened = await dossier.admin.call(operationLog.itemLog, { objId: folder });
    expect(opened.list[0]).toMatchObject({ action: action.permissionLook, userName: 'Audrey Auditor' });
  });
});

describe('finding the subject of an audit', () => {
  it('finds items by words, path, id and link, whoever may see them', async () => {
    expect(await find('secret')).toEqual(['Contracts/Secret merger']);
    expect(await find('Contracts/secret merger')).toContain('Contracts/Secret merger');
    expect(await find('/Contracts/Secret merger/Offer letter.txt')).toEqual(['Contracts/Secret merger/Offer letter.txt']);
    expect(await find(document)).toEqual(['Contracts/Secret merger/Offer letter.txt']);
    expect(await find(`https://docs.example.org/knowledge/index?objId=${folder}`)).toEqual(['Contracts/Secret merger']);
  });

  it('finds nothing personal, and refuses other users', async () => {
    expect(await find('diary')).toEqual([]);
    expect(await find(personal)).toEqual([]);
    expect(await find('Olga privately/Diary of Olga')).toEqual([]);
    expect(await staff.client.refused(accessAudits.find, { keyword: 'secret' })).toBe(codes.adminOnly.code);
  });
});
