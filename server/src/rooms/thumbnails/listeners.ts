import type { House } from '../../ground/ctx.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { revisionsOfIds } from '../content/blobs-of.ts';
import { settingsOf } from '../site/settings.ts';
import { sides } from './sides.ts';
import { canBeSmall } from './small-source.ts';
import { renderThumb } from './thumb.ts';

/** Makes the small picture of what has just come, so that the first list that shows it has it. */
async function makeEarly({ data }: Happening, house: House): Promise<void> {
  const { read } = house.database;
  if (!(await settingsOf(read, 'preview')).thumbnails) return;
  const [revision] = await revisionsOfIds(read, [Number(data['revisionId'])]);
  if (revision === undefined || !(await canBeSmall(house, revision.ext))) return;
  const { sha256, size, name, ext } = revision;
  await renderThumb(house, { sha256, size, name, ext }, { side: sides.tile, urgent: false });
}

export const thumbnailListeners: Listener[] = [
  { name: 'thumbnails.early', events: ['document.created', 'document.revised'], job: makeEarly },
];
