import type { films } from '@dossier/contract/films';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { PublicCtx } from '../../ground/ctx.ts';
import { openLook } from '../content/file-ticket.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { isFilm } from './film-way.ts';
import { poster } from './poster.ts';
import { subtitlesBeside } from './subtitles-beside.ts';

/** What a film has besides. */
export async function showBeside(
  { house, address }: PublicCtx,
  { look }: ParsedOf<typeof films.beside>,
): Promise<OutputOf<typeof films.beside>> {
  const { ctx, held, still: judgeAgain } = await openLook(house, look, address);
  const source = sourceOf(held);
  if (!(await isFilm(house, source))) return { subtitles: [] };
  const [still, subtitles] = await Promise.all([render(house, source, { maker: poster, urgent: true }), subtitlesBeside(ctx, held)]);
  await judgeAgain();
  return { subtitles, ...(still.ok && { poster: `/look/poster/${look}` }) };
}
