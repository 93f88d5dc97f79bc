import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { preview } from '@dossier/contract/preview/preview';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { type ReportRow, type ReportView, reportTables, reportViews, statistics } from '@dossier/contract/reporting/statistics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { enter, makeGuest, makeOrganisation } from '../../../../test/other-organisation.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;
type View = NonNullable<InputOf<typeof statistics.table>['view']>;

const day = 86_400_000;
let dossier: TestServer;
/** Has the permission for reports and no others. */
let clerk: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let department: string;
let cabinet: string;
let folder: string;
let read: string;

const range = (days = 2) => ({
  from: new Date(dossier.clock.now() - days * day).toISOString(),
  to: new Date(dossier.clock.now() + day).toISOString(),
});

async function rowsOf(view: View, given: Partial<InputOf<typeof statistics.table>> = {}, client: Client = clerk.client) {
  await dossier.drain();
  return (await client.call(statistics.table, { ...range(), pageSize: 1000, ...given, view })).list;
}

/** The cells of a row by column name. */
const cellsOf = (view: ReportView, row: ReportRow | undefined): Record<string, string | undefined> =>
  Object.fromEntries(reportViews[view].map(({ name }, index) => [name, row?.cells[index]]));

beforeAll(async () => {
  dossier = await openTestServer();
  const role = await makeRole(dossier, { deeds: ['reports.see'] });
  clerk = await makeSignedIn(dossier, { roleIds: [role], fullName: 'Clara Clerk' });
  department = await makeDepartment(dossier, { name: 'Drawing office' });
  anna = await makeSignedIn(dossier, { fullName: 'Anna Active', departmentIds: [department] });
  bo = await makeSignedIn(dossier, { fullName: 'Bo Busy' });
  cabinet = await makeCabinet(dossier.admin, { name: 'Secret cabinet' });
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Plans' });
  for (const { id } of [anna, bo])
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: id, level: level.full, reach: 'all' });
  read = await makeDocument(dossier, anna.client, { parentId: folder, name: 'read.txt', bytes: 'twelve bytes' });
  await makeDocument(dossier, bo.client, { parentId: folder, name: 'again.txt', bytes: 'twelve bytes' });
  await makeDocument(dossier, bo.client, { parentId: folder, name: 'other.txt', bytes: 'no' });
  for (const client of [anna.client, bo.client, bo.client]) await client.call(preview.view, { id: read });
  await bo.client.call(content.download, { id: read });
  await dossier.drain();
});
afterAll(() => dossier.close());

describe('access to reports', () => {
  it('needs the permission for reports, and for rights that for rights', async () => {
    for (const route of [statistics.table, statistics.chart, statistics.export, statistics.rights, statistics.exportRights])
      expect(await anna.client.refused(route, { ...range(), report: 'document' })).toBe(codes.adminOnly.code);
    expect(await clerk.client.refused(statistics.rights, range())).toBe(codes.adminOnly.code);
    expect(await clerk.client.refused(statistics.table, { ...range(), view: 'grants' })).toBe(codes.reportMissing.code);
  });

  it('is limited for heads to their department scope, whatever they ask for', async () => {
    const head = await makeSignedIn(dossier, { fullName: 'Hanna Head' });
    await dossier.admin.call(people.setHeads, { id: department, userIds: [head.id] });
    const client = await dossier.as(head);
    const names = async (given: object = {}) => (await rowsOf('people', given, client)).map((row) => row.cells[0]);
    expect(await names()).toEqual(['Anna Active']);
    expect(await names({ userId: bo.id })).toEqual([]);
    const rest = await makeDepartment(dossier);
    await dossier.admin.call(people.addToDepartment, { id: rest, userIds: [bo.id] });
    expect(await names({ departmentId: rest })).toEqual([]);
    await dossier.admin.call(people.removeFromDepartment, { id: rest, userIds: [bo.id] });
    expect((await rowsOf('used', {}, client)).map((row) => row.cells[1])).toEqual(['Anna Active']);
    expect((await rowsOf('byPerson', {}, client)).map((row) => row.cells[0])).toEqual(['Anna Active']);
    const { points } = await client.call(statistics.chart, { ...range(), report: 'userBehavior' });
    expect(points.every(({ values }) => (values[0] ?? 0) <= 1)).toBe(true);
    const { downloadUrl } = await client.call(statistics.export, { ...range(), view: 'people' });
    const file = await dossier.server.app.inject({ url: downloadUrl });
    expect(file.payload).toContain('Anna Active');
    expect(file.payload).not.toContain('Bo Busy');
    await dossier.admin.call(people.setHeads, { id: department, userIds: [] });
    expect((await dossier.server.app.inject({ url: downloadUrl })).statusCode).toBe(codes.adminOnly.status);
  });

  it('includes nothing of another organisation, nor for its guests', async () => {
    const other = await makeOrganisation(dossier);
    const theirs = await makeCabinet(other.admin, { name: 'Theirs' });
    await makeDocument(dossier, other.admin, { parentId: theirs, name: 'theirs.txt', bytes: 'x'.repeat(5000) });
    for (const view of Object.values(reportTables).flatMap(({ views }) => [...views])) {
      const route = ['grants', 'ending', 'full', 'roots'].includes(view) ? statistics.rights : statistics.table;
      const { list } = await dossier.admin.call(route as typeof statistics.table, { ...range(), pageSize: 1000, view });
      if (view !== 'byOrganisation') expect(JSON.stringify(list)).not.toMatch(/Theirs|theirs\.txt|Elsewhere/);
    }
    expect((await rowsOf('byOrganisation')).length).toBe(1);
    const guest = await makeGuest(dossier, { other });
    await enter(guest.client, other.id);
    expect(await guest.client.refused(statistics.table, range())).toBe(codes.adminOnly.code);
  });
});

