import { codes } from '@dossier/contract/codes';
import type { library } from '@dossier/contract/library';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { countTry } from '../guard/tries.ts';
import { buildFolders } from './build-folders.ts';
import { addFolder } from './create-folder.ts';
import { needPlace } from './need-items.ts';
import { planIn } from './plan-rights.ts';

const hour = 3_600_000;
/** So many folders one person makes from templates in an hour: each may have access lists, which everybody's rights are worked out from. */
const mostAnHour = 2000;

/** Counts folders that are to be made from a template, with the transaction that makes them; 502 for too many. */
async function needPace(ctx: Ctx, folders: number): Promise<void> {
  const rule = { now: ctx.now, windowMs: hour, limit: mostAnHour + 1, blockMs: 0, by: folders };
  if ((await countTry(ctx.db, `from-template:${ctx.user.id}`, rule)) > mostAnHour) throw new Refusal(codes.tooManyRequests);
}

/** Creates a folder, an empty one or one with all that a template says. */
export async function createFolder(
  ctx: Ctx,
  { parentId, templateId, ...wanted }: ParsedOf<typeof library.createFolder>,
): Promise<OutputOf<typeof library.createFolder>> {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, parentId);
  if (templateId === undefined) return { id: String(await addFolder(ctx, place, wanted)) };
  const plan = await ctx.house.folderPlan(ctx, Number(templateId));
  await needPace(ctx, plan.folders.length);
  return buildFolders(ctx, place, { wanted, plan: planIn(place, plan) });
}
