import { home } from '@dossier/contract/home';
import { type Served, serve } from '../../ground/http/serve.ts';
import { showDepartmentDocuments } from './show-department-documents.ts';
import { showDownloaded, showFavorites, showNewest, showOpened, showOwnUse, showRead, showRecommended, showTags } from './show-panels.ts';

export const homeRoutes: Served[] = [
  serve(home.open, showOpened),
  serve(home.newest, showNewest),
  serve(home.download, showDownloaded),
  serve(home.view, showRead),
  serve(home.commend, showRecommended),
  serve(home.statistics, showOwnUse),
  serve(home.favorite, showFavorites),
  serve(home.tags, showTags),
  serve(home.departmentDocs, showDepartmentDocuments),
];
