import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { films } from '@dossier/contract/films';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { z } from 'zod';
import type { PublicCtx } from '../../ground/ctx.ts';
import { openLook } from '../content/file-ticket.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { isFilm } from './film-way.ts';
import { waveform } from './waveform.ts';

const waitMs = 60_000;
const Peaks = z.array(z.number());

/** How loud a sound is along its length, made now or before. */
export async function showWave({ house, address }: PublicCtx, { look }: ParsedOf<typeof films.wave>): Promise<OutputOf<typeof films.wave>> {
  const { held, still } = await openLook(house, look, address);
  const source = sourceOf(held);
  if (!(await isFilm(house, source))) return { peaks: [] };
  const making = render(house, source, { maker: waveform, urgent: true });
  const made = await Promise.race([making, sleep(waitMs, undefined, { ref: false })]);
  await still();
  return { peaks: made?.ok ? Peaks.parse(JSON.parse(await readFile(made.path, 'utf8'))) : [] };
}
