import { accessAudits } from '@dossier/contract/access/access-audits';
import { search } from '@dossier/contract/search/search';
import { type Served, serve } from '../../platform/http/serve.ts';
import { findSharedItems, searchItems } from './search.ts';

export const searchRoutes: Served[] = [serve(search.search, searchItems), serve(accessAudits.find, findSharedItems)];
