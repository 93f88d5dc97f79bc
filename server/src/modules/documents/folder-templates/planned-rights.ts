import { type GranteeType, level, moduleType, right } from '@dossier/contract/core/rights';
import type { Planned } from '@dossier/contract/documents/folder-templates';
import type { Context } from '../../../platform/context.ts';
import { childAcl } from '../../access/acl-roots.ts';
import { grantableAround, rightsWithPlannedGrants } from '../../access/effective-rights.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireContainer } from '../../access/require-items.ts';
import { type GrantFact, completeLevel, storedGrantable } from '../../access/rights-rules.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { principalNames } from '../../identity/principals.ts';

/** A grant that a folder will get; `days` count from its creation, null means unlimited. */
export interface PlannedRight {
  granteeType: GranteeType;
  granteeId: number;
  /** The name of the principal when the grant was planned. */
  granteeName: string;
  level: number;
  handOn: number | null;
  reach: number;
  days: number | null;
}

/** A folder that will be created. */
export interface PlannedFolder {
  id: number;
  parentId: number;
  name: string;
  inherits: boolean;
  rights: PlannedRight[];
}

/** Folders to create together: the first is the requested one, every other comes after its parent. */
export interface FolderPlan {
  /** Of the template. */
  name: string;
  folders: PlannedFolder[];
}

const dayMs = 86_400_000;

/** The result of a planned right in a container: the grant, if any, and whether it gives less than planned. */
export interface JudgedRight {
  planned: PlannedRight;
  /** Name of the principal; of a deleted one, its last name. */
  name: string;
  state: Planned;
  grant?: Omit<GrantFact, 'id' | 'rootId'>;
}

/** The plan as it is carried out in a container: personal documents get no rights of their own from it. */
export const planForContainer = (place: ItemRow, plan: FolderPlan): FolderPlan =>
  isPersonal(place) ? { ...plan, folders: plan.folders.map((folder) => ({ ...folder, inherits: true })) } : plan;

/**
 * Whether the caller may learn the principal of a planned right. Guests without administrative permissions learn no names by creating
 * folders.
 */
export const mayName = ({ user }: Context, { granteeType, granteeId }: PlannedRight): boolean =>
  !isPlainGuest(user) || (granteeType === 'user' && granteeId === user.id);

const isPersonal = (place: ItemRow): boolean => place.area === moduleType.my;

/** Evaluates the rights of a plan in a container; by the folders of the plan. */
export async function judgePlan(ctx: Context, place: ItemRow, plan: FolderPlan): Promise<(folderId: number) => JudgedRight[]> {
  // grantable permissions of the caller around the container also limit the template; a caller who manages nothing there grants nothing:
  // the template does
  const most = await grantableAround(ctx, place.acl_id, ctx.user.id);
  const all = plan.folders.flatMap((folder) => folder.rights);
  const named = new Map(all.map((one) => [`${one.granteeType} ${one.granteeId}`, { type: one.granteeType, id: one.granteeId }]));
  const nameOf = await principalNames(ctx, [...named.values()]);
  const evaluated = new Map(
    plan.folders.map((folder) => [
      folder.id,
      folder.rights.map((planned) =>
        judgeRight(planned, { name: nameOf(planned.granteeType, planned.granteeId), most, now: ctx.now, personal: isPersonal(place) }),
      ),
    ]),
  );
  return (folderId) => evaluated.get(folderId) ?? [];
}

function judgeRight(
  planned: PlannedRight,
  { name, most, now, personal }: { name: string; most: number; now: number; personal: boolean },
): JudgedRight {
  if (name === '') return { planned, name: planned.granteeName, state: 'gone' };
  if (personal) return { planned, name, state: 'personal' };
  const { granteeType, granteeId, reach, days, handOn } = planned;
  const whole = completeLevel(planned.level);
  const bits = whole & most;
  // a denial takes and does not give; but a grant cut down to nothing is not a denial
  if (whole !== 0 && bits === 0) return { planned, name, state: 'above' };
  const full = storedGrantable(whole, handOn ?? undefined);
  const grantableLevel = most === level.full ? full : storedGrantable(bits, (handOn ?? level.full) & most);
  const grant = { granteeType, granteeId, level: bits, handOn: grantableLevel, reach, deadline: days === null ? null : now + days * dayMs };
  return { planned, name, state: bits === whole && grantableLevel === full ? 'given' : 'less', grant };
}

/** The effect of a plan in a container. */
interface PlanPreview {
  /** Whether the caller would see the folder. */
  seen: boolean;
  /**
   * The folders with rights of their own, with their names from the top folder (still unnamed) down; rights of principals that the caller
   * may not know are in `unnamed`.
   */
  folders: { folder: PlannedFolder; path: string; rights: JudgedRight[]; unnamed: JudgedRight[] }[];
}

/** Previews a plan for a caller who may create a folder in the container. */
export async function previewPlan(ctx: Context, parentId: string, plan: () => Promise<FolderPlan>): Promise<PlanPreview> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, parentId);
  const known = planForContainer(place, await plan());
  const evaluated = await judgePlan(ctx, place, known);
  const paths = new Map<number, string>();
  const pathOf = (folder: PlannedFolder): string => {
    const above = paths.get(folder.parentId);
    const path = above === undefined ? '' : `${above}/${folder.name}`.replace(/^\//, '');
    paths.set(folder.id, path);
    return path;
  };
  const folders = known.folders.map((folder) => ({ folder, path: pathOf(folder), rights: evaluated(folder.id) }));
  const [top] = folders;
  const grants = (top?.rights ?? []).flatMap(({ grant }) => (grant === undefined ? [] : [grant]));
  const above = await childAcl(ctx.db, place.acl_id);
  const bits = await rightsWithPlannedGrants(ctx, above, { inherits: top?.folder.inherits ?? true, grants });
  return {
    seen: (bits & right.visible) !== 0,
    folders: folders
      .filter(({ folder, rights }) => rights.length > 0 || !folder.inherits)
      .map(({ rights, ...rest }) => {
        const { named = [], unnamed = [] } = Object.groupBy(rights, ({ planned }) => (mayName(ctx, planned) ? 'named' : 'unnamed'));
        return { ...rest, rights: named, unnamed };
      }),
  };
}
