import type { library } from '@dossier/contract/library';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { buildFolders } from './build-folders.ts';
import { addFolder } from './create-folder.ts';
import { needPlace } from './need-items.ts';

/** Creates a folder, an empty one or one with all that a template says. */
export async function createFolder(
  ctx: Ctx,
  { parentId, templateId, ...wanted }: ParsedOf<typeof library.createFolder>,
): Promise<OutputOf<typeof library.createFolder>> {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, parentId);
  if (templateId === undefined) return { id: String(await addFolder(ctx, place, wanted)) };
  return buildFolders(ctx, place, { wanted, plan: await ctx.house.folderPlan(ctx, Number(templateId)) });
}
