import { type Lang, langs } from '@dossier/contract/core/shapes';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { type DepartmentTree, departmentTree } from '../department-tree.ts';
import { membershipIds, organisationStructure } from '../memberships.ts';
import { loginKey } from '../user-accounts.ts';
import { type RequestedUser, roleWord, tableWords } from '../user-table.ts';
import * as queries from '../users/users.queries.ts';

/** The accounts of the site with one of these login or mail keys, of any organisation. */
const accountsKnownAs = (db: Db, keys: { logins: string[]; mails: string[] }) => queries.accountsKnownAs(db, keys);

/** Every account of an organisation by name, read in batches on demand. */
export async function* accountsOf(db: Db, organisationId: number, limit: number) {
  let after = { full_sort: '', id: 0 };
  for (;;) {
    const rows = await queries.accountsAfter(db, organisationId, { after, limit });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = last;
  }
}

export type Account = Awaited<ReturnType<typeof accountsKnownAs>>[number];
type Structure = Awaited<ReturnType<typeof organisationStructure>>;
export type RosterRole = Structure['roles'][number];

/** Roles by name, built-in ones in every language; own roles of the organisation take precedence. */
function rolesByWord(roles: readonly RosterRole[]): Map<string, RosterRole> {
  const named = roles.flatMap((role) => langs.map((lang): [string, RosterRole] => [nameKey(roleWord(lang, role)), role]));
  return new Map([...named, ...roles.map((role): [string, RosterRole] => [role.name_key, role])]);
}

/** All that an import needs to know of an organisation and of the users in its rows. */
export interface Roster {
  tree: DepartmentTree;
  roles: Map<string, RosterRole>;
  roleById: Map<number, RosterRole>;
  groups: Map<string, { id: number; name: string }>;
  groupById: Map<number, { id: number; name: string }>;
  byLogin: Map<string, Account>;
  byMail: Map<string, Account>;
  assigned: Awaited<ReturnType<typeof membershipIds>>;
}

/** Reads the roster in a fixed number of queries, however many rows there are. */
export async function readRoster({ db, user }: Context, rows: readonly RequestedUser[]): Promise<Roster> {
  const { organisationId } = user;
  const structure = await organisationStructure(db, organisationId);
  const logins = rows.map((row) => loginKey(row.loginName));
  const mails = rows.flatMap((row) => (row.mail ? [mailKey(row.mail)] : []));
  const accounts = await accountsKnownAs(db, { logins, mails });
  const own = accounts.filter((account) => account.organisation_id === organisationId);
  return {
    tree: departmentTree(structure.departments),
    roles: rolesByWord(structure.roles),
    roleById: new Map(structure.roles.map((role) => [role.id, role])),
    groups: new Map(structure.groups.map((group) => [group.name_key, group])),
    groupById: new Map(structure.groups.map((group) => [group.id, group])),
    byLogin: new Map(accounts.map((account) => [account.login_key, account])),
    byMail: new Map(accounts.flatMap((account) => (account.mail_key === null ? [] : [[account.mail_key, account] as const]))),
    assigned: await membershipIds(
      db,
      own.map((account) => account.id),
      organisationId,
    ),
  };
}

/** Yes or no in a language. */
export const flagWord = (lang: Lang, flag: boolean): string => tableWords(lang)(flag ? 'yes' : 'no');
