import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang, Paged } from '@dossier/contract/core/shapes';
import { avatarPaths } from '@dossier/contract/identity/sessions';
import type { Person, people } from '@dossier/contract/identity/users';
import type { Context, Services, User } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { departmentScopeFor, requireWithinScope } from '../department-scope.ts';
import { departmentSubtree } from '../departments.queries.ts';
import { rolesByIds } from '../groups-roles/groups-roles.queries.ts';
import { membershipsOf } from '../memberships.queries.ts';
import { organisationNames } from '../organisations.queries.ts';
import * as queries from './users.queries.ts';
import { type PeopleFilter, pageOfPeople } from './users.queries.ts';

const purpose = 'people.avatar';
const day = 86_400;

/** An avatar ticket: the user, the organisation, and the session that may see it. */
interface AvatarTicket {
  person: number;
  organisation: number;
  session: number;
  hash: string;
}

/** The URL of a user's avatar for this session; constant for a day, so that browsers can cache it. */
export function avatarUrl(services: Services, user: User, person: { id: number; avatar_hash: string | null }): string | undefined {
  if (person.avatar_hash === null || user.viewer !== undefined) return undefined;
  const seconds = Math.floor(services.now() / 1000);
  const facts: AvatarTicket = { person: person.id, organisation: user.organisationId, session: user.sessionId, hash: person.avatar_hash };
  const ticket = services.tickets.sign(purpose, { ...facts }, (Math.floor(seconds / day) + 2) * day - seconds);
  return `${avatarPaths.see}?ticket=${ticket}`;
}

/** The content of an avatar ticket, unless it is forged or expired. */
export const openAvatarTicket = (services: Services, ticket: string): AvatarTicket | undefined =>
  services.tickets.open<AvatarTicket>(purpose, ticket);

/** Stores an avatar; the hash is part of its URL, so that a new picture has a new URL. */
export async function storeAvatar(db: Db, personId: number, png: Buffer): Promise<void> {
  await queries.putAvatar(db, personId, png.toString('base64'));
  await queries.updatePerson(db, personId, { avatar_hash: createHash('sha256').update(png).digest('hex').slice(0, 16) });
}

/** The avatar of a user of the organisation. */
export async function findAvatar(db: Db, whose: { personId: number; organisationId: number }) {
  const found = await queries.findAvatar(db, whose);
  return found && { png: Buffer.from(found.png, 'base64'), hash: found.hash ?? '' };
}

/** A page of the organisation's users, by name or login name, or of one department; heads see those of their scope. */
export async function listUsers(ctx: Context, input: ParsedOf<typeof people.users>): Promise<Paged<Person>> {
  const userFilter =
    input.departmentId === undefined ? undefined : await departmentIdsOf(ctx, Number(input.departmentId), input.below ?? false);
  if (userFilter !== undefined) requireWithinScope(ctx, 'people.see', userFilter);
  const scope = departmentScopeFor(ctx, 'people.see');
  const { keyword, roleId, state, secondStep, idleDays } = input;
  return pageOfUsers(
    ctx,
    {
      keyword,
      state,
      secondStep,
      departmentIds: userFilter ?? (scope && [...scope]),
      ...(roleId !== undefined && { roleId: await roleOfSpace(ctx, Number(roleId)) }),
      ...(idleDays !== undefined && { idleSince: ctx.now - idleDays * day * 1000 }),
    },
    input,
  );
}

const departmentIdsOf = async ({ db }: Context, id: number, below: boolean): Promise<number[]> =>
  below ? departmentSubtree(db, id) : [id];

/** The id of a role of the organisation; 2023 for another. */
async function roleOfSpace({ db, user }: Context, id: number): Promise<number> {
  if ((await rolesByIds(db, user.organisationId, [id])).length === 0) throw new Refusal(codes.roleMissing);
  return id;
}

interface PageOfUsers {
  pageNo: number;
  pageSize: number;
  sort?: 'name' | 'lastLogin' | 'created';
  sortDirection?: 'asc' | 'desc';
}

/** A page of users with their departments, groups and roles: three further queries, whatever the page size. */
export async function pageOfUsers(
  { services, db, user }: Context,
  filter: Omit<PeopleFilter, 'organisationId'>,
  { pageNo, pageSize, sort, sortDirection }: PageOfUsers,
): Promise<Paged<Person>> {
  const page = {
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
    ...(sort !== undefined && { sort }),
    ...(sortDirection !== undefined && { direction: sortDirection }),
  };
  const { rows, total } = await pageOfPeople(db, { ...filter, organisationId: user.organisationId }, page);
  const having = await membershipsOf(
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
    avatarUrl: avatarUrl(services, user, row),
    ...(row.organisation_id === user.organisationId && accountOf(row)),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Account fields shown to the user's own organisation. */
const accountOf = (row: Awaited<ReturnType<typeof pageOfPeople>>['rows'][number]) => ({
  mail: row.mail ?? undefined,
  lang: row.lang as Lang,
  createTime: isoTime(row.created_at),
  lastLoginTime: row.last_login_at === null ? undefined : isoTime(row.last_login_at),
  // an engine without booleans answers 0 or 1
  secondStep: Boolean(row.has_second_step),
});

const byPerson = <T extends { person_id: number }>(rows: T[]): Map<number, T[]> => Map.groupBy(rows, (row) => row.person_id);
