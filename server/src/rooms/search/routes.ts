import { officeLooks } from '@dossier/contract/office-looks';
import { search } from '@dossier/contract/search';
import { type Served, serve } from '../../ground/http/serve.ts';
import { findSharedItems } from './find-shared.ts';
import { searchItems } from './search-items.ts';

export const searchRoutes: Served[] = [serve(search.search, searchItems), serve(officeLooks.find, findSharedItems)];
