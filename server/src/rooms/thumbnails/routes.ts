import { thumbnails } from '@dossier/contract/thumbnails';
import { serve, type Served } from '../../ground/http/serve.ts';
import { listThumbnails } from './list-thumbnails.ts';

export const thumbnailRoutes: Served[] = [serve(thumbnails.list, listThumbnails)];
