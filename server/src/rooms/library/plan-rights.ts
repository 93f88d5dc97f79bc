import { level, moduleType } from '@dossier/contract/rights';
import type { Planned } from '@dossier/contract/templates';
import type { Ctx, FolderPlan, PlannedRight } from '../../ground/ctx.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { ceilingAround } from '../permissions/grantee-bits.ts';
import { ceilingOf } from '../permissions/hand.ts';
import { type GrantFact, wholeLevel } from '../permissions/rules.ts';
import type { ItemRow } from './item-queries.ts';

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
export const planIn = (place: ItemRow, plan: FolderPlan): FolderPlan =>
  isPersonal(place) ? { ...plan, folders: plan.folders.map((folder) => ({ ...folder, inherits: true })) } : plan;

/** Whether the caller may learn whom a planned right is for: guests without an office learn nobody's name by what they make. */
export const mayName = ({ user }: Ctx, { granteeType, granteeId }: PlannedRight): boolean =>
  !isPlainGuest(user) || (granteeType === 'user' && granteeId === user.id);

const isPersonal = (place: ItemRow): boolean => place.area === moduleType.my;

/** Judges the rights of a plan in a place; by the folders of the plan. */
export async function judgePlan(ctx: Ctx, place: ItemRow, plan: FolderPlan): Promise<(folderId: number) => JudgedRight[]> {
  // who manages something around with a ceiling hands on no more through a template; who manages nothing hands on nothing: it is the template's
  const most = await ceilingAround(ctx, place.acl_id, ctx.user.id);
  const all = plan.folders.flatMap((folder) => folder.rights);
  const named = new Map(all.map((one) => [`${one.granteeType} ${one.granteeId}`, { type: one.granteeType, id: one.granteeId }]));
  const nameOf = await granteeNames(ctx, [...named.values()]);
  const judged = new Map(
    plan.folders.map((folder) => [
      folder.id,
      folder.rights.map((planned) =>
        judge(planned, { name: nameOf(planned.granteeType, planned.granteeId), most, now: ctx.now, personal: isPersonal(place) }),
      ),
    ]),
  );
  return (folderId) => judged.get(folderId) ?? [];
}

function judge(
  planned: PlannedRight,
  { name, most, now, personal }: { name: string; most: number; now: number; personal: boolean },
): JudgedRight {
  if (name === '') return { planned, name: planned.granteeName, state: 'gone' };
  if (personal) return { planned, name, state: 'personal' };
  const { granteeType, granteeId, reach, days, handOn } = planned;
  const whole = wholeLevel(planned.level);
  const bits = whole & most;
  // a refusal takes and does not give; but what is cut down to nothing is no refusal
  if (whole !== 0 && bits === 0) return { planned, name, state: 'above' };
  const full = ceilingOf(whole, handOn ?? undefined);
  const hand = most === level.full ? full : ceilingOf(bits, (handOn ?? level.full) & most);
  const grant = { granteeType, granteeId, level: bits, handOn: hand, reach, deadline: days === null ? null : now + days * dayMs };
  return { planned, name, state: bits === whole && hand === full ? 'given' : 'less', grant };
}
