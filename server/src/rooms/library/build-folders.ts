import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx, FolderPlan, PlannedFolder } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { writeFirstGrants } from '../permissions/grants.ts';
import type { GrantFact } from '../permissions/rules.ts';
import { type Depths, type NewFolder, writeFolder } from './create-folder.ts';
import { itemById, type ItemRow } from './item-queries.ts';
import { type JudgedRight, judgePlan, mayName } from './plan-rights.ts';
import { sayGiven } from './say-rights.ts';

/** Makes a folder with all that a plan says is in it, and with the rights that it says. */
export async function buildFolders(
  ctx: Ctx,
  place: ItemRow,
  { wanted, plan }: { wanted: NewFolder; plan: FolderPlan },
): Promise<OutputOf<typeof library.createFolder>> {
  const judged = await judgePlan(ctx, place, plan);
  const depths: Depths = new Map();
  const made = new Map<number, ItemRow>();
  const told = new Set<number>();
  const grants: Omit<GrantFact, 'id'>[] = [];
  const notGiven: NonNullable<OutputOf<typeof library.createFolder>['notGiven']> = [];
  for (const folder of plan.folders) {
    const around = made.get(folder.parentId);
    const rights = judged(folder.id);
    const given = rights.flatMap(({ grant, name: granteeName }) => (grant === undefined ? [] : [{ grant, name: granteeName }]));
    const own = !folder.inherits || given.length > 0 ? { inherits: folder.inherits } : undefined;
    const asked = { ...(around === undefined ? wanted : { name: folder.name }), depths, own };
    const { id, name } = await writeFolder(ctx, around ?? place, asked);
    await ctx.say('folder.created', { objId: id, objName: name, after: { template: plan.name } });
    made.set(folder.id, await sayRights(ctx, id, { folder, given, template: plan.name, told }));
    grants.push(...given.map(({ grant }) => ({ ...grant, rootId: id })));
    for (const { state, name: granteeName, planned } of rights)
      if (state !== 'given') notGiven.push({ folder: name, granteeName: mayName(ctx, planned) ? granteeName : '', why: state });
  }
  await writeFirstGrants(ctx, grants);
  const [top] = plan.folders;
  const item = made.get(top?.id ?? 0);
  if (item === undefined) throw new Refusal(codes.templateMissing);
  return { id: String(item.id), ...(notGiven.length > 0 && { notGiven }) };
}

interface Given {
  grant: NonNullable<JudgedRight['grant']>;
  name: string;
}

async function rowOf(ctx: Ctx, id: number): Promise<ItemRow> {
  const [row] = await itemById(ctx.db, { id });
  if (row === undefined) throw new Refusal(codes.systemError);
  return row;
}

/** Tells what rights of its own a new folder gets; answers it. Nothing is in it yet. */
async function sayRights(
  ctx: Ctx,
  id: number,
  { folder, given, template, told }: { folder: PlannedFolder; given: readonly Given[]; template: string; told: Set<number> },
): Promise<ItemRow> {
  const item = await rowOf(ctx, id);
  if (!folder.inherits) {
    await ctx.say('permission.inherit', { objId: id, objName: item.name, after: { inherit: false, template } });
  }
  for (const { grant, name } of given) {
    // who is named is told once, and a department is not told of each folder that somebody makes
    const quiet = grant.granteeType !== 'user' || told.has(grant.granteeId);
    if (!quiet) told.add(grant.granteeId);
    await sayGiven(ctx, item, { ...grant, name, template, quiet });
  }
  return item;
}
