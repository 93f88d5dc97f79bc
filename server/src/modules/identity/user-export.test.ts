import { codes } from '@dossier/contract/core/codes';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { longestGap } from '../../../test/longest-gap.ts';
import { makeDepartment, makeGroup, makeSignedIn } from '../../../test/make.ts';
import { makeOrganisation } from '../../../test/other-organisation.ts';
import { newId } from '../../platform/ids.ts';
import { fullNameColumns } from '../../platform/text/names.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const fetchUrl = (url: string) => dossier.server.app.inject({ method: 'GET', url });

async function exported(client: Client, format: 'csv' | 'xlsx', lang: 'cn' | 'en' = 'en'): Promise<Buffer> {
  const { downloadUrl, fileName } = await client.call(admin.exportPeople, { format, lang });
  expect(fileName.endsWith(`.${format}`)).toBe(true);
  const answer = await fetchUrl(downloadUrl);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain('attachment');
  return answer.rawPayload;
}

const fatesOf = async (bytes: Buffer) => {
  const { rows, ignored } = await dossier.admin.call(admin.planImport, { bytes: bytes.toString('base64') });
  expect(ignored).toEqual([]);
  return rows.map((row) => row.fate);
};

describe('an export', () => {
  it('can be imported again without changes, whatever it contains', async () => {
    const top = await makeDepartment(dossier, { name: 'R&D; one / two' });
    const below = await makeDepartment(dossier, { name: '平台 \\ base', parentId: top });
    const other = await makeDepartment(dossier, { name: 'A first by name' });
    const person = await makeSignedIn(dossier, { fullName: '=cmd|x', departmentIds: [below, other], mail: 'back@example.org' });
    await makeGroup(dossier, [person.id], '@group; "quoted"');
    await dossier.admin.call(people.setHeads, { id: top, userIds: [person.id] });
    await dossier.admin.call(people.updateUser, { id: person.id, enabled: false });
    const csv = (await exported(dossier.admin, 'csv')).toString();
    expect(csv.startsWith('\uFEFFLogin name,Name,')).toBe(true);
    expect(csv).toContain("'=cmd|x");
    expect(csv).toContain('R&D\\; one \\/ two / 平台 \\\\ base; A first by name');
    for (const lang of ['cn', 'en'] as const)
      for (const format of ['csv', 'xlsx'] as const) {
        const fates = await fatesOf(await exported(dossier.admin, format, lang));
        expect(fates.length).toBeGreaterThan(1);
        expect(new Set(fates)).toEqual(new Set(['same']));
      }
  });

  it('contains users of the own organisation only', async () => {
    const other = await makeOrganisation(dossier);
    const csv = (await exported(other.admin, 'csv')).toString();
    expect(csv).toContain(other.loginName);
    expect(csv).not.toContain('admin@');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect((await exported(dossier.admin, 'csv')).toString()).not.toContain(other.loginName);
  });

  it('is downloaded by the session that requested it, while that is active and permitted', async () => {
    const role = await dossier.admin.call(people.createRole, { name: 'Lookers', deeds: ['people.see'] });
    const exporter = await makeSignedIn(dossier, { roleIds: [role.id] });
    const { downloadUrl } = await exporter.client.call(admin.exportPeople, { format: 'csv' });
    expect(await exporter.client.refused(admin.importTemplate, { format: 'csv' })).toBe(codes.adminOnly.code);
    expect((await fetchUrl(downloadUrl)).statusCode).toBe(200);
    await dossier.admin.call(people.updateUser, { id: exporter.id, roleIds: [] });
    expect((await fetchUrl(downloadUrl)).statusCode).toBe(403);
    const again = await dossier.admin.call(admin.exportPeople, { format: 'csv' });
    dossier.clock.forward(301_000);
    expect((await fetchUrl(again.downloadUrl)).statusCode).toBe(403);
    expect((await fetchUrl('/people-table/x.y/people.csv')).statusCode).toBe(403);
  });

  it('is offered as a template with an example only, in the requested language', async () => {
    const { downloadUrl, fileName } = await dossier.admin.call(admin.importTemplate, { format: 'csv', lang: 'cn' });
    expect(fileName).toBe('用户导入模板.csv');
    const { payload } = await fetchUrl(downloadUrl);
    expect(payload.split('\r\n')).toEqual([
      '\uFEFF登录名,姓名,部门,角色,用户组,邮箱,启用,语言',
      '# zhang.wei（示例，导入时忽略）,张伟,"工程部 / 平台组; 质量部",员工,,name@example.com,是,cn',
      '',
    ]);
    const bytes = Buffer.from(payload).toString('base64');
    expect(await dossier.admin.call(admin.planImport, { bytes })).toMatchObject({ rows: [], departments: [] });
  });

  it('of 20,000 users yields to the event loop', async () => {
    const { database } = dossier.services;
    const { organisation_id } = await database.read
      .selectFrom('person')
      .select('organisation_id')
      .where('login_key', '=', 'admin')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      id: newId(),
      organisation_id,
      login_name: `many${n}`,
      login_key: `many${n}`,
      ...fullNameColumns(`Many ${n}`),
      password_hash: '',
      lang: 'en',
      created_at: 1,
    }));
    await database.write(async (db) => {
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto('person')
          .values(rows.slice(at, at + 500))
          .execute();
    });
    for (const format of ['csv', 'xlsx'] as const) {
      let size = 0;
      const gap = await longestGap(async () => (size = (await exported(dossier.admin, format)).length));
      expect(size).toBeGreaterThan(100_000);
      expect(gap).toBeLessThan(700);
    }
  });
});
