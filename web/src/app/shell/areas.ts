import { module } from '@dossier/contract/rights';
import type { CurrentUser } from '@dossier/contract/session';
import { isAdmin, isSiteAdmin } from '../../rooms/session/current-user.ts';
import { findPage, leadsSomewhere } from '../rooms.ts';
import type { Keys } from '../text/cn.ts';

export interface Area {
  path: string;
  /** All paths that begin so belong to the area. */
  root: string;
  label: Keys;
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

/** The areas that a person may enter, in the order of the top bar; those that nothing stands in yet are left out. */
export function areasOf(user: CurrentUser): Area[] {
  return areas.filter((area) => user.moduleTypes.includes(area.module) && leadsSomewhere(area.path) && (area.shown?.(user) ?? true));
}

/** Whether a path lies in an area. */
export function isIn(area: Area, path: string): boolean {
  return path === area.root || path.startsWith(`${area.root}/`);
}

/** The search page of the area one is in; the enterprise documents' where there is none. */
export function searchPath(path: string): string {
  const area = areas.find((one) => isIn(one, path));
  return area && findPage(`${area.root}/search`) ? `${area.root}/search` : '/knowledge/search';
}
