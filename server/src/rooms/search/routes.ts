import { search } from '@dossier/contract/search';
import { type Served, serve } from '../../ground/http/serve.ts';
import { searchItems } from './search-items.ts';

export const searchRoutes: Served[] = [serve(search.search, searchItems)];
