import { codes } from '@dossier/contract/core/codes';
import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameKey } from '../../platform/text/names.ts';
import { aclsByDepth, childAcl, createAclRoot } from '../access/acl-roots.ts';
import { permissionInherit } from '../access/events.ts';
import { emitGranted, writeFirstGrants } from '../access/grants.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, holdsBelow, requireItem } from '../access/require-items.ts';
import type { GrantFact } from '../access/rights-rules.ts';
import { countAttempt } from '../identity/attempts.queries.ts';
import { requirePermission } from '../identity/require-permission.ts';
import { cabinetCreated, folderCreated } from './events.ts';
import { type FolderPlan, type JudgedRight, type PlannedFolder, judgePlan, mayName } from './folder-templates/planned-rights.ts';
import { nameColumns, refuseTakenName, requireAcceptedName } from './item-names.ts';
import { cabinetByKey, childByKey, insertItem, levelsUp } from './tree/items.queries.ts';

/** Creates a cabinet: every user among the own documents; in the shared areas with the administrative permission. The creator owns it. */
export async function createCabinet(ctx: Context, input: ParsedOf<typeof library.createCabinet>): Promise<{ id: string }> {
  const { user } = ctx;
  const shared = input.moduleType !== moduleType.my;
  if (shared) await requirePermission(ctx, 'cabinets.create');
  if (!shared && input.publishing === true) throw new Refusal(codes.publishingCabinet);
  const id = newId();
  const names = nameColumns(input.name);
  await requireAcceptedName(ctx, names.name);
  const shelf = shared ? 0 : user.id;
  const [taken] = await cabinetByKey(ctx.db, { organisation: user.organisationId, area: input.moduleType, shelf, key: names.name_key });
  if (taken !== undefined) throw new Refusal(codes.cabinetNameExists);
  const rings = await createAclRoot(ctx.db, { id, ownerId: user.id, organisationId: user.organisationId }, [0, 0, 0]);
  await refuseTakenName(objType.cabinet, () =>
    insertItem(ctx.db, {
      id,
      kind: objType.cabinet,
      organisation_id: user.organisationId,
      area: input.moduleType,
      area_owner_id: shelf,
      cabinet_id: id,
      parent_id: 0,
      acl_id: rings[0],
      ...names,
      description: input.description ?? '',
      sort_number: input.sortNumber ?? 99,
      publishing: input.publishing === true ? 1 : 0,
      creator_id: user.id,
      updater_id: user.id,
      owner_id: user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );
  await ctx.emit(cabinetCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

const openCabinets = new WeakMap<Context, Set<number>>();

/** Publishing cabinets and their folders are filled by flows alone. Each cabinet is checked once per transaction. */
export async function requireOpenContainer(ctx: Context, place: ItemRow): Promise<void> {
  const known = openCabinets.get(ctx) ?? new Set();
  if (known.has(place.cabinet_id)) return;
  const cabinet = await findItem(ctx.db, place.cabinet_id);
  if (cabinet?.publishing === 1) throw new Refusal(codes.publishingCabinet);
  openCabinets.set(ctx, known.add(place.cabinet_id));
}

/**
 * In a publishing cabinet folders are made, and items renamed, moved, deleted and locked, by who manages them: documents in it are changed by flows.
 * With `below`, everything in a folder is changed with it.
 */
export async function requireManagedInPublishing(ctx: Context, { item, bits }: AuthorisedItem, { below = false } = {}): Promise<void> {
  const isManaged = (bits & right.manage) !== 0;
  const isAll = !below || item.kind === objType.document;
  if ((isManaged && isAll) || (await findItem(ctx.db, item.cabinet_id))?.publishing !== 1) return;
  const all = isAll ? [bits] : await holdsBelow(ctx, item);
  if (!isManaged || all.some((held) => (held & right.manage) === 0)) throw new Refusal(codes.noRightToManage);
}

/** Levels of folders, the cabinet included. */
export const maximumDepth = 100;

/** The sort number of a folder where none is given. */
export const defaultSortNumber = 99;

/** Depths of containers, cached for one transaction: creating many folders queries each parent once. */
export type KnownDepths = Map<number, number>;

async function depthOf(ctx: Context, place: ItemRow, depths?: KnownDepths): Promise<number> {
  const known = depths?.get(place.id);
  if (known !== undefined) return known;
  const [found] = await levelsUp(ctx.db, { id: place.id });
  const depth = found?.n ?? 0;
  depths?.set(place.id, depth);
  return depth;
}

/** Refuses `levels` of folders below a container where they would be too deep. */
export async function requireDepth(ctx: Context, place: ItemRow, levels: number): Promise<void> {
  if ((await depthOf(ctx, place)) + levels > maximumDepth) throw new Refusal(codes.folderTooDeep);
}

/** A folder to create. */
interface NewFolder {
  name: string;
  description?: string;
  sortNumber?: number;
  depths?: KnownDepths;
  /** With rights of its own from the start; whether it also inherits. */
  own?: { inherits: boolean } | undefined;
}

/** Creates a folder in a container that the caller may upload to. */
export async function addFolder(ctx: Context, place: ItemRow, folder: NewFolder): Promise<number> {
  const { id, name } = await writeFolder(ctx, place, folder);
  await ctx.emit(folderCreated, { objId: id, objName: name });
  return id;
}

/** Writes the row of a new folder; the caller emits the event. */
export async function writeFolder(ctx: Context, place: ItemRow, folder: NewFolder): Promise<{ id: number; name: string }> {
  const id = newId();
  const names = nameColumns(folder.name);
  await requireAcceptedName(ctx, names.name);
  const [taken] = await childByKey(ctx.db, { parent: place.id, key: names.name_key });
  if (taken !== undefined) throw new Refusal(codes.folderNameExists);
  const depth = (await depthOf(ctx, place, folder.depths)) + 1;
  if (depth > maximumDepth) throw new Refusal(codes.folderTooDeep);
  folder.depths?.set(id, depth);
  const above = await childAcl(ctx.db, place.acl_id);
  const root = { id, ownerId: 0, organisationId: place.organisation_id, ...folder.own };
  const acl = folder.own !== undefined ? (await createAclRoot(ctx.db, root, await aclsByDepth(ctx.db, above)))[0] : above;
  await refuseTakenName(objType.folder, () =>
    insertItem(ctx.db, {
      id,
      kind: objType.folder,
      organisation_id: place.organisation_id,
      area: place.area,
      area_owner_id: place.area_owner_id,
      cabinet_id: place.cabinet_id,
      parent_id: place.id,
      acl_id: acl,
      ...names,
      description: folder.description ?? '',
      sort_number: folder.sortNumber ?? defaultSortNumber,
      creator_id: ctx.user.id,
      updater_id: ctx.user.id,
      owner_id: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );
  return { id, name: names.name };
}

/** The folder at the end of a path below a container, created where it is missing; every step needs the right to upload. */
export async function ensureFolders(
  ctx: Context,
  place: ItemRow,
  { path, depths }: { path: readonly string[]; depths?: KnownDepths },
): Promise<ItemRow> {
  let here = place;
  for (const name of path) {
    const [known] = await childByKey(ctx.db, { parent: here.id, key: nameKey(name) });
    if (known?.kind === objType.document) throw new Refusal(codes.documentNameExists);
    const id = known?.id ?? (await addFolder(ctx, here, { name, depths }));
    here = (await requireItem(ctx, right.visible | right.upload, id)).item;
  }
  return here;
}

/** Creates a folder with the folders and rights of a plan. */
export async function buildFolders(
  ctx: Context,
  place: ItemRow,
  { wanted, plan }: { wanted: NewFolder; plan: FolderPlan },
): Promise<OutputOf<typeof library.createFolder>> {
  const evaluated = await judgePlan(ctx, place, plan);
  const depths: KnownDepths = new Map();
  const made = new Map<number, ItemRow>();
  const told = new Set<number>();
  const grants: Omit<GrantFact, 'id'>[] = [];
  const notGiven: NonNullable<OutputOf<typeof library.createFolder>['notGiven']> = [];
  for (const folder of plan.folders) {
    const around = made.get(folder.parentId);
    const rights = evaluated(folder.id);
    const given = rights.flatMap(({ grant, name: granteeName }) => (grant === undefined ? [] : [{ grant, name: granteeName }]));
    const own = !folder.inherits || given.length > 0 ? { inherits: folder.inherits } : undefined;
    const asked = { ...(around === undefined ? wanted : { name: folder.name }), depths, own };
    const { id, name } = await writeFolder(ctx, around ?? place, asked);
    await ctx.emit(folderCreated, { objId: id, objName: name, after: { template: plan.name } });
    made.set(folder.id, await emitRights(ctx, id, { folder, given, template: plan.name, told }));
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

interface GrantToCopy {
  grant: NonNullable<JudgedRight['grant']>;
  name: string;
}

async function reloadFolder(ctx: Context, id: number): Promise<ItemRow> {
  const row = await findItem(ctx.db, id);
  if (row === undefined) throw new Refusal(codes.systemError);
  return row;
}

/** Emits the rights of a new, still empty folder; answers the folder. */
async function emitRights(
  ctx: Context,
  id: number,
  { folder, given, template, told }: { folder: PlannedFolder; given: readonly GrantToCopy[]; template: string; told: Set<number> },
): Promise<ItemRow> {
  const item = await reloadFolder(ctx, id);
  if (!folder.inherits) {
    await ctx.emit(permissionInherit, { objId: id, objName: item.name, after: { inherit: false, template } });
  }
  for (const { grant, name } of given) {
    // a user is notified once, and a department is not notified of each folder
    const quiet = grant.granteeType !== 'user' || told.has(grant.granteeId);
    if (!quiet) told.add(grant.granteeId);
    await emitGranted(ctx, item, { ...grant, name, template, quiet });
  }
  return item;
}

const hour = 3_600_000;
/** Folders that one user creates from templates in an hour: each may have access lists, which everybody's rights are computed from. */
const hourlyLimit = 2000;

/** Counts folders to be created from a template, in the transaction that creates them; 502 beyond the limit. */
export async function requireTemplateRate(ctx: Context, folders: number): Promise<void> {
  const rule = { now: ctx.now, windowMs: hour, limit: hourlyLimit + 1, blockMs: 0, by: folders };
  if ((await countAttempt(ctx.db, `from-template:${ctx.user.id}`, rule)) > hourlyLimit) throw new Refusal(codes.tooManyRequests);
}
