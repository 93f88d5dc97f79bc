import { buffer } from 'node:stream/consumers';
import { codes } from '@dossier/contract/core/codes';
import { session } from '@dossier/contract/identity/sessions';
import { admin, importLimits } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type Plan, begin, passwordOf, plan, refusedPlan, rowsToWrite, write } from '../../../test/import-table.ts';
import { longestGap } from '../../../test/longest-gap.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn, makeUser } from '../../../test/make.ts';
import { xlsxStream } from '../../platform/tables/table-streams.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const find = async (loginName: string) =>
  (await dossier.admin.call(people.users, { keyword: loginName })).list.find((person) => person.loginName === loginName);

const fatesOf = (planned: Plan) =>
  planned.rows.map(({ row, fate, reason }) => (reason === undefined ? [row, fate] : [row, fate, reason.code]));

describe('a plan', () => {
  it('shows the outcome of each row, and writes nothing', async () => {
    const known = await makeUser(dossier, { fullName: 'Known One' });
    const csv = `Login name;Name;Departments;Email address;Enabled;Shoe size
plan.new;New One;Sales / North, East;new@example.org;yes;44
${known.loginName};Known Two;;;;
${known.loginName.toUpperCase()};Again;;;;
;Nobody;;;;
plan.bad name;Bad;;;;
plan.mail;Mail;;no address;;
plan.nameless;;;;;
plan.word;Word;;;perhaps;`;
    const planned = await plan(dossier.admin, csv);
    expect(planned.ignored).toEqual(['Shoe size']);
    expect(planned.departments).toEqual(['Sales', 'Sales / North, East']);
    expect(fatesOf(planned)).toEqual([
      [2, 'create'],
      [3, 'change'],
      [4, 'refuse', codes.importRepeated.code],
      [5, 'refuse', codes.loginNameIllegal.code],
      [6, 'refuse', codes.loginNameIllegal.code],
      [7, 'refuse', codes.mailIllegal.code],
      [8, 'refuse', codes.fullNameRequired.code],
      [9, 'refuse', codes.importWordUnknown.code],
    ]);
    expect(planned.rows[1]?.changes).toEqual([{ column: 'fullName', from: 'Known One', to: 'Known Two' }]);
    expect(planned.rows[7]?.reason?.word).toBe('perhaps');
    expect(await find('plan.new')).toBeUndefined();
    expect(await dossier.admin.call(people.departments, {})).toEqual([]);
  });

  it('of 5,000 rows yields to the event loop', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `many${n},Many ${n},"Big / Part ${n % 50}; Other",many${n}@example.org`);
    let planned: Plan | undefined;
    const gap = await longestGap(async () => (planned = await plan(dossier.admin, `login,name,departments,mail\n${rows.join('\n')}\n`)));
    expect(planned?.rows.filter((row) => row.fate === 'create')).toHaveLength(5000);
    expect(planned?.departments).toHaveLength(52);
    expect(gap).toBeLessThan(700);
  });

  it('keeps existing users, and refuses missing departments, by its options', async () => {
    const known = await makeUser(dossier);
    const csv = `loginName,fullName,departments\n${known.loginName},Other,\nopt.new,New,Nowhere / Deep\n`;
    expect(fatesOf(await plan(dossier.admin, csv, { existing: 'skip', departments: 'refuse' }))).toEqual([
      [2, 'skip'],
      [3, 'refuse', codes.departmentMissing.code],
    ]);
  });

  it('refuses files that are no table of users', async () => {
    expect(await refusedPlan(dossier.admin, 'Name\nSomebody\n')).toBe(codes.importNoLoginName.code);
    expect(await refusedPlan(dossier.admin, Buffer.from([0, 1, 2, 3]))).toBe(codes.importUnreadable.code);
    expect(await refusedPlan(dossier.admin, `login\n${'x\n'.repeat(5001)}`)).toBe(codes.importTooLarge.code);
    expect(await refusedPlan(dossier.admin, '')).toBe(codes.importNoLoginName.code);
    expect(await dossier.admin.refused(admin.planImport, { bytes: '!!' })).toBe(codes.invalidParams.code);
  });

  it('needs the permission to change users', async () => {
    const { client } = await makeSignedIn(dossier);
    expect(await refusedPlan(client, 'login\nx\n')).toBe(codes.adminOnly.code);
    expect(await client.refused(admin.beginImport, { name: 'x', create: 0, change: 0 })).toBe(codes.adminOnly.code);
    expect(await client.refused(admin.exportPeople, { format: 'csv' })).toBe(codes.adminOnly.code);
  });
});