describe('user activity', () => {
  it('is counted by user and by event', async () => {
    const rows = await rowsOf('people');
    const of = (made: SignedIn) =>
      cellsOf(
        'people',
        rows.find((row) => row.userId === made.id),
      );
    expect(of(anna)).toMatchObject({
      person: 'Anna Active',
      department: 'Drawing office',
      signIns: '1',
      views: '1',
      uploads: '1',
      downloads: '0',
    });
    expect(of(bo)).toMatchObject({ department: '', views: '2', uploads: '2', downloads: '1', shares: '0' });
    expect((await rowsOf('people', { sort: 'views' }))[0]?.userId).toBe(bo.id);
    const ascending = (await rowsOf('people', { sort: 'views', sortDirection: 'asc' })).map((row) =>
      Number(cellsOf('people', row)['views']),
    );
    expect(ascending).toEqual(ascending.toSorted((one, other) => one - other));
    expect((await rowsOf('people', { departmentId: department })).map((row) => row.userId)).toEqual([anna.id]);
  });

  it('lists idle users, and keeps the activity of removed ones', async () => {
    const idle = await makeUser(dossier, { fullName: 'Ida Idle' });
    const names = async (view: View) => (await rowsOf(view)).map((row) => row.cells[0]);
    expect(await names('idle')).toContain('Ida Idle');
    expect(await names('idle')).not.toContain('Anna Active');
    await dossier.as(idle);
    expect(await names('idle')).not.toContain('Ida Idle');
    expect(await names('people')).toContain('Ida Idle');
  });

  it('is drawn by the days of the requester’s time zone', async () => {
    const draw = (given: object): Promise<OutputOf<typeof statistics.chart>> =>
      clerk.client.call(statistics.chart, { ...range(10), report: 'userBehavior', ...given });
    const { unit, points } = await draw({});
    expect(unit).toBe('day');
    const total = (index: number) => points.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
    expect([total(2), total(5)]).toEqual([3, 3]);
    expect(new Date(dossier.clock.now()).toISOString()).toContain(String(points.at(-1)?.at));
    const east = await draw({ zone: 840 });
    expect(east.points.at(-1)?.at).toBe(new Date(dossier.clock.now() + 840 * 60_000).toISOString().slice(0, 10));
    expect((await draw(range(1))).unit).toBe('hour');
  });
});

describe('documents', () => {
  it('are counted for holders of the permission, and named for users who see them', async () => {
    const [used] = await rowsOf('used');
    expect(used).toMatchObject({ hidden: true, cells: ['', 'Anna Active', '3', '1'] });
    expect(used?.objId).toBeUndefined();
    const role = await makeRole(dossier, { deeds: ['reports.see'], userIds: [bo.id] });
    const seen = await rowsOf('used', {}, await dossier.as(bo));
    expect(seen[0]).toMatchObject({ objId: read, ext: 'txt', cells: ['read.txt', 'Anna Active', '3', '1'] });
    const [copies] = await rowsOf('duplicates', {}, await dossier.as(bo));
    expect(cellsOf('duplicates', copies)).toEqual({ item: 'read.txt · again.txt', copies: '2', size: '12', wasted: '12' });
    await dossier.admin.call(people.deleteRole, { id: role });
    expect(JSON.stringify(await rowsOf('duplicates'))).not.toMatch(/read|again/);
    expect((await rowsOf('unopened')).length).toBe(2);
    expect((await rowsOf('newest')).map((row) => row.cells[2])).toEqual(['2', '12', '12']);
    expect((await rowsOf('largest')).map((row) => row.cells[2])).toEqual(['12', '12', '2']);
  });

  it('are totalled by each group, and their bytes match the end of the chart', async () => {
    const ofBo = (await rowsOf('byPerson')).find((row) => row.userId === bo.id);
    expect(cellsOf('byPerson', ofBo)).toEqual({ person: 'Bo Busy', documents: '2', bytes: '14', allBytes: '14' });
    expect((await rowsOf('byType')).map((row) => row.cells)).toEqual([['txt', '3', '26', '26']]);
    expect((await rowsOf('byCabinet')).map((row) => [row.hidden, ...row.cells])).toEqual([[true, '', '3', '26', '26']]);
    const departments = (await rowsOf('byDepartment')).map((row) => row.cells);
    expect(departments).toContainEqual(['Drawing office', '1', '12', '12']);
    const { points } = await clerk.client.call(statistics.chart, { ...range(5), report: 'fileTotal' });
    expect(points.at(-1)?.values).toEqual([3, 26]);
    expect(points[0]?.values).toEqual([0, 0]);
  });
});

