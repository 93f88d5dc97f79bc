import { accessAudits } from '@dossier/contract/access/access-audits';
import { savedSearches } from '@dossier/contract/search/saved-searches';
import { search } from '@dossier/contract/search/search';
import { type Served, serve } from '../../platform/http/serve.ts';
import {
  changeSavedSearch,
  forgetSearches,
  keepSearches,
  listRecentSearches,
  listSavedSearches,
  rememberSearch,
  removeSavedSearches,
  saveSearch,
} from './saved-searches.ts';
import { findSharedItems, searchItems } from './search.ts';
import { suggest } from './suggestions.ts';

export const searchRoutes: Served[] = [
  serve(search.search, searchItems),
  serve(search.suggest, suggest),
  serve(accessAudits.find, findSharedItems),
  serve(savedSearches.recent, listRecentSearches),
  serve(savedSearches.remember, rememberSearch),
  serve(savedSearches.forget, forgetSearches),
  serve(savedSearches.keep, keepSearches),
  serve(savedSearches.list, listSavedSearches),
  serve(savedSearches.save, saveSearch),
  serve(savedSearches.update, changeSavedSearch),
  serve(savedSearches.delete, removeSavedSearches),
];
