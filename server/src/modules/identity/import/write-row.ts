import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createDepartment } from '../departments.ts';
import { userUpdated } from '../events.ts';
import { addTo, removeFrom } from '../memberships/members.ts';
import { endSessionsOf } from '../session-lifecycle.ts';
import { changeUser, requireValidUser, writeUser } from '../user-accounts.ts';
import { findPerson, updatePerson } from '../users.ts';
import { pathCell } from './parse-cells.ts';
import type { UserChanges } from './plan-user.ts';
import type { DepartmentTree } from './roster.ts';

/** What writing a row needs besides its fields. */
export interface WriteOptions {
  tree: DepartmentTree;
  /** The departments that the plan announced to create. */
  mayMake: ReadonlySet<string>;
  /** For a new user: the password and its hash. */
  secret?: { password: string; hash: string } | undefined;
  /** For a new user: whether the password must be changed first. */
  mustChange: boolean;
}

/** The department at a path, created if planned; one deleted meanwhile is not created again. */
async function departmentAt(ctx: Context, names: readonly string[], { tree, mayMake }: WriteOptions): Promise<string> {
  let parent = 0;
  for (const [at, name] of names.entries()) {
    let id = tree.find(parent, name);
    if (id === undefined) {
      if (!mayMake.has(pathCell(names.slice(0, at + 1)))) throw new Refusal(codes.changedMeanwhile);
      const made = await createDepartment(ctx, { name, sortNumber: 99, ...(parent !== 0 && { parentId: String(parent) }) });
      id = Number(made.id);
      tree.add(parent, name, id);
    }
    parent = id;
  }
  return String(parent);
}

async function idsOf(ctx: Context, paths: string[][] | undefined, means: WriteOptions): Promise<string[] | undefined> {
  if (paths === undefined) return undefined;
  const ids: string[] = [];
  for (const names of paths) ids.push(await departmentAt(ctx, names, means));
  return ids;
}

/** Writes one row through the same handlers that administrators call, so that all their checks apply; answers the user's id. */
export async function writeRow(
  ctx: Context,
  { personId, write }: { personId?: number | undefined; write: UserChanges },
  means: WriteOptions,
): Promise<number> {
  const departmentIds = await idsOf(ctx, write.departments, means);
  const id = personId ?? (await create(ctx, { write, departmentIds }, means));
  if (personId !== undefined) await change(ctx, personId, { write, departmentIds });
  for (const group of write.groups?.add ?? []) await addTo('group')(ctx, { id: String(group), userIds: [String(id)] });
  for (const group of write.groups?.remove ?? []) await removeFrom('group')(ctx, { id: String(group), userIds: [String(id)] });
  return id;
}

interface ResolvedChanges {
  write: UserChanges;
  departmentIds: string[] | undefined;
}

async function create(ctx: Context, { write, departmentIds }: ResolvedChanges, { secret, mustChange }: WriteOptions): Promise<number> {
  if (secret === undefined) throw new Refusal(codes.changedMeanwhile);
  const input = {
    loginName: write.loginName,
    fullName: write.fullName ?? '',
    departmentIds,
    roleIds: write.roleIds?.map(String),
    mail: write.mail,
    lang: write.lang,
    mustChange,
  };
  await requireValidUser(ctx, { ...input, password: secret.password });
  const id = await writeUser(ctx, input, secret.hash);
  if (write.enabled === false) await changeUser(ctx, { id: String(id), enabled: false });
  return id;
}

async function change(ctx: Context, id: number, { write, departmentIds }: ResolvedChanges): Promise<void> {
  const { fullName, roleIds, mail, enabled, lang } = write;
  await changeUser(ctx, {
    id: String(id),
    fullName,
    departmentIds,
    roleIds: roleIds?.map(String),
    mail,
    enabled,
  });
  if (enabled === false) await endSessionsOf(ctx.db, id);
  if (lang === undefined) return;
  const person = await findPerson(ctx.db, id);
  await updatePerson(ctx.db, id, { lang, lang_chosen: 1 });
  const kept = { before: { lang: person?.lang }, after: { lang } };
  await ctx.emit(userUpdated, { objId: id, objName: person?.full_name ?? write.loginName, changed: ['lang'], ...kept });
}
