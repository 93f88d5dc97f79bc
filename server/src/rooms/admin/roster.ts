import type { Ctx } from '../../ground/ctx.ts';
import { mailKey } from '../../ground/text/mail-key.ts';
import { nameKey } from '../../ground/text/names.ts';
import { loginKey } from '../people/create-user.ts';
import { accountsKnownAs } from '../people/roster.ts';
import { circlesHeld, circlesOf } from '../circles/roster.ts';
import type { Wanted } from './parse-cells.ts';
import { roleWord, texts } from './words.ts';
import { langs } from '@dossier/contract/shapes';

export type Account = Awaited<ReturnType<typeof accountsKnownAs>>[number];
type Circles = Awaited<ReturnType<typeof circlesOf>>;
export type RoleOf = Circles['roles'][number];

/** The departments of an organisation as a tree that paths are looked up in. */
export function departmentTree(departments: readonly { id: number; parent_id: number; name: string; name_key: string }[]) {
  const byPlace = new Map(departments.map((one) => [`${one.parent_id} ${one.name_key}`, one.id]));
  const byId = new Map(departments.map((one) => [one.id, one]));
  return {
    find: (parentId: number, name: string): number | undefined => byPlace.get(`${parentId} ${nameKey(name)}`),
    add: (parentId: number, name: string, id: number): void => void byPlace.set(`${parentId} ${nameKey(name)}`, id),
    /** The names from the top down to a department. */
    pathOf(id: number): string[] {
      const names: string[] = [];
      for (let one = byId.get(id); one !== undefined; one = byId.get(one.parent_id)) names.unshift(one.name);
      return names;
    },
  };
}
export type DepartmentTree = ReturnType<typeof departmentTree>;

/** Roles by what they are called, built-in ones in every language; a role of the organisation's own comes before those. */
function rolesByWord(roles: readonly RoleOf[]): Map<string, RoleOf> {
  const spoken = roles.flatMap((role) => langs.map((lang): [string, RoleOf] => [nameKey(roleWord(lang, role)), role]));
  return new Map([...spoken, ...roles.map((role): [string, RoleOf] => [role.name_key, role])]);
}

/** All that an import has to know of an organisation and of those whom its rows name. */
export interface Roster {
  tree: DepartmentTree;
  roles: Map<string, RoleOf>;
  roleById: Map<number, RoleOf>;
  groups: Map<string, { id: number; name: string }>;
  groupById: Map<number, { id: number; name: string }>;
  byLogin: Map<string, Account>;
  byMail: Map<string, Account>;
  held: Awaited<ReturnType<typeof circlesHeld>>;
}

/** Reads it in a handful of queries, however many rows there are. */
export async function readRoster({ db, user }: Ctx, rows: readonly Wanted[]): Promise<Roster> {
  const { organisationId } = user;
  const circles = await circlesOf(db, organisationId);
  const logins = rows.map((row) => loginKey(row.loginName));
  const mails = rows.flatMap((row) => (row.mail ? [mailKey(row.mail)] : []));
  const accounts = await accountsKnownAs(db, { logins, mails });
  const own = accounts.filter((account) => account.organisation_id === organisationId);
  return {
    tree: departmentTree(circles.departments),
    roles: rolesByWord(circles.roles),
    roleById: new Map(circles.roles.map((role) => [role.id, role])),
    groups: new Map(circles.groups.map((group) => [group.name_key, group])),
    groupById: new Map(circles.groups.map((group) => [group.id, group])),
    byLogin: new Map(accounts.map((account) => [account.login_key, account])),
    byMail: new Map(accounts.flatMap((account) => (account.mail_key === null ? [] : [[account.mail_key, account] as const]))),
    held: await circlesHeld(
      db,
      own.map((account) => account.id),
      organisationId,
    ),
  };
}

/** Yes or no in a language. */
export const flagWord = (lang: keyof typeof texts, flag: boolean): string => texts[lang][flag ? 'yes' : 'no'];
