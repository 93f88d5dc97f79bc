import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { people } from '@dossier/contract/identity/users';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/dialect.ts';
import { quotaRefusal } from '../../platform/db/write-refusals.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { changedFields, namesInLine } from '../../platform/events/event.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mailKey } from '../../platform/text/mail-address.ts';
import { fullNameColumns, nameKey } from '../../platform/text/names.ts';
import { requireUserWithinScope, requireWithinScope, withoutGainingUsers } from './department-scope.ts';
import { userCreated, userUpdated } from './events.ts';
import { membershipsOf } from './memberships.queries.ts';
import {
  requireAdministratorsLeft,
  requireAuthorityOver,
  requireDepartments,
  requireRoles,
  setDepartments,
  setRoles,
} from './memberships/assign-memberships.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { requireLicence, setQuota, startQuota } from './quotas.ts';
import { findColleague } from './users.ts';
import { isMail, requireMailAddress, storeMail } from './users/mail-addresses.ts';
import * as queries from './users/users.queries.ts';
import { findPerson, findPersonByLogin, findPersonByMail, insertPerson, updatePerson } from './users/users.queries.ts';

/** The fields of a user for the log, as this transaction sees them: the account, and their memberships in the caller's space. */
export async function auditedUserFacts({ db, user }: Context, id: number): Promise<Record<string, unknown>> {
  const person = await findPerson(db, id);
  const { departments, roles } = await membershipsOf(db, [id], user.organisationId);
  const names = (rows: { name: string }[]): string => namesInLine(rows.map((row) => row.name));
  return {
    fullName: person?.full_name,
    mail: person?.mail ?? '',
    enabled: person?.enabled === 1,
    departments: names(departments),
    roles: names(roles),
  };
}

const loginNamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u;

/** Refuses login names longer than 64 characters or with anything but letters, digits and . _ @ - */
export function requireLoginName(loginName: string): void {
  if (loginName.length > 64) throw new Refusal(codes.loginNameTooLong);
  if (!loginNamePattern.test(loginName)) throw new Refusal(codes.loginNameIllegal);
}

/** A login name without surrounding spaces: all checks and look-ups use this form. */
export const trimLogin = (typed: string): string => typed.trim().slice(0, 300).trimEnd();

/** The unique form of a login name. */
export const loginKey = (loginName: string): string => nameKey(trimLogin(loginName));

/** Refuses a new login name that is a mail address other than the user's own: it would pass for the owner of that address. */
export function requireNoForeignMail(loginName: string, mail = ''): void {
  if (isMail(loginName) && mailKey(trimLogin(loginName)) !== mailKey(mail)) throw new Refusal(codes.loginNameIllegal);
}

interface NewUser {
  organisationId: number;
  loginName: string;
  fullName: string;
  passwordHash: string;
  /** Whether the password must be changed first. */
  passwordDue?: boolean | undefined;
  lang: Lang;
  /** Whether the language was chosen for this user; otherwise the first sign-in sets it. */
  langChosen?: boolean;
  now: number;
}

