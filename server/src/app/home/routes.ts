import { home } from '@dossier/contract/core/home';
import { type Served, serve } from '../../platform/http/serve.ts';
import {
  listDepartmentDocuments,
  listFavorites,
  listMostDownloaded,
  listMostViewed,
  listNewest,
  listRecentlyOpened,
  listRecommended,
  listTagsInUse,
  showUsageOfOwned,
} from './home-panels.ts';

export const homeRoutes: Served[] = [
  serve(home.open, listRecentlyOpened),
  serve(home.newest, listNewest),
  serve(home.download, listMostDownloaded),
  serve(home.view, listMostViewed),
  serve(home.commend, listRecommended),
  serve(home.statistics, showUsageOfOwned),
  serve(home.favorite, listFavorites),
  serve(home.tags, listTagsInUse),
  serve(home.departmentDocs, listDepartmentDocuments),
];