describe('presence', () => {
  it('is stored by hour, session, device and address, also after the session is gone', async () => {
    const guest = await makeUser(dossier, { fullName: 'Olive Online' });
    const client = (await dossier.as(guest)).from({ headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' } });
    dossier.clock.forward(90 * 60_000);
    await client.call(library.cabinets, { moduleType: 2 });
    const row = (await rowsOf('online')).find(({ userId }) => userId === guest.id);
    expect(cellsOf('online', row)).toMatchObject({ person: 'Olive Online', hours: '2', sessions: '1' });
    expect((await rowsOf('sessions')).filter(({ userId }) => userId === guest.id).length).toBe(1);
    expect((await rowsOf('addresses')).map(({ id }) => id)).toEqual(['127.0.0.1']);
    expect((await rowsOf('devices')).length).toBe(1);
    const { points } = await clerk.client.call(statistics.chart, { ...range(1), report: 'userOnline' });
    expect(points.length).toBeGreaterThan(1);
  });
});

describe('grants', () => {
  const rights = async (view: 'grants' | 'ending' | 'full' | 'roots', given: object = {}) =>
    (await dossier.admin.call(statistics.rights, { ...range(), view, pageSize: 1000, ...given })).list;

  it('are listed with their principals, those that end, and those with full control', async () => {
    const deadline = new Date(dossier.clock.now() + 5 * day).toISOString();
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'department', granteeId: department, level: 3, deadline });
    expect((await rights('ending')).map((row) => cellsOf('ending', row))).toMatchObject([
      { item: 'Plans', grantee: 'Drawing office', level: '3' },
    ]);
    expect(new Set((await rights('full')).map((row) => row.cells[1]))).toEqual(new Set(['Anna Active', 'Bo Busy']));
    expect(new Set((await rights('grants', { departmentId: department })).map((row) => row.cells[1]))).toEqual(
      new Set(['Anna Active', 'Drawing office']),
    );
    expect((await rights('roots')).map((row) => cellsOf('roots', row))).toMatchObject([{ item: 'Plans', inherits: '1', grants: '3' }]);
  });

  it('leave out personal documents, and names hidden from the auditor', async () => {
    const own = await makeCabinet(bo.client, { moduleType: 2, name: 'Diary' });
    await bo.client.call(permissions.grant, { objId: own, granteeType: 'user', granteeId: anna.id, level: level.view });
    const role = await makeRole(dossier, { deeds: ['rights.see'] });
    const security = await makeSignedIn(dossier, { roleIds: [role] });
    const { list } = await security.client.call(statistics.rights, range());
    expect(list.length).toBe(3);
    expect(list.every((row) => row.hidden === true && row.objId === undefined)).toBe(true);
    expect(JSON.stringify(list)).not.toMatch(/Plans|Diary/);
  });
});

describe('the period of a report', () => {
  it('must not end before it begins, nor exceed a year', async () => {
    const { from, to } = range();
    expect(await clerk.client.refused(statistics.table, { from: to, to: from })).toBe(codes.invalidParams.code);
    expect(await clerk.client.refused(statistics.table, range(400))).toBe(codes.reportRangeTooLong.code);
    expect(await clerk.client.refused(statistics.table, { from, to, sort: 'name; drop table item' })).toBe(codes.invalidParams.code);
    expect(await clerk.client.refused(statistics.table, { from, to, view: 'newest', sort: 'size' })).toBe(codes.invalidParams.code);
  });

  it('is exported as CSV in the requested language, logged, and only for its requester', async () => {
    await makeUser(dossier, { fullName: '=1+1' }).then((made) => dossier.as(made));
    const { downloadUrl, fileName } = await clerk.client.call(statistics.export, { ...range(), view: 'people', lang: 'cn' });
    expect(fileName).toBe('用户行为.csv');
    await dossier.drain();
    const file = await dossier.server.app.inject({ url: downloadUrl });
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(file.payload.split('\r\n')[0]).toBe('\uFEFF用户,部门,登录,查看,下载,打印,上传,分享,其他,最近一次');
    expect(file.payload).toContain("'=1+1");
    const [line] = (await dossier.admin.call(operationLog.log, { actions: [action.reportExport] })).list;
    expect(line).toMatchObject({ userName: 'Clara Clerk', objName: '用户行为.csv' });
    // the last character of a signature holds bits that say nothing, the first one none
    const forged = downloadUrl.replace(/\.([\w-])/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`);
    expect((await dossier.server.app.inject({ url: forged })).statusCode).not.toBe(200);
  });
});
