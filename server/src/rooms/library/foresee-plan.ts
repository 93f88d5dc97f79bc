import { right } from '@dossier/contract/rights';
import type { Ctx, FolderPlan, PlannedFolder } from '../../ground/ctx.ts';
import { bitsWith } from '../permissions/hold-with.ts';
import { childAcl } from '../permissions/roots.ts';
import { needPlace } from './need-items.ts';
import { type JudgedRight, judgePlan, mayName, planIn } from './plan-rights.ts';

/** What a plan would come to in a place. */
export interface Foreseen {
  /** Whether the caller would see the folder. */
  seen: boolean;
  /** The folders with rights of their own, those apart of whom the caller may not know, with the names from the top, which has none yet, down to them. */
  folders: { folder: PlannedFolder; path: string; rights: JudgedRight[]; unnamed: JudgedRight[] }[];
}

/** Foresees what a plan would give, for who may put a folder into the place. */
export async function foreseePlan(ctx: Ctx, parentId: string, plan: () => Promise<FolderPlan>): Promise<Foreseen> {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, parentId);
  const known = planIn(place, await plan());
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
  const bits = await bitsWith(ctx, above, { inherits: top?.folder.inherits ?? true, grants });
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
