import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/sessions.ts';
import { ThumbnailStore } from '../../platform/ui/thumbnails.tsx';

/** Loads thumbnails for the signed-in user; a view-as session sees no contents. */
export const thumbnailLoader = new ThumbnailStore(async (ids) => {
  if (session.viewsAs()) return ids.map((id) => ({ id, state: 'none' }));
  return (await call(thumbnails.list, { ids }, { quiet: true })).list;
});
