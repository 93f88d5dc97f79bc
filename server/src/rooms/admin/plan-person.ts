import { codes } from '@dossier/contract/codes';
import type { Fate, ImportOptions, PersonColumn, RowFate } from '@dossier/contract/people-import';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { nameKey } from '../../ground/text/names.ts';
import { checkLoginName, checkNoOthersMail } from '../people/create-user.ts';
import { soundMail } from '../people/mail.ts';
import { fullNameColumns } from '../../ground/text/name-columns.ts';
import { about, type CircleRules, needDeed } from './circle-rules.ts';
import { listCell, nameCell, pathCell, type Wanted } from './parse-cells.ts';
import { type Account, flagWord, type RoleOf, type Roster } from './roster.ts';
import { roleWord } from './words.ts';

/** What a row comes to; `write` holds what differs, of a new person everything. */
export interface Plan {
  fate: Fate;
  changes: RowFate['changes'];
  personId?: number;
  write?: ToWrite;
}

/** What is written of a person; what is undefined is left alone. */
export interface ToWrite {
  loginName: string;
  fullName?: string | undefined;
  departments?: string[][] | undefined;
  roleIds?: number[] | undefined;
  groups?: { add: number[]; remove: number[] } | undefined;
  mail?: string | undefined;
  enabled?: boolean | undefined;
  lang?: Lang | undefined;
}

interface Around {
  ctx: Ctx;
  roster: Roster;
  rules: CircleRules;
  options: ImportOptions;
}

const longestName = 100;

function needSoundName(fullName: string): void {
  if (fullName.length > longestName) throw new Refusal(codes.nameTooLong, { word: fullName });
  fullNameColumns(fullName);
}

/** A sound mail address that no other account has. */
async function needFreeMail({ roster }: Around, mail: string, personId = 0): Promise<void> {
  await about(mail, () => soundMail(mail));
  const other = mail === '' ? undefined : roster.byMail.get(mailKey(mail));
  if (other !== undefined && other.id !== personId) throw new Refusal(codes.mailTaken, { word: mail });
}

async function needPaths({ rules, options }: Around, departments: string[][] = []): Promise<void> {
  for (const names of departments) await rules.needPath(names, options.departments === 'create');
}

/** What becomes of a row that names nobody yet. */
export async function planCreation(around: Around, wanted: Wanted): Promise<Plan> {
  const { rules, options, ctx } = around;
  const { loginName, fullName = '', departments, mail = '', enabled = true, lang } = wanted;
  await about(loginName, () => checkLoginName(loginName));
  if (fullName === '') throw new Refusal(codes.fullNameRequired);
  await about(fullName, () => needSoundName(fullName));
  await needFreeMail(around, mail);
  await about(loginName, () => checkNoOthersMail(loginName, mail));
  if (options.password === 'invite' && mail === '') throw new Refusal(codes.mailRequired);
  await needPaths(around, departments);
  const roles = wanted.roles?.map((name) => rules.needRole(name));
  if (roles !== undefined) needDeed(ctx, 'roles.assign', wanted.roles?.[0] ?? '');
  await rules.needExchange({ given: roles ?? [], taken: [] });
  const groups = (wanted.groups ?? []).map((name) => rules.needGroup(name));
  for (const group of groups) needDeed(ctx, 'groups.edit', group.name);
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
  const write: ToWrite = {
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

const rolesCell = ({ user }: Ctx, roles: readonly RoleOf[]): string =>
  listCell(roles.map((role) => nameCell(roleWord(user.lang, role))).toSorted());

/** What becomes of a row that names somebody of the organisation. */
export async function planChange(around: Around, account: Account, wanted: Wanted): Promise<Plan> {
  const { ctx, rules } = around;
  const write: ToWrite = { loginName: account.login_name };
  const changes: Plan['changes'] = [];
  const change = (column: PersonColumn, from: string, to: string): void => void changes.push({ column, from, to });
  if (wanted.fullName !== undefined && wanted.fullName !== account.full_name) {
    const { fullName } = wanted;
    if (fullName === '') throw new Refusal(codes.fullNameRequired);
    await about(fullName, () => needSoundName(fullName));
    change('fullName', account.full_name, fullName);
    write.fullName = fullName;
  }
  await changeDepartments(around, { account, wanted, write, change });
  await changeRoles(around, { account, wanted, write, change });
  changeGroups(around, { account, wanted, write, change });
  if (wanted.mail !== undefined && wanted.mail !== (account.mail ?? '')) {
    await needFreeMail(around, wanted.mail, account.id);
    // a new address is a way to a new password
    needDeed(ctx, 'people.secrets', wanted.mail);
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

interface Changing {
  account: Account;
  wanted: Wanted;
  write: ToWrite;
  change: (column: PersonColumn, from: string, to: string) => void;
}

/** The order of all but the first, the main one, says nothing. */
const sameDepartments = (a: readonly string[], b: readonly string[]): boolean =>
  a[0] === b[0] && new Set(a).symmetricDifference(new Set(b)).size === 0;

async function changeDepartments(around: Around, { account, wanted, write, change }: Changing): Promise<void> {
  if (wanted.departments === undefined) return;
  const { tree, held } = around.roster;
  const has = (held.departments.get(account.id) ?? []).map((id) => tree.pathOf(id));
  const keyOf = (names: readonly string[]): string => names.map(nameKey).join('\n');
  if (sameDepartments(has.map(keyOf), wanted.departments.map(keyOf))) return;
  await needPaths(around, wanted.departments);
  change('departments', listCell(has.map(pathCell)), listCell(wanted.departments.map(pathCell)));
  write.departments = wanted.departments;
}

async function changeRoles({ ctx, roster, rules }: Around, { account, wanted, write, change }: Changing): Promise<void> {
  if (wanted.roles === undefined) return;
  const has = (roster.held.roles.get(account.id) ?? []).flatMap((id) => roster.roleById.get(id) ?? []);
  const asked = wanted.roles.map((name) => rules.needRole(name));
  // whoever heads departments keeps the role for that, whether the row names it or not
  const next = [...asked, ...has.filter((role) => role.kind === 'heads' && !asked.includes(role))];
  const given = next.filter((role) => !has.includes(role));
  const taken = has.filter((role) => !next.includes(role));
  if (given.length + taken.length === 0) return;
  await rules.needExchange({ given, taken, personId: account.id });
  change('roles', rolesCell(ctx, has), rolesCell(ctx, next));
  write.roleIds = next.map((role) => role.id);
}

function changeGroups({ ctx, roster, rules }: Around, { account, wanted, write, change }: Changing): void {
  if (wanted.groups === undefined) return;
  const has = (roster.held.groups.get(account.id) ?? []).flatMap((id) => roster.groupById.get(id) ?? []);
  const next = wanted.groups.map((name) => rules.needGroup(name));
  const add = next.filter((group) => !has.includes(group));
  const remove = has.filter((group) => !next.includes(group));
  if (add.length + remove.length === 0) return;
  for (const group of [...add, ...remove]) needDeed(ctx, 'groups.edit', group.name);
  const cellOf = (groups: readonly { name: string }[]): string => listCell(groups.map((group) => nameCell(group.name)).toSorted());
  change('groups', cellOf(has), cellOf(next));
  write.groups = { add: add.map((group) => group.id), remove: remove.map((group) => group.id) };
}
