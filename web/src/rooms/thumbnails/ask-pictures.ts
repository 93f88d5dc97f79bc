import { thumbnails } from '@dossier/contract/thumbnails';
import { call } from '../../ground/call.ts';
import { Pictures } from '../../ground/pictures.ts';
import { session } from '../../ground/session.ts';

/** The small pictures of whoever is signed in. Who views as somebody else sees no contents. */
export const pictures = new Pictures(async (ids) => {
  if (session.viewsAs()) return ids.map((id) => ({ id, state: 'none' }));
  return (await call(thumbnails.list, { ids }, { quiet: true })).list;
});
