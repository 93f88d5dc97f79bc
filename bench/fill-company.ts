import { level } from '@dossier/contract/core/rights';
import type { Services } from '../server/src/platform/context.ts';
import type { Db } from '../server/src/platform/db/database.ts';
import { newId } from '../server/src/platform/ids.ts';
import { nameKey, nameSort } from '../server/src/platform/text/names.ts';

const sizes = { people: 20_000, departments: 2000, groups: 40, grants: 5000 };
const text = (name: string) => ({ name, name_key: nameKey(name), name_sort: nameSort(name), pinyin: '' });
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

type Inserting = { insertInto(table: string): { values(rows: object[]): { execute(): Promise<unknown> } } };

async function insert(db: Db, table: string, rows: object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500)
    await (db as unknown as Inserting)
      .insertInto(table)
      .values(rows.slice(at, at + 500))
      .execute();
}

/** Adds 20,000 users in 2,000 nested departments and 40 groups to a library, and gives rights to 5,000 of those where it has access lists. */
export async function fillCompany(dossier: Services): Promise<void> {
  const admin = await dossier.database.read.selectFrom('person').select(['id', 'organisation_id']).orderBy('id').executeTakeFirstOrThrow();
  const organisation_id = admin.organisation_id;
  const now = dossier.now();
  const departments: number[] = [];
  const departmentRows = Array.from({ length: sizes.departments }, (_, n) => {
    const id = newId();
    departments.push(id);
    // 20 at the top, each of the others below one of a tenth of its number
    return { id, organisation_id, parent_id: n < 20 ? 0 : pick(departments, Math.floor(n / 10)), sort_number: 99, ...text(`Unit ${n}`) };
  });
  const people = Array.from({ length: sizes.people }, (_, n) => {
    const name = `Person ${n}`;
    const key = nameKey(name);
    const login = `p${n}`;
    return {
      id: newId(),
      organisation_id,
      login_name: login,
      login_key: login,
      full_name: name,
      full_key: key,
      full_sort: nameSort(name),
      pinyin: '',
      password_hash: '',
      created_at: now,
    };
  });
  const groups = Array.from({ length: sizes.groups }, (_, n) => ({ id: newId(), organisation_id, ...text(`Circle ${n}`) }));
  const roots = await dossier.database.read.selectFrom('acl').select('root_id').where('inheritance_depth', '=', 0).execute();
  const principals = [
    ...departments.map((id) => ({ principal_type: 'department', principal_id: id })),
    ...groups.map(({ id }) => ({ principal_type: 'group', principal_id: id })),
    ...people.map(({ id }) => ({ principal_type: 'user', principal_id: id })),
  ];
  const grants = Array.from({ length: sizes.grants }, (_, n) => ({
    id: newId(),
    root_id: pick(roots, n).root_id,
    ...pick(principals, n * 7),
    level: level.view,
    inheritance_scope: 2,
    deadline: null,
    creator_id: admin.id,
    created_at: now,
  }));
  await dossier.database.write(async (db) => {
    await insert(db, 'department', departmentRows);
    await insert(db, 'person', people);
    await insert(db, 'user_group', groups);
    await insert(
      db,
      'department_member',
      people.map(({ id }, n) => ({ department_id: pick(departments, n), person_id: id })),
    );
    await insert(
      db,
      'user_group_member',
      people.filter((_, n) => n % 10 === 0).map(({ id }, n) => ({ group_id: pick(groups, n).id, person_id: id })),
    );
    await insert(db, 'access_grant', grants);
    await db.updateTable('cache_version').set({ value: 2000 }).execute();
  });
}
