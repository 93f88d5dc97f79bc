import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';
import { worksIn } from '../organisations/spaces.ts';

interface Member {
  grantee_id: number;
  person_id: number;
}

/** The people behind many grantees of one kind at once, each with the grantee; only grantees of the organisation stand for anybody. */
export async function membersOfAll(
  db: Db,
  type: 'group' | 'role' | 'department' | 'organisation',
  { ids, organisationId }: { ids: number[]; organisationId: number },
): Promise<Member[]> {
  const wanted = among(db, JSON.stringify(ids));
  const query = {
    group: sql<Member>`select m.group_id as grantee_id, m.person_id from user_group_member m join user_group g on g.id = m.group_id
      where g.id in ${wanted} and g.organisation_id = ${organisationId}`,
    role: sql<Member>`select m.role_id as grantee_id, m.person_id from role_member m join role r on r.id = m.role_id
      where r.id in ${wanted} and r.organisation_id = ${organisationId}`,
    organisation: sql<Member>`select organisation_id as grantee_id, id as person_id from person
      where organisation_id in ${wanted} and organisation_id = ${organisationId}`,
    department: sql<Member>`with recursive down(top, id) as (
        select id, id from department where id in ${wanted} and organisation_id = ${organisationId}
        union select down.top, d.id from department d join down on d.parent_id = down.id)
      select down.top as grantee_id, m.person_id from down join department_member m on m.department_id = down.id`,
  }[type];
  return (await query.execute(db)).rows;
}

/** Those of some people who work in an organisation, by name, with how many there are. */
export async function pageOfThese(
  db: Db,
  asked: { ids: number[]; organisationId: number; keyword?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  const ids = JSON.stringify(asked.ids);
  let query = db.selectFrom('person').where('id', 'in', among(db, ids)).where(worksIn(asked.organisationId));
  const key = nameKey(asked.keyword?.trim() ?? '');
  if (key !== '') {
    const part = containing(key) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', part), where('login_key', 'like', part), where('spoken', 'like', part)]),
    );
  }
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'full_name', 'login_name', 'enabled', 'organisation_id'])
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}
