import { module } from '@dossier/contract/core/rights';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { isAdmin, isSiteAdmin, rolesOf } from '../../modules/identity/current-user.ts';
import { absencesPath } from '../../modules/workflows/paths.ts';
import { type TextKey, textOf } from '../../platform/i18n.ts';
import type { PageRoute } from '../../platform/navigation.ts';
import { findPage, isKnownPath, pages } from '../routing/all-pages.tsx';
import { type RouteNode, allowedRoutes, buildRouteTree } from '../routing/route-tree.ts';

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

/** The path of the group that holds all of the administration. */
export const adminRoot = '/admin';

const adminGroups = {
  people: '/admin/index/userManger',
  documents: '/admin/index/dataManger',
  protection: '/admin/index/otherSettings',
  reports: '/admin/index/reportManger',
  site: '/site-admin',
} as const;

/** The groups of pages in menus and breadcrumbs; `noRedirect`: no page of its own. */
const menuGroups = [
  { path: '/knowledge', title: appTitle('areaEnterprise'), redirect: '/knowledge/index' },
  { path: '/doc-my', title: appTitle('areaMy'), redirect: '/doc-my/index' },
  { path: '/system', title: appTitle('areaSystem'), redirect: '/system/tabledata' },
  { path: '/doc-type', title: appTitle('areaCategories'), redirect: '/doc-type/index' },
  { path: '/meeting', title: appTitle('areaMeetings'), redirect: '/meeting/index' },
  { path: '/flow', title: appTitle('areaFlows'), redirect: '/flow/index' },
  { path: adminRoot, title: appTitle('areaAdmin'), roles: ['admin'] as const, redirect: '/admin/index' },
  { path: adminGroups.people, title: appTitle('groupPeople'), redirect: 'noRedirect' },
  { path: adminGroups.documents, title: appTitle('groupDocuments'), redirect: 'noRedirect' },
  { path: adminGroups.protection, title: appTitle('groupProtection'), redirect: 'noRedirect' },
  { path: adminGroups.reports, title: appTitle('groupReports'), redirect: 'noRedirect' },
  { path: adminGroups.site, under: adminRoot, title: appTitle('groupSite'), redirect: 'noRedirect' },
];

/**
 * The pages of the administration in the order of its menu. The addresses of some name another group than the menu, and stay, as links in the
 * wild point at them. A page that is missing here is the last of the group that its address names.
 */
const adminOrder: readonly (readonly [path: string, group: keyof typeof adminGroups])[] = [
  ['/site-admin/index/site-userManger/site-user', 'people'],
  ['/admin/index/userManger/partment', 'people'],
  ['/admin/index/userManger/userrole', 'people'],
  ['/site-admin/index/site-userManger/site-organization', 'people'],
  ['/admin/index/userManger/onliner', 'people'],
  ['/admin/index/dataManger/flow', 'documents'],
  ['/admin/index/dataManger/doctype', 'documents'],
  ['/admin/index/dataManger/indexcard', 'documents'],
  ['/admin/index/dataManger/basedata', 'documents'],
  ['/admin/index/dataManger/tags', 'documents'],
  ['/admin/index/dataManger/doctemplate', 'documents'],
  ['/admin/index/dataManger/dirtemplate', 'documents'],
  ['/admin/index/dataManger/shares', 'documents'],
  ['/admin/index/userManger/ipmanagement', 'protection'],
  ['/admin/index/dataManger/sensitiveWords', 'protection'],
  ['/admin/index/reportManger/sensitiveWords', 'protection'],
  ['/admin/index/otherSettings/watermark', 'protection'],
  ['/site-admin/index/site-userManger/site-isolation', 'protection'],
  ['/admin/index/reportManger/userBehavior', 'reports'],
  ['/admin/index/reportManger/document', 'reports'],
  ['/admin/index/reportManger/userOnline', 'reports'],
  ['/admin/index/reportManger/fileTotal', 'reports'],
  ['/admin/index/reportManger/permissions', 'reports'],
  ['/admin/index/reportManger/logs', 'reports'],
  ['/site-admin/index/site-userManger/site-configuration', 'site'],
  ['/admin/index/userManger/quotas', 'site'],
  ['/site-admin/index/site-userManger/site-license', 'site'],
  ['/admin/index/userManger/syncdisk', 'site'],
];

const adminPlace = (path: string): number => {
  const at = adminOrder.findIndex(([candidate]) => candidate === path);
  return at < 0 ? adminOrder.length : at;
};

function groupOf(path: string): { under?: string } {
  const group = adminOrder[adminPlace(path)]?.[1];
  return group === undefined ? {} : { under: adminGroups[group] };
}

/** The first level of every breadcrumb. */
export const homeNode: RouteNode<Title> = { path: '/home', title: appTitle('areaHome'), children: [] };

