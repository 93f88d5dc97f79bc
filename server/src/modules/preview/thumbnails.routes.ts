import { thumbnails } from '@dossier/contract/preview/thumbnails';
import type { Services } from '../../platform/context.ts';
import type { Delivered } from '../../platform/events/event.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { type Served, serve } from '../../platform/http/serve.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { documentCreated, documentRevised } from '../documents/events.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { listThumbnails } from './thumbnails.ts';
import { canHaveThumbnail, renderThumbnail, thumbnailSizes } from './thumbnails/render-thumbnail.ts';

export const thumbnailRoutes: Served[] = [serve(thumbnails.list, listThumbnails)];

/** Renders the thumbnail of a new document before a list requests it. */
async function renderOnArrival({ data }: Delivered<typeof documentCreated | typeof documentRevised>, services: Services): Promise<void> {
  const { read } = services.database;
  if (!(await settingsOf(read, 'preview')).thumbnails) return;
  const [revision] = await revisionsOfIds(read, [data.revisionId]);
  if (revision === undefined || !(await canHaveThumbnail(services, revision.ext))) return;
  const { sha256, size, name, ext } = revision;
  await renderThumbnail(services, { sha256, size, name, ext }, { side: thumbnailSizes.tile, urgent: false });
}

export const thumbnailSubscribers: Subscriber[] = [
  subscribe([documentCreated, documentRevised], { name: 'thumbnails.early', job: renderOnArrival }),
];
