import type { Db } from '../../ground/db/database.ts';
import { containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

const personFields = ['person.id', 'person.full_name', 'person.login_name', 'person.enabled'] as const;

/** The own people of an organisation who hold its role of this id. */
export const holdersOf = (db: Db, { organisationId, roleId }: { organisationId: number; roleId: number }) =>
  db
    .selectFrom('role_member')
    .innerJoin('person', 'person.id', 'role_member.person_id')
    .select(personFields)
    .where('role_member.role_id', '=', roleId)
    .where('person.organisation_id', '=', organisationId)
    .orderBy('person.full_sort')
    .orderBy('person.id')
    .execute();

/** Enabled own people of an organisation by part of their name. */
export function ownPeopleBy(db: Db, { organisationId, keyword, limit }: { organisationId: number; keyword: string; limit: number }) {
  const found = containing(nameKey(keyword)) as never;
  return db
    .selectFrom('person')
    .select(personFields)
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .where((where) => where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('spoken', 'like', found)]))
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}