/** Every page of the shell in its group. */
export const menuTree: RouteNode<Title>[] = buildRouteTree<Title>(
  menuGroups,
  pages
    .filter((page) => page.place === 'shell')
    .toSorted((a, b) => adminPlace(a.path) - adminPlace(b.path))
    .map((page) => ({ ...page, ...groupOf(page.path), title: titleOf(page) })),
);

/** The path that menus mark as current. */
export const activeMenu = (path: string): string => findPage(path)?.activeMenu ?? path;

/** The groups of the administration with the pages that a user may open. */
export function adminMenu(user: CurrentUser): RouteNode<Title>[] {
  const admin = allowedRoutes(menuTree, rolesOf(user)).find((node) => node.path === adminRoot);
  return (admin?.children ?? [])
    .map((group) => ({ ...group, children: group.children.filter((page) => page.hidden !== true) }))
    .filter((group) => group.children.length > 0);
}

/** A part of the product that roles open, by its module type. */
interface Place {
  module: number;
  path: string;
  /** Prefix of its paths. */
  root: string;
  label: TextKey<'app.shell'>;
  shown?: (user: CurrentUser) => boolean;
}

const home = { module: module.home, path: '/home', root: '/home', label: 'areaHome' } as const;
const documentPlaces: readonly Place[] = [
  { module: module.enterprise, path: '/knowledge/index', root: '/knowledge', label: 'areaEnterprise' },
  { module: module.my, path: '/doc-my/index', root: '/doc-my', label: 'areaMy' },
  { module: module.system, path: '/system/tabledata', root: '/system', label: 'areaSystem' },
  { module: module.categories, path: '/doc-type/index', root: '/doc-type', label: 'areaCategories' },
];
const meetings = { module: module.meetings, path: '/meeting/index', root: '/meeting', label: 'areaMeetings' } as const;
const flows = { module: module.flows, path: '/flow/index', root: '/flow', label: 'areaFlows' } as const;
const adminPlaces: readonly Place[] = [
  { module: module.admin, path: '/admin/index', root: adminRoot, label: 'areaAdmin', shown: isAdmin },
  { module: module.site, path: '/site-admin/index', root: '/site-admin', label: 'areaAdmin', shown: isSiteAdmin },
];

/** A word of the top bar, which stands for one place or several. */
export interface Area {
  key: string;
  /** Where it leads. */
  path: string;
  label: TextKey<'app.shell'>;
  /** Prefixes of its paths. */
  roots: readonly string[];
}

const isInPlace = (place: Place, path: string): boolean => path === place.root || path.startsWith(`${place.root}/`);
const isOpen =
  (user: CurrentUser) =>
  (place: Place): boolean =>
    user.moduleTypes.includes(place.module) && isKnownPath(place.path) && (place.shown?.(user) ?? true);

/** Pages of documents that no place holds: the sidebar has them below its tree. */
const documentRoots = ['/favorite', '/share', '/recycle', '/document'];

/** The areas that a user may open, in the order of the top bar; areas without pages are left out. */
export function areasOf(user: CurrentUser): Area[] {
  const places: { key: string; label: TextKey<'app.shell'>; open: Place[]; roots?: string[] }[] = [
    { key: 'home', label: 'areaHome', open: [home].filter(isOpen(user)) },
    { key: 'documents', label: 'areaDocuments', open: documentPlaces.filter(isOpen(user)), roots: documentRoots },
    { key: 'meetings', label: 'areaMeetings', open: [meetings].filter(isOpen(user)) },
    { key: 'flows', label: 'areaFlows', open: [flows].filter(isOpen(user)), roots: [absencesPath] },
    { key: 'admin', label: 'areaAdmin', open: adminPlaces.filter(isOpen(user)) },
  ];
  return places.flatMap(({ key, label, open, roots = [] }) => {
    const first = key === 'admin' ? adminMenu(user)[0]?.children[0]?.path : open[0]?.path;
    if (open.length === 0 || first === undefined) return [];
    // Whoever may open one of its places may be on a page of the other, such as the users.
    const all = key === 'admin' ? adminPlaces : open;
    return [{ key, label, path: first, roots: [...all.map((place) => place.root), ...roots] }];
  });
}

/** The places of documents that a user may open: each has a line in the sidebar. */
export const documentPlacesOf = (user: CurrentUser): readonly Place[] => documentPlaces.filter(isOpen(user));

/** The module type of the place that a path belongs to. */
export function moduleOfPath(path: string): number | undefined {
  return [home, ...documentPlaces, meetings, flows, ...adminPlaces].find((place) => isInPlace(place, path))?.module;
}

/** Whether a path belongs to an area. */
export function isInArea({ roots }: Area, path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** The search page of the current place; by default that of the enterprise documents. */
export function searchPath(path: string): string {
  const place = documentPlaces.find((candidate) => isInPlace(candidate, path));
  return place && findPage(`${place.root}/search`) ? `${place.root}/search` : '/knowledge/search';
}
