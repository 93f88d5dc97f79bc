import type { RoomRoute } from '../ground/room-route.ts';
import { textOf } from '../ground/text.ts';
import { findPage, pages } from './rooms.ts';
import { growTree, type RouteNode } from './route-tree.ts';
import type { Keys } from './text/cn.ts';

/** Says the title in the language of now. */
type Title = () => string;

const own =
  (key: Keys): Title =>
  () =>
    textOf('app')(key);
const titleOf =
  (page: RoomRoute): Title =>
  () =>
    textOf(page.room)(page.title);

/** What pages are gathered under in menus and breadcrumbs; `noRedirect` has no page of its own. */
const groups = [
  { path: '/knowledge', title: own('areaEnterprise'), redirect: '/knowledge/index' },
  { path: '/doc-my', title: own('areaMy'), redirect: '/doc-my/index' },
  { path: '/system', title: own('areaSystem'), redirect: '/system/tabledata' },
  { path: '/doc-type', title: own('areaCategories'), redirect: '/doc-type/index' },
  { path: '/meeting', title: own('areaMeetings'), redirect: '/meeting/index' },
  { path: '/flow', title: own('areaFlows'), redirect: '/flow/index' },
  { path: '/admin', title: own('areaAdmin'), roles: ['admin'] as const, redirect: '/admin/index' },
  { path: '/admin/index/userManger', title: own('groupPeople'), redirect: 'noRedirect' },
  { path: '/admin/index/dataManger', title: own('groupData'), redirect: 'noRedirect' },
  { path: '/admin/index/reportManger', title: own('groupReports'), redirect: 'noRedirect' },
  { path: '/admin/index/otherSettings', title: own('groupOther'), redirect: 'noRedirect' },
  { path: '/site-admin', title: own('areaSite'), roles: ['site'] as const, redirect: '/site-admin/index' },
];

/** The first level of every breadcrumb. */
export const dashboard: RouteNode<Title> = { path: '/home', title: own('areaHome'), children: [] };

/** Every page of the shell under its groups. */
export const menuTree: RouteNode<Title>[] = growTree<Title>(
  groups,
  pages.filter((page) => page.place === 'shell').map((page) => ({ ...page, title: titleOf(page) })),
);

/** The path that menus mark as the one that is shown. */
export const activeMenu = (path: string): string => findPage(path)?.activeMenu ?? path;
