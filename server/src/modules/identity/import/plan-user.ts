import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Fate, ImportOptions, PersonColumn, RowFate } from '@dossier/contract/identity/user-administration';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { fullNameColumns, nameColumns, nameKey } from '../../../platform/text/names.ts';
import { requireAuthorityOver, requireGrantable } from '../memberships/assign-memberships.ts';
import { requireLoginName, requireNoForeignMail } from '../user-accounts.ts';
import { listCell, nameCell, pathCell, type RequestedUser, roleWord } from '../user-table.ts';
import { requireMailAddress } from '../users/mail-addresses.ts';
import { type Account, type Roster, type RosterRole, flagWord } from './roster.ts';

const deepestDepartment = 20;
const longestDepartmentName = 100;

/** Refuses without the caller's permission. */
function requireImportPermission({ user }: Context, permission: Permission, word: string): void {
  if (!user.permissions.all.has(permission)) throw new Refusal(codes.noRightToOperate, { word });
}

/** Runs a check of another module, and adds the word of the row to its refusal. */
async function namingWord<T>(word: string, rule: () => T | Promise<T>): Promise<T> {
  try {
    return await rule();
  } catch (error) {
    if (error instanceof Refusal && error.detail?.['word'] === undefined) throw new Refusal(error.answer, { ...error.detail, word });
    throw error;
  }
}

/** Checks on departments, roles and groups, by the rules of the memberships. */
export function structureRules(ctx: Context, roster: Roster) {
  return {
    /** Refuses a missing department, unless it may be created. */
    async needPath(names: readonly string[], create: boolean): Promise<void> {
      const word = pathCell(names);
      let parent: number | undefined = 0;
      for (const name of names) parent = parent === undefined ? undefined : roster.tree.find(parent, name);
      if (parent !== undefined && names.length > 0) return;
      if (!create || names.length === 0) throw new Refusal(codes.departmentMissing, { word });
      requireImportPermission(ctx, 'departments.edit', word);
      if (names.length > deepestDepartment || names.some((name) => name.length > longestDepartmentName))
        throw new Refusal(codes.nameTooLong, { word });
      await namingWord(word, () => names.forEach((name) => nameColumns(name)));
    },
    needRole(name: string): RosterRole {
      const role = roster.roles.get(nameKey(name));
      if (role === undefined) throw new Refusal(codes.roleMissing, { word: name });
      return role;
    },
    needGroup(name: string): { id: number; name: string } {
      const group = roster.groups.get(nameKey(name));
      if (group === undefined) throw new Refusal(codes.groupMissing, { word: name });
      return group;
    },
    /** Refuses roles that the caller may not give or take away. */
    async needExchange({ given, taken, personId }: { given: RosterRole[]; taken: RosterRole[]; personId?: number }): Promise<void> {
      for (const role of [...given, ...taken]) {
        requireImportPermission(ctx, 'roles.assign', role.name);
        await namingWord(role.name, () => requireGrantable(ctx, role, given.includes(role) && personId !== undefined ? [personId] : []));
        // the heads role belongs to exactly the heads of departments
        if (role.kind === 'heads') throw new Refusal(codes.roleBuiltIn, { word: role.name });
      }
    },
    /** Refuses users with permissions beyond the caller's; checked only for users who have any. */
    async needPower(personId: number): Promise<void> {
      if (roster.assigned.offices.has(personId)) await requireAuthorityOver(ctx, personId);
    },
  };
}
type StructureRules = ReturnType<typeof structureRules>;

/** The plan of a row; `write` holds the changed fields, for a new user all of them. */
export interface Plan {
  fate: Fate;
  changes: RowFate['changes'];
  personId?: number;
  write?: UserChanges;
}

/** The fields of a user to write; undefined ones stay as they are. */
export interface UserChanges {
  loginName: string;
  fullName?: string | undefined;
  departments?: string[][] | undefined;
  roleIds?: number[] | undefined;
  groups?: { add: number[]; remove: number[] } | undefined;
  mail?: string | undefined;
  enabled?: boolean | undefined;
  lang?: Lang | undefined;
}

