import { thumbnails } from '@dossier/contract/thumbnails';
import { useMemo } from 'react';
import { call } from '../../ground/call.ts';
import { Pictures } from '../../ground/pictures.ts';

/** The small pictures of what is shared, asked for by the visit. */
export const useLinkPictures = (token: string): Pictures =>
  useMemo(() => new Pictures(async (ids) => (await call(thumbnails.byLink, { token, ids }, { quiet: true })).list), [token]);
