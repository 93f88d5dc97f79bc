import { module } from '@dossier/contract/core/rights';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { isAdmin, isSiteAdmin } from '../../modules/identity/current-user.ts';
import { type TextKey, textOf } from '../../platform/i18n.ts';
import type { PageRoute } from '../../platform/navigation.ts';
import { findPage, isKnownPath, pages } from '../routing/all-pages.tsx';
import { type RouteNode, buildRouteTree } from '../routing/route-tree.ts';

/** Returns the title in the current language. */
type Title = () => string;

const appTitle =
  (key: TextKey<'app.shell'>): Title =>
  () =>
    textOf('app.shell')(key);
const titleOf =
  (page: PageRoute): Title =>
  () =>
    page.title();

/** The groups of pages in menus and breadcrumbs; `noRedirect`: no page of its own. */
const menuGroups = [
  { path: '/knowledge', title: appTitle('areaEnterprise'), redirect: '/knowledge/index' },
  { path: '/doc-my', title: appTitle('areaMy'), redirect: '/doc-my/index' },
  { path: '/system', title: appTitle('areaSystem'), redirect: '/system/tabledata' },
  { path: '/doc-type', title: appTitle('areaCategories'), redirect: '/doc-type/index' },
  { path: '/meeting', title: appTitle('areaMeetings'), redirect: '/meeting/index' },
  { path: '/flow', title: appTitle('areaFlows'), redirect: '/flow/index' },
  { path: '/admin', title: appTitle('areaAdmin'), roles: ['admin'] as const, redirect: '/admin/index' },
  { path: '/admin/index/userManger', title: appTitle('groupPeople'), redirect: 'noRedirect' },
  { path: '/admin/index/dataManger', title: appTitle('groupData'), redirect: 'noRedirect' },
  { path: '/admin/index/reportManger', title: appTitle('groupReports'), redirect: 'noRedirect' },
  { path: '/admin/index/otherSettings', title: appTitle('groupOther'), redirect: 'noRedirect' },
  { path: '/site-admin', title: appTitle('areaSite'), roles: ['site'] as const, redirect: '/site-admin/index' },
];

/** The first level of every breadcrumb. */
export const homeNode: RouteNode<Title> = { path: '/home', title: appTitle('areaHome'), children: [] };

/** Every page of the shell in its group. */
export const menuTree: RouteNode<Title>[] = buildRouteTree<Title>(
  menuGroups,
  pages.filter((page) => page.place === 'shell').map((page) => ({ ...page, title: titleOf(page) })),
);

/** The path that menus mark as current. */
export const activeMenu = (path: string): string => findPage(path)?.activeMenu ?? path;

export interface Area {
  path: string;
  /** Prefix of the paths of the area. */
  root: string;
  label: TextKey<'app.shell'>;
  module: number;
}

const areas: (Area & { shown?: (user: CurrentUser) => boolean })[] = [
  { module: module.home, path: '/home', root: '/home', label: 'areaHome' },
  { module: module.enterprise, path: '/knowledge/index', root: '/knowledge', label: 'areaEnterprise' },
  { module: module.categories, path: '/doc-type/index', root: '/doc-type', label: 'areaCategories' },
  { module: module.my, path: '/doc-my/index', root: '/doc-my', label: 'areaMy' },
  { module: module.system, path: '/system/tabledata', root: '/system', label: 'areaSystem' },
  { module: module.meetings, path: '/meeting/index', root: '/meeting', label: 'areaMeetings' },
  { module: module.flows, path: '/flow/index', root: '/flow', label: 'areaFlows' },
  { module: module.admin, path: '/admin/index', root: '/admin', label: 'areaAdmin', shown: isAdmin },
  { module: module.site, path: '/site-admin/index', root: '/site-admin', label: 'areaSite', shown: isSiteAdmin },
];

/** The areas that a user may open, in the order of the top bar; areas without pages are left out. */
export function areasOf(user: CurrentUser): Area[] {
  return areas.filter((area) => user.moduleTypes.includes(area.module) && isKnownPath(area.path) && (area.shown?.(user) ?? true));
}

/** Whether a path belongs to an area. */
export function isInArea(area: Area, path: string): boolean {
  return path === area.root || path.startsWith(`${area.root}/`);
}

/** The search page of the current area; by default that of the enterprise documents. */
export function searchPath(path: string): string {
  const area = areas.find((candidate) => isInArea(candidate, path));
  return area && findPage(`${area.root}/search`) ? `${area.root}/search` : '/knowledge/search';
}
