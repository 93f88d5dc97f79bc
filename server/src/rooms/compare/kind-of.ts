import type { ComparisonKind } from '@dossier/contract/compare';
import { extensions } from '@dossier/contract/file-types';
import type { Ctx } from '../../ground/ctx.ts';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import { paperOf } from '../drawings/paper-of.ts';
import { hasPages, isDrawnPicture, isPagedPicture } from '../pages/page-source.ts';
import { wayOf } from '../preview/way.ts';
import { goesUnmarked } from '../watermarks/goes-unmarked.ts';

/**
 * How two revisions are compared for somebody: by what both can be shown as to them. The text of a file and the cells of a sheet only for who
 * gets both as they are; everybody else sees pages.
 */
export async function kindOf(ctx: Ctx, ...[before, after]: [HeldRevision, HeldRevision]): Promise<ComparisonKind> {
  const ways = await Promise.all([before, after].map((held) => wayOf(ctx, held)));
  const exts = [before, after].map((held) => shownName(held).ext);
  // a grid is shown where nothing else can be, under a mark: a comparison of its cells would go without one
  if (ways.every(({ shown }) => shown === 'sheet') && (await goUnmarked(ctx, [before, after]))) return 'sheet';
  if (ways.every(({ shown }) => shown === 'text' || shown === 'html')) return 'text';
  if (exts.every((ext) => isDrawnPicture(ext))) return 'picture';
  const paged = await Promise.all(exts.map((ext) => isPaged(ctx, ext)));
  return paged.every(Boolean) ? 'pages' : 'cards';
}

const goUnmarked = async (ctx: Ctx, both: HeldRevision[]): Promise<boolean> =>
  (await Promise.all(both.map((held) => goesUnmarked(ctx, held)))).every(Boolean);

async function isPaged({ house }: Ctx, ext: string): Promise<boolean> {
  if (isPagedPicture(ext)) return true;
  if (extensions.picture.has(ext)) return false;
  return hasPages(ext) && (await paperOf(house, ext)) !== undefined;
}
