import { thumbnails } from '@dossier/contract/preview/thumbnails';
import type { Services } from '../../platform/context.ts';
import type { DeliveredEvent, Subscriber } from '../../platform/events/outbox.ts';
import { type Served, serve } from '../../platform/http/serve.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { listThumbnails } from './thumbnails.ts';
import { canHaveThumbnail, renderThumbnail, thumbnailSizes } from './thumbnails/render-thumbnail.ts';

export const thumbnailRoutes: Served[] = [serve(thumbnails.list, listThumbnails)];

/** Makes the small picture of what has just come, so that the first list that shows it has it. */
async function renderOnArrival({ data }: DeliveredEvent, services: Services): Promise<void> {
  const { read } = services.database;
  if (!(await settingsOf(read, 'preview')).thumbnails) return;
  const [revision] = await revisionsOfIds(read, [Number(data['revisionId'])]);
  if (revision === undefined || !(await canHaveThumbnail(services, revision.ext))) return;
  const { sha256, size, name, ext } = revision;
  await renderThumbnail(services, { sha256, size, name, ext }, { side: thumbnailSizes.tile, urgent: false });
}

export const thumbnailSubscribers: Subscriber[] = [
  { name: 'thumbnails.early', events: ['document.created', 'document.revised'], job: renderOnArrival },
];
