import { type GranteeType, level, moduleType, right } from '@dossier/contract/core/rights';
import type { Planned } from '@dossier/contract/documents/folder-templates';
import type { Context } from '../../../platform/context.ts';
import { childAcl } from '../../access/acl-roots.ts';
import { grantableAround } from '../../access/effective-rights.ts';
import type { ItemRow } from '../../access/item-row.ts';
import { requireContainer } from '../../access/require-items.ts';
import { type GrantFact, completeLevel, storedGrantable } from '../../access/rights-rules.ts';
import { rightsWithPlannedGrants } from '../../access/visibility.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { principalNames } from '../../identity/principals.ts';

/** A right that a folder is to have; `days` count from the moment in which it is made, null is for good. */
export interface PlannedRight {
  granteeType: GranteeType;
  granteeId: number;
  /** What it was called when the right was planned. */
  granteeName: string;
  level: number;
  handOn: number | null;
  reach: number;
  days: number | null;
}

/** A folder that is to be made. */
export interface PlannedFolder {
  id: number;
  parentId: number;
  name: string;
  inherits: boolean;
  rights: PlannedRight[];
}

/** Folders to be made at once: the first is the one that somebody asks for, each other one comes after the one that it lies in. */
export interface FolderPlan {
  /** Of the template. */
  name: string;
  folders: PlannedFolder[];
}

const dayMs = 86_400_000;

/** What comes of a planned right in a place: the grant, where there is one, and whether it says less than was planned. */
export interface JudgedRight {
  planned: PlannedRight;
  /** Of whom it is for; of whom is gone, the name of then. */
  name: string;
  state: Planned;
  grant?: Omit<GrantFact, 'id' | 'rootId'>;
}

/** A plan as it is carried out in a place: among personal documents nothing has rights of its own by it. */
export const planForContainer = (place: ItemRow, plan: FolderPlan): FolderPlan =>
  isPersonal(place) ? { ...plan, folders: plan.folders.map((folder) => ({ ...folder, inherits: true })) } : plan;

/** Whether the caller may learn whom a planned right is for: guests without an office learn nobody's name by what they make. */
export const mayName = ({ user }: Context, { granteeType, granteeId }: PlannedRight): boolean =>
  !isPlainGuest(user) || (granteeType === 'user' && granteeId === user.id);

const isPersonal = (place: ItemRow): boolean => place.area === moduleType.my;

/** Judges the rights of a plan in a place; by the folders of the plan. */
export async function judgePlan(ctx: Context, place: ItemRow, plan: FolderPlan): Promise<(folderId: number) => JudgedRight[]> {
  // who manages something around with a ceiling hands on no more through a template; who manages nothing hands on nothing: it is the template's
  const most = await grantableAround(ctx, place.acl_id, ctx.user.id);
  const all = plan.folders.flatMap((folder) => folder.rights);
  const named = new Map(all.map((one) => [`${one.granteeType} ${one.granteeId}`, { type: one.granteeType, id: one.granteeId }]));
  const nameOf = await principalNames(ctx, [...named.values()]);
  const judged = new Map(
    plan.folders.map((folder) => [
      folder.id,
      folder.rights.map((planned) =>
        judgeRight(planned, { name: nameOf(planned.granteeType, planned.granteeId), most, now: ctx.now, personal: isPersonal(place) }),
      ),
    ]),
  );
  return (folderId) => judged.get(folderId) ?? [];
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
  // a refusal takes and does not give; but what is cut down to nothing is no refusal
  if (whole !== 0 && bits === 0) return { planned, name, state: 'above' };
  const full = storedGrantable(whole, handOn ?? undefined);
  const hand = most === level.full ? full : storedGrantable(bits, (handOn ?? level.full) & most);
  const grant = { granteeType, granteeId, level: bits, handOn: hand, reach, deadline: days === null ? null : now + days * dayMs };
  return { planned, name, state: bits === whole && hand === full ? 'given' : 'less', grant };
}

/** What a plan would come to in a place. */
interface PlanPreview {
  /** Whether the caller would see the folder. */
  seen: boolean;
  /** The folders with rights of their own, those apart of whom the caller may not know, with the names from the top, which has none yet, down to them. */
  folders: { folder: PlannedFolder; path: string; rights: JudgedRight[]; unnamed: JudgedRight[] }[];
}

/** Foresees what a plan would give, for who may put a folder into the place. */
export async function previewPlan(ctx: Context, parentId: string, plan: () => Promise<FolderPlan>): Promise<PlanPreview> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, parentId);
  const known = planForContainer(place, await plan());
  const judged = await judgePlan(ctx, place, known);
  const paths = new Map<number, string>();
  const pathOf = (folder: PlannedFolder): string => {
    const above = paths.get(folder.parentId);
    const path = above === undefined ? '' : `${above}/${folder.name}`.replace(/^\//, '');
    paths.set(folder.id, path);
    return path;
  };
  const folders = known.folders.map((folder) => ({ folder, path: pathOf(folder), rights: judged(folder.id) }));
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