interface PlanContext {
  ctx: Context;
  roster: Roster;
  rules: StructureRules;
  options: ImportOptions;
}

const longestName = 100;

function requireFullName(fullName: string): void {
  if (fullName.length > longestName) throw new Refusal(codes.nameTooLong, { word: fullName });
  fullNameColumns(fullName);
}

/** A valid mail address that no other account has. */
async function requireFreeMail({ roster }: PlanContext, mail: string, personId = 0): Promise<void> {
  await namingWord(mail, () => requireMailAddress(mail));
  const other = mail === '' ? undefined : roster.byMail.get(mailKey(mail));
  if (other !== undefined && other.id !== personId) throw new Refusal(codes.mailTaken, { word: mail });
}

async function requirePaths({ rules, options }: PlanContext, departments: string[][] = []): Promise<void> {
  for (const names of departments) await rules.needPath(names, options.departments === 'create');
}

/** The plan of a row that names no account yet. */
export async function planCreation(context: PlanContext, wanted: RequestedUser): Promise<Plan> {
  const { rules, options, ctx } = context;
  const { loginName, fullName = '', departments, mail = '', enabled = true, lang } = wanted;
  await namingWord(loginName, () => requireLoginName(loginName));
  if (fullName === '') throw new Refusal(codes.fullNameRequired);
  await namingWord(fullName, () => requireFullName(fullName));
  await requireFreeMail(context, mail);
  await namingWord(loginName, () => requireNoForeignMail(loginName, mail));
  if (options.password === 'invite' && mail === '') throw new Refusal(codes.mailRequired);
  await requirePaths(context, departments);
  const roles = wanted.roles?.map((name) => rules.needRole(name));
  if (roles !== undefined) requireImportPermission(ctx, 'roles.assign', wanted.roles?.[0] ?? '');
  await rules.needExchange({ given: roles ?? [], taken: [] });
  const groups = (wanted.groups ?? []).map((name) => rules.needGroup(name));
  for (const group of groups) requireImportPermission(ctx, 'groups.edit', group.name);
  const shown: [PersonColumn, string][] = [
    ['loginName', loginName],
    ['fullName', fullName],
    ['departments', listCell((departments ?? []).map(pathCell))],
    ['roles', rolesCell(ctx, roles ?? [])],
    ['groups', listCell(groups.map((group) => nameCell(group.name)))],
    ['mail', mail],
    ['enabled', enabled ? '' : flagWord(ctx.user.lang, false)],
    ['lang', lang ?? ''],
  ];
  const write: UserChanges = {
    loginName,
    fullName,
    departments,
    mail,
    enabled,
    lang,
    roleIds: roles?.map((role) => role.id),
    groups: { add: groups.map((group) => group.id), remove: [] },
  };
  return { fate: 'create', changes: shown.filter(([, to]) => to !== '').map(([column, to]) => ({ column, from: '', to })), write };
}

const rolesCell = ({ user }: Context, roles: readonly RosterRole[]): string =>
  listCell(roles.map((role) => nameCell(roleWord(user.lang, role))).toSorted());