describe('an import', () => {
  it('creates users as planned, who sign in with the generated password', async () => {
    const group = await makeGroup(dossier, [], 'Import group');
    const role = await makeRole(dossier, { name: 'Import role' });
    const csv = `登录名,姓名,部门,角色,用户组,邮箱,启用,语言
imp.one,李华,研发 / 平台; 质量,Import role; 员工,Import group,one@example.org,是,ja
imp.off,王五,质量,,,,否,
`;
    const planned = await plan(dossier.admin, csv);
    expect(planned.departments).toEqual(['研发', '研发 / 平台', '质量']);
    expect(await write(dossier.admin, planned)).toMatchObject([
      { row: 2, fate: 'create' },
      { row: 3, fate: 'create' },
    ]);
    const made = await find('imp.one');
    expect(made).toMatchObject({ fullName: '李华', mail: 'one@example.org', lang: 'ja', enabled: true });
    expect(made?.departments.map((one) => one.name)).toEqual(['平台', '质量']);
    expect(made?.roles.map((one) => one.name).toSorted()).toEqual(['Import role', 'Staff']);
    expect(made?.groups.map((one) => one.id)).toEqual([group]);
    expect(role).not.toBe('');
    await dossier.as({ loginName: 'imp.one', password: passwordOf(2) });
    expect(await find('imp.off')).toMatchObject({ enabled: false });
    await dossier.drain();
    const again = await plan(dossier.admin, csv);
    expect(fatesOf(again)).toEqual([
      [2, 'same'],
      [3, 'same'],
    ]);
  });

  it('changes users as planned: an empty cell changes nothing, a dash clears the field', async () => {
    const department = await makeDepartment(dossier, { name: 'Change from' });
    const person = await makeSignedIn(dossier, { departmentIds: [department], mail: 'change@example.org' });
    const csv = `login,name,department,email,enabled\n${person.loginName},,Change to,-,no\n`;
    const planned = await plan(dossier.admin, csv);
    expect(planned.rows[0]?.changes).toEqual([
      { column: 'departments', from: 'Change from', to: 'Change to' },
      { column: 'mail', from: 'change@example.org', to: '' },
      { column: 'enabled', from: '是', to: '否' },
    ]);
    expect(await write(dossier.admin, planned)).toMatchObject([{ row: 2, fate: 'change', id: person.id }]);
    expect(await find(person.loginName)).toMatchObject({ fullName: person.fullName, enabled: false, departments: [{ name: 'Change to' }] });
    expect(await person.client.refused(people.groups)).toBe(codes.notSignedIn.code);
  });

  it('refuses rows whose outcome has changed', async () => {
    const person = await makeUser(dossier, { fullName: 'Before' });
    const csv = `login,name\n${person.loginName},After\nlate.new,New\n`;
    const planned = await plan(dossier.admin, csv);
    await dossier.admin.call(people.updateUser, { id: person.id, fullName: 'Meanwhile' });
    await makeUser(dossier, { loginName: 'late.new', fullName: 'Other' });
    expect(await write(dossier.admin, planned)).toMatchObject([
      { row: 2, fate: 'refuse', reason: { code: codes.changedMeanwhile.code } },
      { row: 3, fate: 'refuse', reason: { code: codes.changedMeanwhile.code } },
    ]);
    expect(await find(person.loginName)).toMatchObject({ fullName: 'Meanwhile' });
  });

  it('creates no department that the plan did not show', async () => {
    const department = await makeDepartment(dossier, { name: 'Gone soon' });
    const planned = await plan(dossier.admin, 'login,name,department\ndep.gone,A,Gone soon\n');
    expect(planned.departments).toEqual([]);
    await dossier.admin.call(people.deleteDepartment, { id: department });
    expect(await write(dossier.admin, planned)).toMatchObject([{ fate: 'refuse', reason: { code: codes.changedMeanwhile.code } }]);
    expect(await find('dep.gone')).toBeUndefined();
  });

  it('answers the same again when its first answer was lost', async () => {
    const planned = await plan(dossier.admin, 'login,name\nlost.one,Lost\n');
    const ticket = await begin(dossier.admin);
    const first = await write(dossier.admin, planned, { ticket });
    expect(await write(dossier.admin, planned, { ticket })).toEqual(first);
    await dossier.as({ loginName: 'lost.one', password: passwordOf(2) });
    const other = rowsToWrite(planned.rows).map((row) => ({ ...row, password: 'another-password' }));
    const given = { ticket, rows: other, newDepartments: [] };
    expect((await dossier.admin.call(admin.writeImport, given)).rows).toMatchObject([{ reason: { code: codes.changedMeanwhile.code } }]);
  });

  it('compares no password of an account that it did not create', async () => {
    const ticket = await begin(dossier.admin);
    const victim = await makeUser(dossier);
    const rowOf = (loginName: string, password: string) => ({ row: 2, cells: { loginName }, mark: 'x', password });
    const answer = async (loginName: string, password: string, as = ticket) =>
      (await dossier.admin.call(admin.writeImport, { ticket: as, rows: [rowOf(loginName, password)], newDepartments: [] })).rows;
    const wrong = await answer(victim.loginName, 'wrong-password-1');
    expect(wrong).toMatchObject([{ fate: 'refuse', reason: { code: codes.changedMeanwhile.code } }]);
    expect(await answer(victim.loginName, victim.password)).toEqual(wrong);
    // nor of one created by another import, nor of its own after a password change
    const planned = await plan(dossier.admin, 'login,name\noracle.one,Oracle\n');
    const [made] = await write(dossier.admin, planned, { ticket });
    expect(await answer('oracle.one', passwordOf(2))).toEqual([made]);
    expect(await answer('oracle.one', passwordOf(2), await begin(dossier.admin))).toEqual(wrong);
    await dossier.admin.call(people.resetPassword, { id: made?.id ?? '', newPwd: 'chosen-anew-1' });
    for (const password of ['chosen-anew-1', passwordOf(2)]) expect(await answer('oracle.one', password)).toEqual(wrong);
  });

  it('that stopped midway leaves whole rows, and the same file creates the rest', async () => {
    const csv = `login,name,department\n${Array.from({ length: 30 }, (_, n) => `half${n},Half ${n},Half / Way`).join('\n')}\n`;
    const planned = await plan(dossier.admin, csv);
    const first = { ...planned, rows: planned.rows.slice(0, importLimits.piece) };
    await write(dossier.admin, first);
    await dossier.reopen();
    const again = await plan(dossier.admin, csv);
    expect(again.departments).toEqual([]);
    expect(again.rows.map((row) => row.fate)).toEqual([...Array(25).fill('same'), ...Array(5).fill('create')]);
    expect((await write(dossier.admin, again)).map((row) => row.fate)).toEqual(Array(5).fill('create'));
    expect((await dossier.admin.call(people.users, { keyword: 'half', pageSize: 1 })).totalNumber).toBe(30);
  });

  it('refuses a single row of a batch for a rule checked only when writing', async () => {
    const planned = await plan(dossier.admin, 'login,name\nalone.a,A\nalone.b,B\nalone.c,C\n');
    const rows = rowsToWrite(planned.rows).map((row) => (row.row === 3 ? { ...row, password: 'aa' } : row));
    const done = await dossier.admin.call(admin.writeImport, { ticket: await begin(dossier.admin), rows, newDepartments: [] });
    expect(done.rows).toMatchObject([
      { row: 2, fate: 'create' },
      { row: 3, fate: 'refuse', reason: { code: codes.passwordTooShort.code } },
      { row: 4, fate: 'create' },
    ]);
    expect(await find('alone.b')).toBeUndefined();
  });

  it('accepts a ticket of this session only', async () => {
    const planned = await plan(dossier.admin, 'login,name\nticket.a,A\n');
    const other = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
    const ticket = await begin(other);
    const rows = rowsToWrite(planned.rows);
    expect(await dossier.admin.refused(admin.writeImport, { ticket, rows, newDepartments: [] })).toBe(codes.ticketInvalid.code);
    expect(await dossier.admin.refused(admin.writeImport, { ticket: 'x.y', rows, newDepartments: [] })).toBe(codes.ticketInvalid.code);
  });

  it('invites nobody while mail is off', async () => {
    expect(await dossier.admin.call(admin.importTerms)).toEqual({ invites: false });
    expect(await refusedPlan(dossier.admin, 'login,name\nx,y\n', { password: 'invite' })).toBe(codes.notAvailable.code);
  });

  it('reads a workbook too, and creates 200 users in batches', async () => {
    const all = Array.from({ length: 200 }, (_, n) => [`book${n}`, `Book ${n}`, n % 2 === 0 ? 'Even' : 'Odd / One']);
    async function* rows() {
      yield [['Login name', 'Name', 'Departments'], ...all];
    }
    const planned = await plan(dossier.admin, await buffer(xlsxStream(rows(), { name: 'x', widths: [] })));
    const results = await write(dossier.admin, planned);
    expect(results.filter((row) => row.fate === 'create')).toHaveLength(200);
    expect((await dossier.admin.call(people.users, { keyword: 'book', pageSize: 1 })).totalNumber).toBe(200);
  });
});

