import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { changeUser } from '../people/change-user.ts';
import { needSoundPerson, writeUser } from '../people/create-user.ts';
import { createDepartment } from '../circles/departments.ts';
import { addTo, removeFrom } from '../people/members.ts';
import { findPerson, updatePerson } from '../people/people.ts';
import { endSessionsOf } from '../session/end-sessions.ts';
import { pathCell } from './parse-cells.ts';
import type { ToWrite } from './plan-person.ts';
import type { DepartmentTree } from './roster.ts';

/** What a row is written with beside what it says. */
export interface Means {
  tree: DepartmentTree;
  /** The departments that the plan said it would make. */
  mayMake: ReadonlySet<string>;
  /** Of a new person: the password and its hash. */
  secret?: { password: string; hash: string } | undefined;
  /** Of a new person: whether that has to be changed first. */
  mustChange: boolean;
}

/** The department at a path, made where the plan said so; one that went away since is not guessed anew. */
async function departmentAt(ctx: Ctx, names: readonly string[], { tree, mayMake }: Means): Promise<string> {
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

async function idsOf(ctx: Ctx, paths: string[][] | undefined, means: Means): Promise<string[] | undefined> {
  if (paths === undefined) return undefined;
  const ids: string[] = [];
  for (const names of paths) ids.push(await departmentAt(ctx, names, means));
  return ids;
}

/** Writes one row through the deeds that administrators do by hand, so that all their rules hold; answers whose it is. */
export async function writeRow(
  ctx: Ctx,
  { personId, write }: { personId?: number | undefined; write: ToWrite },
  means: Means,
): Promise<number> {
  const departmentIds = await idsOf(ctx, write.departments, means);
  const id = personId ?? (await create(ctx, { write, departmentIds }, means));
  if (personId !== undefined) await change(ctx, personId, { write, departmentIds });
  for (const group of write.groups?.add ?? []) await addTo('group')(ctx, { id: String(group), userIds: [String(id)] });
  for (const group of write.groups?.remove ?? []) await removeFrom('group')(ctx, { id: String(group), userIds: [String(id)] });
  return id;
}

interface Resolved {
  write: ToWrite;
  departmentIds: string[] | undefined;
}

async function create(ctx: Ctx, { write, departmentIds }: Resolved, { secret, mustChange }: Means): Promise<number> {
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
  await needSoundPerson(ctx, { ...input, password: secret.password });
  const id = await writeUser(ctx, input, secret.hash);
  if (write.enabled === false) await changeUser(ctx, { id: String(id), enabled: false });
  return id;
}

async function change(ctx: Ctx, id: number, { write, departmentIds }: Resolved): Promise<void> {
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
  await ctx.say('user.updated', { objId: id, objName: person?.full_name ?? write.loginName, changed: ['lang'], ...kept });
}