/** Inserts a user; refuses a taken login name with 2001, and one beyond the licence with 5203. */
export async function addUserAccount(db: Db, person: NewUser): Promise<number> {
  await requireLicence(db, person.now);
  const id = newId();
  try {
    await insertPerson(db, {
      id,
      organisation_id: person.organisationId,
      login_name: person.loginName,
      login_key: loginKey(person.loginName),
      ...fullNameColumns(person.fullName),
      password_hash: person.passwordHash,
      password_at: person.now,
      password_due: person.passwordDue === true ? 1 : 0,
      lang: person.lang,
      lang_chosen: person.langChosen === true ? 1 : 0,
      created_at: person.now,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(codes.loginNameExists);
    throw quotaRefusal(error);
  }
  await startQuota(db, { id, organisationId: person.organisationId });
  return id;
}

/** All checks on a new user except for names taken elsewhere: done first, so that those are not disclosed by a request that fails anyway. */
export async function requireValidUser(ctx: Context, input: ParsedOf<typeof people.createUser>): Promise<void> {
  requireLoginName(input.loginName);
  requireNoForeignMail(input.loginName, input.mail);
  await requireStrongPassword(ctx.db, input.password);
  requireMailAddress(input.mail ?? '');
  requireWithinScope(ctx, 'people.edit', await requireDepartments(ctx, (input.departmentIds ?? []).map(Number)));
  // heads create users in their departments only
  if (input.departmentIds === undefined || input.departmentIds.length === 0) requireWithinScope(ctx, 'people.edit', [0]);
  if (input.roleIds !== undefined) await requireRoles(ctx, input.roleIds.map(Number));
}

/** Creates a user. Served with the sessions, which count names taken elsewhere. */
export async function createUser(ctx: Context, input: ParsedOf<typeof people.createUser>): Promise<OutputOf<typeof people.createUser>> {
  await requireValidUser(ctx, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => ({ id: String(await writeUser(inner, input, passwordHash)) }));
}

/** Inserts a user whose password is hashed already, in the caller's transaction. */
export async function writeUser(
  ctx: Context,
  input: Omit<ParsedOf<typeof people.createUser>, 'password'>,
  passwordHash: string,
): Promise<number> {
  const id = await addUserAccount(ctx.db, {
    organisationId: ctx.user.organisationId,
    loginName: input.loginName,
    fullName: input.fullName,
    passwordHash,
    passwordDue: input.mustChange,
    lang: input.lang ?? ctx.user.lang,
    langChosen: input.lang !== undefined,
    now: ctx.now,
  });
  if (input.mail !== undefined && input.mail.trim() !== '') await storeMail(ctx.db, id, requireMailAddress(input.mail));
  await setDepartments(ctx, id, (input.departmentIds ?? []).map(Number));
  await setRoles(ctx, id, input.roleIds?.map(Number));
  await bumpVersion(ctx.db, 'people');
  const { departments, roles } = await auditedUserFacts(ctx, id);
  const after = { loginName: input.loginName, departments, roles };
  await ctx.emit(userCreated, { objId: id, objName: input.fullName, loginName: input.loginName, after });
  return id;
}

/** A user of the caller's space, guests included; 2002 for others, 1001 for one whose permissions exceed the caller's. */
export async function requireColleague(ctx: Context, id: number) {
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  await requireAuthorityOver(ctx, id);
  return person;
}

/**
 * A user whose account belongs to this organisation and is within the scope of the caller's permission; 1001 for a guest, who is
 * administrated by another organisation.
 */
export async function requireChangeableUser(ctx: Context, id: number, permission: Permission) {
  const person = await requireColleague(ctx, id);
  await requireUserWithinScope(ctx, permission, id);
  if (person.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.noRightToOperate);
  return person;
}

/** Changes a user's name, departments, roles, and whether they may sign in. Served with the sessions, as it ends them too. */
export async function changeUser(ctx: Context, input: ParsedOf<typeof people.updateUser>): Promise<void> {
  const id = Number(input.id);
  const account = input.fullName !== undefined || input.mail !== undefined || input.enabled !== undefined;
  const person = await (account ? requireChangeableUser(ctx, id, 'people.edit') : requireColleague(ctx, id));
  await requireUserWithinScope(ctx, 'people.edit', id);
  // a new address allows a password reset
  if (input.mail !== undefined) await requireChangeableUser(ctx, id, 'people.secrets');
  const changed = (['fullName', 'departmentIds', 'roleIds', 'mail', 'enabled'] as const).filter((field) => input[field] !== undefined);
  if (changed.length === 0) return;
  const before = await auditedUserFacts(ctx, id);
  if (input.fullName !== undefined) await updatePerson(ctx.db, id, fullNameColumns(input.fullName));
  const departmentIds = input.departmentIds?.map(Number);
  if (departmentIds !== undefined) await withoutGainingUsers(ctx, [id], () => setDepartments(ctx, id, departmentIds));
  if (input.roleIds !== undefined) await setRoles(ctx, id, input.roleIds.map(Number));
  if (input.mail !== undefined) await storeMail(ctx.db, id, requireMailAddress(input.mail));
  if (input.enabled !== undefined) {
    await updatePerson(ctx.db, id, { enabled: input.enabled ? 1 : 0 });
    await requireAdministratorsLeft(ctx);
    if (!input.enabled && id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  }
  await bumpVersion(ctx.db, 'people');
  const facts = changedFields(before, await auditedUserFacts(ctx, id));
  await ctx.emit(userUpdated, { objId: id, objName: input.fullName ?? person.full_name, changed, ...facts });
}

/** The refusal where a user of another organisation has this login name (2001) or mail address (2037). */
export async function takenInOtherOrganisation(
  { db, user }: Context,
  { loginName, mail }: { loginName?: string; mail: string },
): Promise<Code | undefined> {
  const named = loginName === undefined ? undefined : await findPersonByLogin(db, loginKey(loginName));
  if (named !== undefined && named.organisation_id !== user.organisationId) return codes.loginNameExists;
  const reached = mail === '' ? undefined : await findPersonByMail(db, mailKey(mail));
  return reached !== undefined && reached.organisation_id !== user.organisationId ? codes.mailTaken : undefined;
}

type ChangeableUser = Awaited<ReturnType<typeof requireChangeableUser>>;

/**
 * Removes a user from every list, after all other modules released them: only the name stays, for what they created. Refuses when no
 * administrator would be left.
 */
export async function retireUser(ctx: Context, person: ChangeableUser, heirId: number): Promise<void> {
  const { id, organisation_id, login_name, full_name } = person;
  await queries.insertFormerUser(ctx.db, { id, organisation_id, login_name, full_name, heir_id: heirId, removed_at: ctx.now });
  await queries.deleteUserRows(ctx.db, id);
  await setQuota(ctx, { kind: 'person', holderId: id, most: '' });
  await requireAdministratorsLeft(ctx);
  await bumpVersion(ctx.db, 'people');
}

/** The default heir in an organisation; 0 when it has no administrator of its own. */
export const fallbackHeirOf = async (db: Db, organisationId: number): Promise<number> =>
  (await queries.eldestAdministrator(db, organisationId))?.id ?? 0;

/**
 * Whether the caller may take over the private documents of somebody whom they remove. Else they would read by themselves what nobody
 * gave them; it is left to them only where nobody else is there to take it over.
 */
export const mayInheritFrom = async ({ db, user }: Context, leavingId: number): Promise<boolean> =>
  !(await queries.hasOthersThan(db, user.organisationId, [user.id, leavingId]));

/** The memberships of a user who is to be removed. */
export async function membershipSummary(db: Db, person: { id: number; organisation_id: number }) {
  const headed = await queries.departmentsHeadedBy(db, person);
  return {
    heads: headed.map((row) => row.name),
    headless: headed.filter((row) => row.heads === 1).map((row) => row.name),
    groups: await queries.countGroups(db, person.id),
    guestIn: await queries.countSpaces(db, person.id),
  };
}