describe('the first sign-in of an imported user', () => {
  const enter = (loginName: string, row: number) =>
    dossier.nobody.call(session.login, { loginName, password: passwordOf(row), pageLang: 'es' });
  const langOf = async (sessionId: string) => (await clientOf(dossier.server, sessionId).call(session.current)).lang;

  it('keeps the language of the row, also when changed before, and otherwise takes that of the page', async () => {
    const known = await dossier.admin.call(people.createUser, { loginName: 'tongue.known', fullName: 'Known', password: passwordOf(2) });
    expect(known.id).toBeDefined();
    const csv = 'Login name;Name;Language\ntongue.known;Known;ja\ntongue.ja;Says it;ja\ntongue.none;Says none;';
    await write(dossier.admin, await plan(dossier.admin, csv));
    expect(await langOf((await enter('tongue.known', 2)).sessionId)).toBe('ja');
    expect(await langOf((await enter('tongue.ja', 3)).sessionId)).toBe('ja');
    expect(await langOf((await enter('tongue.none', 4)).sessionId)).toBe('es');
  });

  it('asks for another password first, if the import says so', async () => {
    const planned = await plan(dossier.admin, 'Login name;Name\nfirst.change;First', { mustChange: true });
    await write(dossier.admin, planned, { mustChange: true });
    expect((await enter('first.change', 2)).passwordDue).toBe(true);
  });
});

it('gives its author no users under them with more permissions than over others', async () => {
  const [own, theirs] = [await makeDepartment(dossier, { name: 'Drawing in' }), await makeDepartment(dossier)];
  const head = await makeSignedIn(dossier);
  await makeRole(dossier, { deeds: ['people.see', 'people.edit'], userIds: [head.id] });
  await makeRole(dossier, { deeds: ['people.secrets'], branch: true, userIds: [head.id] });
  await dossier.admin.call(people.setHeads, { id: own, userIds: [head.id] });
  const victim = await makeUser(dossier, { departmentIds: [theirs] });
  const planned = await plan(head.client, `Login name;Name;Departments\n${victim.loginName};${victim.fullName};Drawing in\n`);
  const [result] = await write(head.client, planned);
  expect([result?.fate, result?.reason?.code]).toEqual(['refuse', 2027]);
  expect(await head.client.refused(people.resetPassword, { id: victim.id, newPwd: 'taken-over-1' })).toBe(1001);
});