/** The plan of a row that names a user of the organisation. */
export async function planChange(context: PlanContext, account: Account, wanted: RequestedUser): Promise<Plan> {
  const { ctx, rules } = context;
  const write: UserChanges = { loginName: account.login_name };
  const changes: Plan['changes'] = [];
  const change = (column: PersonColumn, from: string, to: string): void => void changes.push({ column, from, to });
  if (wanted.fullName !== undefined && wanted.fullName !== account.full_name) {
    const { fullName } = wanted;
    if (fullName === '') throw new Refusal(codes.fullNameRequired);
    await namingWord(fullName, () => requireFullName(fullName));
    change('fullName', account.full_name, fullName);
    write.fullName = fullName;
  }
  await changeDepartments(context, { account, wanted, write, change });
  await changeRoles(context, { account, wanted, write, change });
  changeGroups(context, { account, wanted, write, change });
  if (wanted.mail !== undefined && wanted.mail !== (account.mail ?? '')) {
    await requireFreeMail(context, wanted.mail, account.id);
    // a new address allows a password reset
    requireImportPermission(ctx, 'people.secrets', wanted.mail);
    change('mail', account.mail ?? '', wanted.mail);
    write.mail = wanted.mail;
  }
  if (wanted.enabled !== undefined && wanted.enabled !== (account.enabled === 1)) {
    if (!wanted.enabled && account.id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
    change('enabled', flagWord(ctx.user.lang, !wanted.enabled), flagWord(ctx.user.lang, wanted.enabled));
    write.enabled = wanted.enabled;
  }
  if (wanted.lang !== undefined && wanted.lang !== account.lang) {
    change('lang', account.lang, wanted.lang);
    write.lang = wanted.lang;
  }
  if (changes.length === 0) return { fate: 'same', changes, personId: account.id };
  await rules.needPower(account.id);
  return { fate: 'change', changes, personId: account.id, write };
}

interface FieldChange {
  account: Account;
  wanted: RequestedUser;
  write: UserChanges;
  change: (column: PersonColumn, from: string, to: string) => void;
}

/** The order counts only for the first, which is the main one. */
const sameDepartments = (a: readonly string[], b: readonly string[]): boolean =>
  a[0] === b[0] && new Set(a).symmetricDifference(new Set(b)).size === 0;

async function changeDepartments(context: PlanContext, { account, wanted, write, change }: FieldChange): Promise<void> {
  if (wanted.departments === undefined) return;
  const { tree, assigned } = context.roster;
  const has = (assigned.departments.get(account.id) ?? []).map((id) => tree.pathOf(id));
  const keyOf = (names: readonly string[]): string => names.map(nameKey).join('\n');
  if (sameDepartments(has.map(keyOf), wanted.departments.map(keyOf))) return;
  await requirePaths(context, wanted.departments);
  change('departments', listCell(has.map(pathCell)), listCell(wanted.departments.map(pathCell)));
  write.departments = wanted.departments;
}

async function changeRoles({ ctx, roster, rules }: PlanContext, { account, wanted, write, change }: FieldChange): Promise<void> {
  if (wanted.roles === undefined) return;
  const has = (roster.assigned.roles.get(account.id) ?? []).flatMap((id) => roster.roleById.get(id) ?? []);
  const requested = wanted.roles.map((name) => rules.needRole(name));
  // heads of departments keep the heads role, whether the row names it or not
  const next = [...requested, ...has.filter((role) => role.kind === 'heads' && !requested.includes(role))];
  const given = next.filter((role) => !has.includes(role));
  const taken = has.filter((role) => !next.includes(role));
  if (given.length + taken.length === 0) return;
  await rules.needExchange({ given, taken, personId: account.id });
  change('roles', rolesCell(ctx, has), rolesCell(ctx, next));
  write.roleIds = next.map((role) => role.id);
}

function changeGroups({ ctx, roster, rules }: PlanContext, { account, wanted, write, change }: FieldChange): void {
  if (wanted.groups === undefined) return;
  const has = (roster.assigned.groups.get(account.id) ?? []).flatMap((id) => roster.groupById.get(id) ?? []);
  const next = wanted.groups.map((name) => rules.needGroup(name));
  const add = next.filter((group) => !has.includes(group));
  const remove = has.filter((group) => !next.includes(group));
  if (add.length + remove.length === 0) return;
  for (const group of [...add, ...remove]) requireImportPermission(ctx, 'groups.edit', group.name);
  const cellOf = (groups: readonly { name: string }[]): string => listCell(groups.map((group) => nameCell(group.name)).toSorted());
  change('groups', cellOf(has), cellOf(next));
  write.groups = { add: add.map((group) => group.id), remove: remove.map((group) => group.id) };
}
