import type { people, Person } from '@dossier/contract/people';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { belongings } from '../circles/belongings.ts';
import { branchIds } from '../circles/circle-rows.ts';
import { branchFor, needWithin } from '../circles/within.ts';
import { organisationNames } from '../organisations/organisation-rows.ts';
import { avatarUrl } from './avatars.ts';
import { pageOfPeople, type PeopleFilter } from './queries.ts';

/** A page of the organisation's people, by name or login name, or those of one department; who heads departments sees those of theirs. */
export async function listUsers(ctx: Ctx, input: ParsedOf<typeof people.users>): Promise<Paged<Person>> {
  const asked =
    input.departmentId === undefined ? undefined : await departmentsAsked(ctx, Number(input.departmentId), input.below ?? false);
  if (asked !== undefined) needWithin(ctx, 'people.see', asked);
  const branch = branchFor(ctx, 'people.see');
  return pageOfUsers(ctx, { keyword: input.keyword, departmentIds: asked ?? (branch && [...branch]) }, input);
}

const departmentsAsked = async ({ db }: Ctx, id: number, below: boolean): Promise<number[]> => (below ? branchIds(db, id) : [id]);

/** A page of people with their departments, groups and roles: three further queries, whatever the page's size. */
export async function pageOfUsers(
  { house, db, user }: Ctx,
  filter: Omit<PeopleFilter, 'organisationId'>,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<Paged<Person>> {
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfPeople(db, { ...filter, organisationId: user.organisationId }, page);
  const having = await belongings(
    db,
    rows.map((row) => row.id),
    user.organisationId,
  );
  const homes = await organisationNames(
    db,
    rows.map((row) => row.organisation_id).filter((id) => id !== user.organisationId),
  );
  const departments = byPerson(having.departments);
  const groups = byPerson(having.groups);
  const roles = byPerson(having.roles);
  const named = (found: { id: number; name: string }[] = []) => found.map(({ id, name }) => ({ id: String(id), name }));
  const list = rows.map((row) => ({
    id: String(row.id),
    loginName: row.login_name,
    fullName: row.full_name,
    roleType: (roles.get(row.id) ?? []).reduce((bits, role) => bits | role.role_type, 0),
    enabled: row.enabled === 1,
    guestOf: homes.get(row.organisation_id),
    departments: named(departments.get(row.id)),
    roles: named(roles.get(row.id)),
    groups: named(groups.get(row.id)),
    avatarUrl: avatarUrl(house, user, row),
    ...(row.organisation_id === user.organisationId && accountOf(row)),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** What an account says of its person to their own organisation. */
const accountOf = (row: Awaited<ReturnType<typeof pageOfPeople>>['rows'][number]) => ({
  mail: row.mail ?? undefined,
  lang: row.lang as Lang,
  createTime: isoTime(row.created_at),
  lastLoginTime: row.last_login_at === null ? undefined : isoTime(row.last_login_at),
});

const byPerson = <T extends { person_id: number }>(rows: T[]): Map<number, T[]> => Map.groupBy(rows, (row) => row.person_id);
